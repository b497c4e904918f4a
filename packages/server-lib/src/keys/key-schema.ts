import { z } from 'zod';
import { requiredText, text } from '../validation/text.js';

/** What a key is created from. */
export const keyDraftSchema = z.strictObject({
  name: requiredText(100),
  description: text(500)
    .transform((value) => (value === '' ? null : value))
    .nullish()
    .transform((value) => value ?? null),
  site_id: z
    .int()
    .positive()
    .nullish()
    .transform((value) => value ?? null),
});

export type KeyDraft = z.input<typeof keyDraftSchema>;

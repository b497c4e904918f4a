import { z } from 'zod';
import { requiredText, text } from '../validation/text.js';

/** The data of a new key. */
export interface KeyDraft {
  name: string;
  description?: string | null | undefined;
  /** The only site that the key can access. Default: all sites of the account. */
  site_id?: number | null | undefined;
}

/** Validates the draft of a key. */
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
}) satisfies z.ZodType<unknown, KeyDraft>;

import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { documented } from '../../base/validation/documented.js';
import { rawText, requiredText, text } from '../../base/validation/text.js';
import { maxTimeLength, parseTime } from '../../base/validation/time.js';
import { fault } from '../../shared/faults/fault.js';
import { type KeyPermissions, keyPermissions } from './key-permissions.js';

/** The data of a new key. */
export interface KeyDraft {
  name: string;
  description?: string | null | undefined;
  /** The only site that the key can access. Default: all sites of the account. */
  site_id?: number | null | undefined;
  /**
   * What the key can do. `read`: only reads. `answers`: reads, and changes and deletes answers, but nothing else. Default:
   * `all`.
   */
  permissions?: KeyPermissions | undefined;
  /** An RFC 3339 timestamp in the future, from which on the key does not work. Default: it never expires. */
  expires_at?: string | null | undefined;
}

/** The ID of a key. */
export const keyIdParam = z.string().register(documented, { type: 'integer', description: 'The ID of a key.' });

/** A validated draft of a key. */
export type CheckedKeyDraft = z.infer<typeof keyDraftSchema>;

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
  permissions: z.enum(keyPermissions).default('all'),
  expires_at: rawText(maxTimeLength, fault('invalid_timestamp'))
    .nullish()
    .transform((value, context) => {
      if (value === null || value === undefined) return null;
      const at = parseTime(value);
      if (at !== undefined) return at;
      context.addIssue({ code: 'custom', message: faultMessage(fault('invalid_timestamp')) });
      return z.NEVER;
    }),
}) satisfies z.ZodType<unknown, KeyDraft>;

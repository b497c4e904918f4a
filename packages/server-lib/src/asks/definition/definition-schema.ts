import { z } from 'zod';
import { fault } from '../../faults/fault.js';
import { faultMessage } from '../../faults/zod-faults.js';
import { webUrl } from '../../inputs/options/option-list.js';
import { requiredText, text } from '../../validation/text.js';
import { timeSchema } from '../../validation/time.js';

const nullable = <Type extends z.ZodType>(type: Type) => type.nullable();
const longText = text(5_000).transform((value) => (value === '' ? null : value));

/** The members all kinds share. Absent members are told from null: a change leaves the ones and clears the others. */
export const askMembers = {
  title: requiredText(300).optional(),
  description: nullable(longText).optional(),
  site_id: z.int().positive().nullable().optional(),
  status: z.enum(['draft', 'open', 'closed']).optional(),
  opens_at: nullable(timeSchema).optional(),
  closes_at: nullable(timeSchema).optional(),
  max_answers: z.int().min(1).max(1_000_000_000).nullable().optional(),
  keep_answers_days: z.int().min(1).max(3_650).nullable().optional(),
  one_per: z.enum(['browser', 'ip', 'ticket']).nullable().optional(),
  allow_change: z.boolean().optional(),
  results_visibility: z.enum(['always', 'after_answer', 'after_close', 'never']).optional(),
  after: z
    .strictObject({ message: nullable(longText).optional(), url: webUrl.nullable().optional() })
    .nullable()
    .optional(),
  locale: z
    .string()
    .max(35)
    .refine(isLocale, { error: faultMessage(fault('invalid_locale')) })
    .nullable()
    .optional(),
};

function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

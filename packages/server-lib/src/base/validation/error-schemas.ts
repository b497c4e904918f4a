import { z } from 'zod';
import type { FieldErrors } from '../../shared/faults/error-codes.js';
import { faultCodes, type Issue } from '../../shared/faults/fault.js';
import { componentOf, described } from './documented.js';

/** The faults of a request in English, by field. */
export const fieldErrorsSchema = componentOf<FieldErrors>()('FieldErrors', z.record(z.string(), z.array(z.string())), {
  description: 'The faults of a request in English, by the dotted path of the field.',
  examples: [{ 'options.0.label': ['Required.'] }],
});

const param = z.union([z.string(), z.number(), z.array(z.string())]);

/** What is wrong with one field of a request. */
export const issueSchema = componentOf<Issue>()(
  'Issue',
  z.object({
    path: described(z.string(), 'The dotted path of the field.'),
    code: described(z.enum(faultCodes), 'The fault, for programs and translations.'),
    params: described(z.record(z.string(), param), 'The parameters of the fault, such as a limit.'),
    message: described(z.string(), 'The fault in English.'),
  }),
  {
    description: 'What is wrong with one field of a request.',
    examples: [{ path: 'options', code: 'too_few', params: { min: 2 }, message: 'Must have at least 2 items.' }],
  },
);

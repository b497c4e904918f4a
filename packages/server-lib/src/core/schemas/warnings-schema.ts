import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { componentOf, described } from '../../base/validation/documented.js';
import { issueSchema } from '../../base/validation/error-schemas.js';
import type { FormWarnings, QuizWarnings } from '../../shared/contract/ask-warnings.js';
import { fault } from '../../shared/faults/fault.js';

/** What the logic of a form probably does not mean. */
export const formWarnings = componentOf<FormWarnings>()(
  'FormWarnings',
  z.object({
    form_id: z.string(),
    warnings: described(
      z.array(issueSchema),
      'What is true for all valid answers, such as a page that no answers lead to. The form works with it.',
    ),
  }),
  {
    description: 'What the logic of a form probably does not mean.',
    examples: [
      {
        form_id: 'form_3xv1pddcvrko63d41r0d',
        warnings: [
          {
            path: 'endings.1',
            code: 'unreachable_ending',
            params: {},
            message: 'No answers lead to this ending.',
          },
        ],
      },
    ],
  },
);

/** The formulas of a quiz that visitors see as TeX. */
export const quizWarnings = componentOf<QuizWarnings>()(
  'QuizWarnings',
  z.object({
    quiz_id: z.string(),
    warnings: described(
      z.array(issueSchema),
      'The formulas that cannot be shown, by their texts. The quiz works with them.',
    ),
  }),
  {
    description: 'The formulas of a quiz that visitors see as TeX.',
    examples: [
      {
        quiz_id: 'quiz_3xv1pddcvrko63d41r0d',
        warnings: [
          {
            path: 'questions.0.prompt',
            code: 'invalid_formula',
            params: { formula: '$\\frac{1}{2$' },
            message:
              'Visitors see the TeX of the formula $\\frac{1}{2$: it has a mistake, or a command that cannot be shown.',
          },
        ],
      },
    ],
  },
);

const definitions = ['published', 'working_copy'] as const;

/** Which definition of an ask is checked. */
export const warningsQuery = z.strictObject({
  definition: described(
    z.enum(definitions, { error: faultMessage(fault('not_one_of', { values: definitions })) }).optional(),
    'The published definition, or the changes that are not.',
    'published',
  ),
});

import { z } from 'zod';
import { component, described } from '../../base/validation/documented.js';
import { questionRef } from './cross-table-schema.js';

const number = z.int().min(0);

const averageDay = component(
  'AverageDay',
  z.object({
    date: described(z.iso.date(), 'The day in UTC.'),
    average: z.number(),
    answers: described(number, 'The answers of the day to the question.'),
  }),
  {
    description: 'The average of the answers of a day.',
    examples: [{ date: '2026-01-31', average: 4.5, answers: 20 }],
  },
);

/** The averages of the answers to a question. */
export const averages = component(
  'Averages',
  z.object({
    question: questionRef,
    measure: described(
      z.enum(['average', 'net_promoter_score']),
      'What the numbers are: averages of the answers, or net promoter scores from -100 to 100.',
    ),
    average: described(z.number().nullable(), 'The average of all these answers. Null without answers.'),
    answers: described(number, 'The answers to the question.'),
    days: described(z.array(averageDay), 'The days with answers, in ascending order.'),
    matching_answers: described(number, 'The answers that were read, because they match the filters.'),
    oldest_left_out: described(z.boolean(), 'Whether older answers were not read, because there are too many.'),
  }),
  {
    description: 'The averages of the answers to a question: of all answers, and of each day.',
    examples: [
      {
        question: { id: 'field.stars', label: 'How was it?' },
        measure: 'average',
        average: 4.5,
        answers: 20,
        days: [{ date: '2026-01-31', average: 4.5, answers: 20 }],
        matching_answers: 22,
        oldest_left_out: false,
      },
    ],
  },
);

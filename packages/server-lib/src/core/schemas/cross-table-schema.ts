import { z } from 'zod';
import { component, described } from '../../base/validation/documented.js';

const number = z.int().min(0);

/** A question that a report counts. */
export const questionRef = component(
  'QuestionRef',
  z.object({
    id: described(z.string(), 'Its column, as in filters.'),
    label: described(z.string(), 'Its text.'),
  }),
  { description: 'A question that a report counts.', examples: [{ id: 'field.age', label: 'Age' }] },
);

const option = {
  id: described(z.string().nullable(), 'Null: write-ins, and the options that are grouped.'),
  label: described(z.string(), 'The text of the option.'),
  answers: described(number, 'The answers to both questions that have the option.'),
};

const tableColumn = component('CrossTableColumn', z.object(option), {
  description: 'An option of the second question.',
  examples: [{ id: 'o1', label: 'Yes', answers: 30 }],
});

const tableRow = component(
  'CrossTableRow',
  z.object({
    ...option,
    counts: described(z.array(number), 'For each column, the answers that have both options.'),
  }),
  {
    description: 'An option of the first question, with its counts.',
    examples: [{ id: 'o1', label: 'Under 30', answers: 20, counts: [15, 5] }],
  },
);

/** The answers to two questions, counted against each other. */
export const crossTable = component(
  'CrossTable',
  z.object({
    row_question: described(questionRef, 'The question whose options are rows.'),
    column_question: described(questionRef, 'The question whose options are columns.'),
    answers: described(number, 'The answers to both questions. One with several options counts to each of them.'),
    columns: z.array(tableColumn),
    rows: z.array(tableRow),
    grouped_rows: described(number, 'The options without a row of their own, because there are more than 40.'),
    grouped_columns: described(number, 'The options without a column of their own, because there are more than 40.'),
    matching_answers: described(number, 'The answers that were read, because they match the filters.'),
    oldest_left_out: described(z.boolean(), 'Whether older answers were not read, because there are too many.'),
  }),
  {
    description: 'The answers to two questions, counted against each other.',
    examples: [
      {
        row_question: { id: 'field.age', label: 'Age' },
        column_question: { id: 'field.member', label: 'Are you a member?' },
        answers: 50,
        columns: [
          { id: 'true', label: 'Yes', answers: 30 },
          { id: 'false', label: 'No', answers: 20 },
        ],
        rows: [
          { id: 'o1', label: 'Under 30', answers: 20, counts: [15, 5] },
          { id: 'o2', label: '30 or older', answers: 30, counts: [15, 15] },
        ],
        grouped_rows: 0,
        grouped_columns: 0,
        matching_answers: 60,
        oldest_left_out: false,
      },
    ],
  },
);

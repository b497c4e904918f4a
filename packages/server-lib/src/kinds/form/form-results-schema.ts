import { z } from 'zod';
import { countSchema, partIdSchema, timelineSchema } from '../../base/validation/common-schemas.js';
import { component, described } from '../../base/validation/documented.js';
import { askIdSchema, askStatus } from '../../core/schemas/ask-schema.js';
import { exampleIds } from '../../core/schemas/examples.js';
import { fieldSummarySchema } from './field-summary-schema.js';
import { outcomeSchema } from './logic-schema.js';

const endingCount = component(
  'EndingCount',
  z.object({ id: z.string(), title: z.string(), outcome: outcomeSchema, count: countSchema }),
  { description: 'How many submissions reached an ending.' },
);

const summaryHead = {
  id: partIdSchema,
  answered: described(countSchema, 'Number of submissions with a value. Empty texts do not count.'),
};
const variableSummary = component(
  'VariableSummary',
  z.discriminatedUnion('type', [
    component(
      'NumberVariableSummary',
      z.object({
        ...summaryHead,
        type: z.literal('number'),
        average: described(z.number().nullable(), 'Mean of the values. Null without values.'),
        sum: described(z.number(), 'Sum of the values.'),
      }),
      { description: 'Summary of a number variable.' },
    ),
    component('TextVariableSummary', z.object({ ...summaryHead, type: z.literal('text') }), {
      description: 'Texts are only counted.',
    }),
  ]),
  { description: 'Summary of a variable. Its members depend on the type of the variable.' },
);

export const formResultsSchema = component(
  'FormResults',
  z.object({
    form_id: askIdSchema('form'),
    status: askStatus,
    submissions_count: described(countSchema, 'Number of submissions, without disqualified ones.'),
    disqualified_count: described(
      countSchema,
      'Number of disqualified submissions. They do not count in anything else.',
    ),
    fields: described(z.array(fieldSummarySchema), 'A summary of each field that accepts answers.'),
    variables: described(z.array(variableSummary), 'A summary of each variable. Empty for visitors.'),
    endings: described(z.array(endingCount), 'How many submissions reached each ending.'),
    timeline: described(
      timelineSchema,
      'Submissions by UTC hour, without empty hours. Visitors see the latest 2,000 hours.',
    ),
  }),
  {
    description: 'The results of a form.',
    examples: [
      {
        form_id: exampleIds.ask.form,
        status: 'open',
        submissions_count: 1,
        disqualified_count: 0,
        fields: [{ id: 'f1', type: 'email', label: 'E-mail', answered: 1 }],
        variables: [],
        endings: [],
        timeline: [{ at: '2026-01-31T09:00:00.000000Z', count: 1 }],
      },
    ],
  },
);

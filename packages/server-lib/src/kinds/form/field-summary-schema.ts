import { z } from 'zod';
import { countSchema, distributionSchema, partIdSchema, shareSchema } from '../../base/validation/common-schemas.js';
import { component, described } from '../../base/validation/documented.js';

const head = {
  id: partIdSchema,
  label: z.string(),
  answered: described(countSchema, 'Number of submissions that answer the field.'),
};
component('SummaryHead', z.object(head), { description: 'The members of all summaries.', only: 'types' });

const optionCount = component(
  'OptionCount',
  z.object({
    id: partIdSchema,
    label: z.string(),
    count: described(countSchema, 'Number of answers with this option.'),
    share: described(shareSchema, '`count` divided by the number of answers.'),
  }),
  { description: 'How often an option was chosen.', extends: ['FieldOption'] },
);

const rankedOptionCount = component(
  'RankedOptionCount',
  optionCount.extend({
    first: described(countSchema, 'Number of answers that rank the option first.'),
    average_position: described(z.number().nullable(), 'Mean rank, from 1. Null if no answer ranks the option.'),
  }),
  { description: 'How often an option was ranked.', extends: ['OptionCount'] },
);

const writeInCount = component('WriteInCount', z.object({ text: z.string(), count: countSchema }), {
  description: 'Number of answers with one write-in.',
});

const nps = component(
  'Nps',
  z.object({
    promoters: described(countSchema, 'Number of answers 9 and 10.'),
    passives: described(countSchema, 'Number of answers 7 and 8.'),
    detractors: described(countSchema, 'Number of answers from 0 to 6.'),
    score: described(
      z.number().nullable(),
      'Percentage of promoters minus percentage of detractors, -100 to 100. Null without answers.',
    ),
  }),
  { description: 'Net Promoter Score.' },
);

const matrixRow = component(
  'MatrixRowSummary',
  z.object({
    id: partIdSchema,
    label: z.string(),
    answered: described(countSchema, 'Number of submissions that answer the row.'),
    options: z.array(optionCount),
  }),
  { description: 'Summary of one row of a matrix.', extends: ['FieldOption'] },
);

const numberBin = component('NumberBin', z.object({ from: z.number(), to: z.number(), count: countSchema }), {
  description: 'Number of answers in a range. `from` is included. `to` is only included in the last bin.',
});

const average = described(
  z.number().nullable(),
  'Mean of the answers. Null without answers; for visitors, null with fewer than five answers.',
);
const distribution = described(
  distributionSchema,
  'Number of answers for each value. For visitors, empty with fewer than five answers.',
);

const texts = {
  AnsweredSummary: 'Texts, contacts, dates and hidden values are only counted.',
  ChoiceSummary: 'Summary of a choice.',
  RankingSummary: 'Summary of a ranking.',
  RatingSummary: 'Summary of a rating.',
  ScaleSummary: 'Summary of a scale from 0 to 10.',
  MatrixSummary: 'Summary of a matrix.',
  NumberSummary: 'Summary of a number.',
  ConsentSummary: 'Summary of a consent.',
};
const summary = <Shape extends z.core.$ZodLooseShape>(name: keyof typeof texts, members: Shape) =>
  component(name, z.object({ ...head, ...members }), { description: texts[name], extends: ['SummaryHead'] });

export const fieldSummarySchema = component(
  'FieldSummary',
  z.discriminatedUnion('type', [
    summary('AnsweredSummary', {
      type: z.enum(['short_text', 'long_text', 'email', 'url', 'phone', 'date', 'time', 'hidden']),
    }),
    summary('ChoiceSummary', {
      type: z.enum(['single_choice', 'dropdown', 'multiple_choice']),
      options: z.array(optionCount),
      others: described(
        z.array(writeInCount),
        'The most frequent write-ins. Write-ins that differ only in case and spaces count as one. Empty for visitors.',
      ),
    }),
    summary('RankingSummary', { type: z.literal('ranking'), options: z.array(rankedOptionCount) }),
    summary('RatingSummary', { type: z.literal('rating'), average, distribution }),
    summary('ScaleSummary', {
      type: z.literal('scale'),
      average,
      distribution,
      nps: described(nps.nullable(), 'For visitors, null with fewer than five answers.'),
    }),
    summary('MatrixSummary', { type: z.literal('matrix'), rows: z.array(matrixRow) }),
    summary('NumberSummary', {
      type: z.literal('number'),
      average,
      sum: described(z.number().nullable(), 'Sum of the answers. Null for visitors, to hide single answers.'),
      bins: described(
        z.array(numberBin).nullable(),
        'A range for each value of `step` if there are at most ten, otherwise at most twelve ranges whose width is a multiple of `step`. Without `step`, a range ends where the next one begins. Null if the field had no `min` or no `max` before the first answer.',
      ),
    }),
    summary('ConsentSummary', {
      type: z.literal('consent'),
      count: described(countSchema, 'Number of visitors who agreed.'),
      share: described(shareSchema, '`count` divided by the number of answers.'),
    }),
  ]),
  { description: 'Summary of the answers to a field. Its members depend on the type of the field.' },
);

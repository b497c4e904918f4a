import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { documented } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import { formatDoc, pageParams } from '../../http/paging.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { fault } from '../../shared/faults/fault.js';
import { contentFilters, sharedFilters } from './filter-params.js';
import { maxColumnLength } from './limits.js';
import { byCreation } from './sort-position.js';

const sort = rawText(maxColumnLength).default(byCreation).register(documented, {
  description: 'The column to sort by, such as "field.age".',
});

const listParams = {
  ...pageParams,
  sort,
  format: z.enum(['json', 'jsonl', 'csv']).default('json').register(documented, formatDoc),
};

const confirmation = {
  all: z
    .literal('true', { error: faultMessage(fault('needs_true')) })
    .optional()
    .register(documented, { description: 'Confirms that all answers are to be deleted. Required without a filter.' }),
};

const filters = z.strictObject({ ...sharedFilters, ...contentFilters });
const ofPolls = filters.omit({ min_score: true, passed: true });
const ofQuizzes = filters.omit({ choice: true, other: true });
const ofForms = filters.omit({ choice: true, other: true, min_score: true, passed: true });

/** Returns the schema of a parameter that names a question. */
function question(description: string, example: string) {
  return rawText(maxColumnLength).register(documented, {
    maxLength: maxColumnLength,
    description,
    examples: [example],
  });
}

/** Returns the parameters of a cross table, with the columns of two questions as examples. */
function crossed(rows: string, columns: string) {
  return {
    rows: question('The question whose options are rows, by its column.', rows),
    columns: question('The question whose options are columns, by its column.', columns),
  };
}

/** Returns the parameters of averages, with the column of a question as an example. */
function averaged(example: string) {
  return { question: question('The question whose answers are averaged, by its column.', example) };
}

/** The parameters of a filter, without the parameters for one input. */
export type FilterQuery = z.output<typeof filters>;

/** The parameters of a list of answers, without the parameters for one input. */
export type AnswerListQuery = FilterQuery & {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly format: 'json' | 'jsonl' | 'csv';
  /** The ID of a column. */
  readonly sort: string;
};

/** The parameters of a deletion of answers, without the parameters for one input. */
export type DeletionQuery = FilterQuery & { readonly all?: 'true' | undefined };

/** The parameters of a cross table, without the parameters for one input. */
export type CrossTableQuery = FilterQuery & { readonly rows: string; readonly columns: string };

/** The parameters of averages, without the parameters for one input. */
export type AveragesQuery = FilterQuery & { readonly question: string };

interface AnswerQueries {
  readonly list: z.ZodType<AnswerListQuery>;
  readonly results: z.ZodType<FilterQuery>;
  readonly deletion: z.ZodType<DeletionQuery>;
  readonly crossTable: z.ZodType<CrossTableQuery>;
  readonly averages: z.ZodType<AveragesQuery>;
}

/** The schemas of the queries of each kind. */
export const answerQueries: Readonly<Record<AskKind, AnswerQueries>> = {
  poll: {
    list: z.strictObject({ ...listParams, ...ofPolls.shape }),
    results: ofPolls,
    deletion: ofPolls.extend(confirmation),
    crossTable: ofPolls.extend(crossed('ratings.o1', 'ratings.o2')),
    averages: ofPolls.extend(averaged('ratings.o1')),
  },
  quiz: {
    list: z.strictObject({ ...listParams, ...ofQuizzes.shape }),
    results: ofQuizzes,
    deletion: ofQuizzes.extend(confirmation),
    crossTable: ofQuizzes.extend(crossed('field.q1', 'field.q2')),
    averages: ofQuizzes.extend(averaged('percentage')),
  },
  form: {
    list: z.strictObject({ ...listParams, ...ofForms.shape }),
    results: ofForms,
    deletion: ofForms.extend(confirmation),
    crossTable: ofForms.extend(crossed('field.age', 'field.member')),
    averages: ofForms.extend(averaged('field.stars')),
  },
};

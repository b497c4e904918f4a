import { z } from 'zod';
import { formatDoc, pageParams } from '../../../api/paging.js';
import { fault } from '../../../faults/fault.js';
import { faultMessage } from '../../../faults/zod-faults.js';
import { documented } from '../../../validation/documented.js';
import type { AskKind } from '../../ask-types.js';
import { contentFilters, sharedFilters } from './filter-params.js';

/** What a list of answers can be sorted by. */
export type AnswerSort = 'created_at' | 'updated_at' | 'score';

const sortDoc = { description: 'The value that `order` sorts by.' };
const sortParam = z.enum(['created_at', 'updated_at']).default('created_at').register(documented, sortDoc);
const sortOfAttempts = z
  .enum(['created_at', 'updated_at', 'score'])
  .default('created_at')
  .register(documented, sortDoc);

const listParams = {
  ...pageParams,
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

/** The parameters of a filter, apart from those for one input. */
export type FilterQuery = z.output<typeof filters>;

/** The parameters of a list of answers, apart from those for one input. */
export type AnswersQuery = FilterQuery & {
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
  readonly order: 'asc' | 'desc';
  readonly format: 'json' | 'jsonl' | 'csv';
  readonly sort: AnswerSort;
};

/** The parameters of a deletion of answers, apart from those for one input. */
export type DeletionQuery = FilterQuery & { readonly all?: 'true' | undefined };

interface AnswerQueries {
  readonly list: z.ZodType<AnswersQuery>;
  readonly results: z.ZodType<FilterQuery>;
  readonly deletion: z.ZodType<DeletionQuery>;
}

/** The schemas of the queries of each kind. */
export const answerQueries: Readonly<Record<AskKind, AnswerQueries>> = {
  poll: {
    list: z.strictObject({ ...listParams, sort: sortParam, ...ofPolls.shape }),
    results: ofPolls,
    deletion: ofPolls.extend(confirmation),
  },
  quiz: {
    list: z.strictObject({ ...listParams, sort: sortOfAttempts, ...ofQuizzes.shape }),
    results: ofQuizzes,
    deletion: ofQuizzes.extend(confirmation),
  },
  form: {
    list: z.strictObject({ ...listParams, sort: sortParam, ...ofForms.shape }),
    results: ofForms,
    deletion: ofForms.extend(confirmation),
  },
};

import { exampleIds } from '../../core/schemas/examples.js';
import type { KindSchemas } from '../../core/schemas/kind-schemas.js';
import { pollResultsSchema } from './poll-results-schema.js';
import { pollSchema } from './poll-schema.js';
import { voteBatchSchema, voteDraftSchema, voteFormSchema, voteReceiptSchema, voteSchema } from './vote-schema.js';

/** The schemas of polls for the OpenAPI document. */
export const pollSchemas: KindSchemas = {
  ask: pollSchema,
  results: pollResultsSchema,
  answer: voteSchema,
  receipt: voteReceiptSchema,
  body: voteDraftSchema,
  batch: voteBatchSchema,
  form: voteFormSchema,
  csv: `id,created_at,voter_ref,choices\r\nvote_${exampleIds.answer},2026-01-31T09:12:44.390112Z,,o1\r\n`,
};

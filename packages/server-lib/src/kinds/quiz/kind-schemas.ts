import type { KindSchemas } from '../../core/schemas/kind-schemas.js';
import {
  attemptBatchSchema,
  attemptDraftSchema,
  attemptFormSchema,
  attemptReceiptSchema,
  attemptSchema,
} from './attempt-schema.js';
import { attemptId } from './quiz-examples.js';
import { quizResultsSchema } from './quiz-results-schema.js';
import { quizSchema } from './quiz-schema.js';

/** The schemas of quizzes for the OpenAPI document. */
export const quizSchemas: KindSchemas = {
  ask: quizSchema,
  results: quizResultsSchema,
  answer: attemptSchema,
  receipt: attemptReceiptSchema,
  body: attemptDraftSchema,
  batch: attemptBatchSchema,
  form: attemptFormSchema,
  csv: `id,created_at,score\r\n${attemptId},2026-01-31T09:12:44.390112Z,1\r\n`,
};

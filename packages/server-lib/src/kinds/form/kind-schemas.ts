import { exampleIds } from '../../core/schemas/examples.js';
import type { KindSchemas } from '../../core/schemas/kind-schemas.js';
import { formResultsSchema } from './form-results-schema.js';
import { formSchema } from './form-schema.js';
import {
  submissionBatchSchema,
  submissionDraftSchema,
  submissionFormSchema,
  submissionReceiptSchema,
  submissionSchema,
} from './submission-schema.js';

/** The schemas of forms for the OpenAPI document. */
export const formSchemas: KindSchemas = {
  ask: formSchema,
  results: formResultsSchema,
  answer: submissionSchema,
  receipt: submissionReceiptSchema,
  body: submissionDraftSchema,
  batch: submissionBatchSchema,
  form: submissionFormSchema,
  csv: `id,created_at,voter_ref,f1\r\nsubmission_${exampleIds.answer},2026-01-31T09:12:44.390112Z,,visitor@example.com\r\n`,
};

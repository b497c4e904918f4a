import type { FieldErrors } from '../faults/error-codes.js';
import type { Issue } from '../faults/fault.js';

/** An answer of a batch that was recorded. */
export interface RecordedResult {
  /** 201, or 200 if the answer replaced an earlier one of the same visitor. */
  status: 200 | 201;
  /** The ID of the answer: `vote_…`, `attempt_…` or `submission_…`. */
  id: string;
  /** Set if an earlier answer with the same `id` was recorded, and this one was not recorded again. */
  replayed?: true;
}

/** An answer of a batch that was not recorded. */
export interface RefusedResult {
  /** The status that the answer would get if it was sent alone. */
  status: 409 | 410 | 422;
  code: RefusalCode;
  /** The reason in English. */
  message: string;
  /** With the code `invalid`: the faults in English, by the dotted path of the field in the batch. */
  errors?: FieldErrors;
  /** With the code `invalid`: the same faults as codes with parameters. */
  issues?: Issue[];
}

/** Why an answer of a batch was not recorded. */
export type RefusalCode =
  | 'closed'
  | 'not_open'
  | 'full'
  | 'already_answered'
  | 'too_late'
  | 'gone'
  | 'invalid'
  | 'idempotency_mismatch';

/** The outcome of one answer of a batch. Only recorded answers have an `id`. */
export type BatchResult = RecordedResult | RefusedResult;

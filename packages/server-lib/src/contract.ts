/** The types of requests and responses. This entry has no runtime code, so that importing it adds nothing to a bundle. */

export type { AskKind, Changes } from './asks/ask-types.js';
export type { BatchResult, RecordedResult, RefusalCode, RefusedResult } from './asks/batch/batch-types.js';
export type * from './contract/resources.js';
export type { Embedded, LiveResults, PublicKinds } from './embed/embed-types.js';
export type { ErrorCode, FieldErrors } from './errors.js';
export type { FaultCode, FaultParam, Issue } from './faults/fault.js';
export type { DraftOf, FieldOf, FieldType } from './forms/form-types.js';
export type { ErrorBody, ListBody, ResourceBody } from './http/response-types.js';
export type { LiveEnd } from './live/live-types.js';
export type { QuestionAnswers, QuestionKeys } from './quizzes/quiz-types.js';

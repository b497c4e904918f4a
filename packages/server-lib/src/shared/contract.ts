/** The types of requests and responses. This entry has no runtime code, so that importing it adds nothing to a bundle. */

export type { AskKind, Changes } from './contract/ask-types.js';
export type { FormWarnings, QuizWarnings } from './contract/ask-warnings.js';
export type { BatchResult, RecordedResult, RefusalCode, RefusedResult } from './contract/batch-types.js';
export type {
  FieldId,
  FormAnswers,
  FormResultsOf,
  SubmissionDraftOf,
  SubmissionOf,
} from './contract/definitions/answers/form-answers.js';
export type { PollResultsOf, VoteDraftOf, VoteOf, VoteReceiptOf } from './contract/definitions/answers/poll-answers.js';
export type {
  AttemptDraftOf,
  AttemptOf,
  AttemptReceiptOf,
  QuestionId,
  QuizAnswers,
  QuizResultsOf,
  StartedQuizOf,
} from './contract/definitions/answers/quiz-answers.js';
export type { AskId, FormId, PollId, QuizId } from './contract/definitions/ask-id.js';
export type {
  CheckedForm,
  CheckedFormChanges,
  FormChangesDefinition,
  FormDefinition,
  FormOf,
  UpdatedForm,
} from './contract/definitions/form.js';
export type { InBatch } from './contract/definitions/in-batch.js';
export type { NotedAnswer } from './contract/definitions/noted-answer.js';
export type {
  CheckedPoll,
  CheckedPollChanges,
  PollChangesDefinition,
  PollDefinition,
  PollOf,
  PollOptionId,
  UpdatedPoll,
} from './contract/definitions/poll.js';
export type {
  CheckedQuiz,
  CheckedQuizChanges,
  QuizChangesDefinition,
  QuizDefinition,
  QuizOf,
  UpdatedQuiz,
} from './contract/definitions/quiz.js';
export type { Embedded, LiveResults, PublicKinds } from './contract/embed-types.js';
export type { DraftOf, FieldOf, FieldType } from './contract/form-types.js';
export type { LiveEnd } from './contract/live-types.js';
export type { QuestionAnswers, QuestionKeys } from './contract/quiz-types.js';
export type * from './contract/resources.js';
export type { ErrorBody, ListBody, ResourceBody } from './contract/response-types.js';
export type { ErrorCode, FieldErrors } from './faults/error-codes.js';
export type { FaultCode, FaultParam, Issue } from './faults/fault.js';

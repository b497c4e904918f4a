/** The wire types: what a client sends and gets. Types only, so that nothing of the server comes along. */

export type { Account, ApiKey } from './accounts/contract.js';
export type { ErrorCode, FieldErrors } from './errors.js';
export type { ErrorBody, ListBody, ResourceBody, Timestamp } from './http/contract.js';
export type {
  Attempt,
  AttemptDraft,
  AttemptReceipt,
  Band,
  NumberKey,
  PublicQuestion,
  PublicQuizPart,
  Question,
  QuestionAnswer,
  QuestionAnswers,
  QuestionDraft,
  QuestionKeys,
  QuestionOption,
  QuestionOptionDraft,
  QuestionResult,
  QuestionType,
  Quiz,
  QuizChanges,
  QuizDraft,
  QuizResults,
  Regraded,
  Reveal,
  RevealedQuestion,
  Score,
} from './quizzes/contract.js';
export type { Site, SiteChanges, SiteDraft } from './sites/contract.js';

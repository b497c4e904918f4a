export type { HostUser, RegistrationMode } from './accounts/accounts.js';
export type { Account, ApiKey } from './accounts/contract.js';
export type { FetchContext, FetchHandler } from './adapters/fetch.js';
export type { NodeHandler } from './adapters/node.js';
export type {
  After,
  AnswerHead,
  Ask,
  AskDraft,
  AskKind,
  AskStatus,
  Changes,
  OnePer,
  ResultsVisibility,
  VisitorDraft,
} from './asks/contract.js';
export type { AnswerEvent, ChangeEvent, Listeners } from './asks/events.js';
export type { AnswerChoice, AskChoice, KindApi } from './asks/programmatic.js';
export { type Askwell, createAskwell } from './askwell.js';
export type { Auth, HostSession, HostSessionRequest, SessionRequest } from './auth/auth.js';
export type { Caller } from './auth/authenticate.js';
export type { Scope } from './auth/scope.js';
export type { Session } from './auth/session.js';
export { AskwellError, type ErrorCode, type FieldErrors } from './errors.js';
export type {
  AnsweredSummary,
  ChoiceField,
  ChoiceSummary,
  Condition,
  ConsentSummary,
  Distribution,
  DraftOf,
  Field,
  FieldAnswer,
  FieldAnswers,
  FieldDraft,
  FieldHead,
  FieldOf,
  FieldOption,
  FieldOptionDraft,
  FieldSummary,
  FieldType,
  Form,
  FormChanges,
  FormDraft,
  FormResults,
  MatrixField,
  MatrixSummary,
  MultipleChoiceField,
  Nps,
  NumberField,
  NumberSummary,
  OptionCount,
  PlainField,
  RankingField,
  RankingSummary,
  RatingField,
  RatingSummary,
  ScaleSummary,
  ShowIf,
  SilentField,
  Submission,
  SubmissionDraft,
  SubmissionReceipt,
  SummaryHead,
  TextField,
  WriteIn,
} from './forms/contract.js';
export type { ErrorBody, ListBody, ResourceBody, Timestamp } from './http/contract.js';
export type { HeaderSource } from './http/headers.js';
export type { CreatedKey, OwnedKey } from './keys/keys.js';
export type { KeyDraft } from './keys/schema.js';
export { type Limiter, rateLimitHeaders } from './limiter/limiter.js';
export { MemoryStore } from './limiter/memory-store.js';
export type { LimiterStore } from './limiter/store.js';
export { type Decision, type Policy, SlidingWindow } from './limiter/window.js';
export type { Logger } from './logger.js';
export type { AskwellOptions } from './options.js';
export type {
  OptionResult,
  Poll,
  PollChanges,
  PollDraft,
  PollOption,
  PollOptionDraft,
  PollResults,
  PollType,
  RankedResult,
  Scale,
  Vote,
  VoteDraft,
  VoteReceipt,
} from './polls/contract.js';
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
export type { Site } from './sites/contract.js';

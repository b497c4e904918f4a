export type {
  Account,
  After,
  AnsweredSummary,
  AnswerHead,
  ApiKey,
  Ask,
  AskDraft,
  AskKind,
  AskStatus,
  Attempt,
  AttemptDraft,
  AttemptReceipt,
  Band,
  Changes,
  ChoiceField,
  ChoiceSummary,
  Condition,
  ConsentSummary,
  Distribution,
  DraftOf,
  ErrorBody,
  ErrorCode,
  FaultCode,
  FaultParam,
  Field,
  FieldAnswer,
  FieldAnswers,
  FieldDraft,
  FieldErrors,
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
  Issue,
  IssuedTickets,
  ListBody,
  MatrixField,
  MatrixSummary,
  MultipleChoiceField,
  Nps,
  NumberField,
  NumberKey,
  NumberSummary,
  OnePer,
  OptionCount,
  OptionResult,
  PlainField,
  Poll,
  PollChanges,
  PollDraft,
  PollOption,
  PollOptionDraft,
  PollResults,
  PollType,
  PublicHead,
  PublicQuestion,
  PublicQuiz,
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
  RankedResult,
  RankingField,
  RankingSummary,
  RatingField,
  RatingStyle,
  RatingSummary,
  Regraded,
  ResourceBody,
  ResultsVisibility,
  Reveal,
  RevealedQuestion,
  Scale,
  ScaleField,
  ScaleLabels,
  ScaleLabelsDraft,
  ScaleSummary,
  Score,
  ShowIf,
  SilentField,
  Site,
  SiteChanges,
  SiteDraft,
  StartedQuiz,
  Submission,
  SubmissionDraft,
  SubmissionReceipt,
  SummaryHead,
  TextField,
  TicketCount,
  Timestamp,
  VisitorDraft,
  Vote,
  VoteDraft,
  VoteReceipt,
  WriteIn,
} from '@askwell/server/contract';
export type { Fetch } from './backends/fetch-backend.js';
export type { Dispatcher } from './backends/undici-backend.js';
export { Call, type ReplyHead, type WithResponse } from './call.js';
export { Askwell } from './client.js';
export type { AskId, IdOf } from './definitions/ask-id.js';
export {
  defineForm,
  type FieldId,
  type FormAnswers,
  type FormDefinition,
  type FormOf,
  type FormResultsOf,
  type SubmissionDraftOf,
  type SubmissionOf,
} from './definitions/form.js';
export {
  definePoll,
  type PollDefinition,
  type PollOf,
  type PollOptionId,
  type PollResultsOf,
  type VoteDraftOf,
  type VoteOf,
  type VoteReceiptOf,
} from './definitions/poll.js';
export {
  type AttemptDraftOf,
  type AttemptOf,
  type AttemptReceiptOf,
  defineQuiz,
  type QuestionId,
  type QuizAnswers,
  type QuizDefinition,
  type QuizOf,
  type QuizResultsOf,
} from './definitions/quiz.js';
export { AbortError } from './errors/abort-error.js';
export { ApiError } from './errors/api-error.js';
export { AskwellError } from './errors/askwell-error.js';
export { ConnectionError } from './errors/connection-error.js';
export {
  AuthenticationError,
  BadRequestError,
  ConflictError,
  GoneError,
  NotFoundError,
  PermissionError,
  PreconditionError,
  RateLimitError,
  ServerError,
  UnavailableError,
  ValidationError,
} from './errors/status-errors.js';
export { TimeoutError } from './errors/timeout-error.js';
export { List, type ListQuery } from './lists/list.js';
export { Page } from './lists/page.js';
export type { AskwellOptions, CallOptions, CreateOptions, UpdateOptions } from './options.js';
export type { Attempts } from './resources/attempts.js';
export type { Forms } from './resources/forms.js';
export type { Polls } from './resources/polls.js';
export type { AnswerFileQuery, AnswerListQuery, AskQuery } from './resources/queries.js';
export type { Quizzes } from './resources/quizzes.js';
export type { Sites } from './resources/sites.js';
export type { Submissions } from './resources/submissions.js';
export type { Tickets } from './resources/tickets.js';
export type { Votes } from './resources/votes.js';
export { Download } from './streams/download.js';
export { JsonLines } from './streams/json-lines.js';
export type { ReplyHeaders } from './transport/headers.js';
export type { Hooks, RequestEvent, ResponseEvent, RetryEvent } from './transport/hooks.js';

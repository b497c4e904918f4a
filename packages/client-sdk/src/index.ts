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
  BatchMembers,
  BatchResult,
  Changes,
  CheckDraft,
  CheckedQuestion,
  ChoiceField,
  ChoiceSummary,
  Condition,
  ConsentSummary,
  CopyDraft,
  Distribution,
  DraftOf,
  ErrorBody,
  ErrorCode,
  FaultCode,
  FaultParam,
  Feedback,
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
  FormLayout,
  FormResults,
  Issue,
  IssuedTickets,
  ListBody,
  MatrixField,
  MatrixSummary,
  MultipleChoiceField,
  NewTicket,
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
  RecordedResult,
  RefusalCode,
  RefusedResult,
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
  Ticket,
  TicketCount,
  Timestamp,
  VisitorDraft,
  Vote,
  VoteDraft,
  VoteReceipt,
  Webhook,
  WebhookChanges,
  WebhookDelivery,
  WebhookDraft,
  WebhookEventType,
  WebhookWithSecret,
  WriteIn,
} from '@askwell/server/contract';
export type { Fetch } from './backends/fetch-backend.js';
export type { Dispatcher } from './backends/undici-backend.js';
export { Call, type ReplyHead, type WithResponse } from './call.js';
export { Askwell } from './client.js';
export type {
  FieldId,
  FormAnswers,
  FormResultsOf,
  SubmissionDraftOf,
  SubmissionOf,
} from './definitions/answers/form-answers.js';
export type { PollResultsOf, VoteDraftOf, VoteOf, VoteReceiptOf } from './definitions/answers/poll-answers.js';
export type {
  AttemptDraftOf,
  AttemptOf,
  AttemptReceiptOf,
  QuestionId,
  QuizAnswers,
  QuizResultsOf,
  StartedQuizOf,
} from './definitions/answers/quiz-answers.js';
export type { AskId, FormId, PollId, QuizId } from './definitions/ask-id.js';
export { draftOf } from './definitions/draft-of.js';
export {
  type CheckedForm,
  type CheckedFormChanges,
  defineForm,
  type FormChangesDefinition,
  type FormDefinition,
  type FormOf,
  type UpdatedForm,
} from './definitions/form.js';
export {
  type CheckedPoll,
  type CheckedPollChanges,
  definePoll,
  type PollChangesDefinition,
  type PollDefinition,
  type PollOf,
  type PollOptionId,
  type UpdatedPoll,
} from './definitions/poll.js';
export {
  type CheckedQuiz,
  type CheckedQuizChanges,
  defineQuiz,
  type QuizChangesDefinition,
  type QuizDefinition,
  type QuizOf,
  type UpdatedQuiz,
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
export { type WebhookErrorReason, WebhookVerificationError } from './errors/webhook-error.js';
export type { ChangeStream, FollowOptions } from './events/change-stream.js';
export type { ChangeEvent, WebhookEvent } from './events/event-types.js';
export { List, type ListQuery } from './lists/list.js';
export { Page } from './lists/page.js';
export type { AskwellOptions, CallOptions, CreateOptions, UpdateOptions } from './options.js';
export type { Attempts } from './resources/attempts.js';
export { type BatchCallOptions, type BatchFailure, failuresOf, type InBatch } from './resources/batch.js';
export type { ChangeFeed, ChangeQuery, FollowQuery } from './resources/change-feed.js';
export type { Forms } from './resources/forms.js';
export type { Polls } from './resources/polls.js';
export type {
  AnswerFileQuery,
  AnswerListQuery,
  AnswerQuery,
  AnswerSort,
  AskQuery,
  AttemptQuery,
  ResultsOptions,
  SubmissionQuery,
  TicketQuery,
  VoteQuery,
} from './resources/queries.js';
export type { Quizzes } from './resources/quizzes.js';
export type { Sites } from './resources/sites.js';
export type { Submissions } from './resources/submissions.js';
export type { Tickets } from './resources/tickets.js';
export type { Votes } from './resources/votes.js';
export type { Webhooks } from './resources/webhooks.js';
export { Download } from './streams/download.js';
export { JsonLines } from './streams/json-lines.js';
export type { ReplyHeaders } from './transport/headers.js';
export type { Hooks, RequestEvent, ResponseEvent, RetryEvent } from './transport/hooks.js';
export { verifyWebhook, type WebhookHeaders } from './webhooks/verify-webhook.js';

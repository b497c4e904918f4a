export type { AccountObject } from './access/account-object.js';
export type { Scope } from './access/scope.js';
export type { Session } from './access/session.js';
export type { AccountApi, AccountDraft, HostedAccount } from './accounts/account-api.js';
export type { AccountNumber, AccountRef } from './accounts/account-ref.js';
export type { GetUser, GetUserContext } from './accounts/host-user.js';
export type { RegistrationMode } from './accounts/registration/registration.js';
export type { Auth, SessionContext, SessionRequest } from './accounts/sessions/session-api.js';
export type { DashboardLink, DashboardLinkOptions } from './accounts/sign-in-links/dashboard-link.js';
export type { FetchContext, FetchHandler } from './adapters/fetch.js';
export type { HostContext } from './adapters/mount.js';
export type { NodeHandler } from './adapters/node/node.js';
export type { ListOrder, UpdateOptions } from './api/operations/call-operation.js';
export type { AnswerChoice } from './asks/answers/filters/answer-choice.js';
export type { AnswerEvent, ChangeEvent, Listeners } from './asks/events.js';
export type { AnswerFile } from './asks/in-process/answer-file.js';
export type { AnswerAs, VisitorRef } from './asks/in-process/in-process-answers.js';
export type {
  AnswerListChoice,
  AskChoice,
  BatchOptions,
  ResultsOptions,
  TicketApi,
  TicketChoice,
} from './asks/in-process/in-process-api.js';
export type { ClockSource, Timer, TimerKind } from './clock.js';
export { createAskwell } from './create-askwell.js';
export { createAskwellOnce } from './create-askwell-once.js';
export type { EmailLimits } from './email/email-limits.js';
export type { EmailMessage, EmailOptions, SendEmail } from './email/email-options.js';
export { AskwellError } from './errors.js';
export type { FormApi, SubmissionApi } from './forms/form-api.js';
export type { HeaderSource } from './http/headers/headers.js';
export type { HostUser } from './http/host-user.js';
export type { Askwell } from './instance/askwell-interface.js';
export type { Caller } from './keys/authenticate-key.js';
export type { KeyPermissions } from './keys/key-permissions.js';
export type { KeyDraft } from './keys/key-schema.js';
export type { CreatedKey, OwnedKey } from './keys/key-service.js';
export { type Limiter, rateLimitHeaders } from './limiter/limiter.js';
export type { LimiterStore } from './limiter/limiter-store.js';
export { MemoryStore } from './limiter/memory-store.js';
export { type Decision, type Policy, SlidingWindow } from './limiter/sliding-window.js';
export type { Logger } from './logger.js';
export type {
  Meter,
  MeterHistogram,
  MeterInstrumentOptions,
  MeterObservable,
  MeterResult,
} from './metrics/meter.js';
export type { MetricsOptions } from './metrics/metrics-options.js';
export type { AskwellOptions, LimitOptions, McpOptions } from './options/options.js';
export type { PollApi, VoteApi } from './polls/poll-api.js';
export type { AttemptApi, QuizApi, StartingVisitor } from './quizzes/quiz-api.js';
export { defineForm } from './shared/contract/definitions/form.js';
export { definePoll } from './shared/contract/definitions/poll.js';
export { defineQuiz } from './shared/contract/definitions/quiz.js';
export type * from './shared/contract.js';
export type { SiteApi, SiteDesignApi } from './sites/site-api.js';
export type { SqliteHandle, SqliteHandleStatement } from './store/sqlite/drivers/sqlite-handle.js';
export type { ImportAccountOptions, ImportedAccount, TransferApi } from './transfer/transfer-api.js';
export type { BrandOptions } from './web/brand.js';
export type { PageOptions } from './web/page-options.js';
export type { DeliveryApi, WebhookApi } from './webhooks/webhook-api.js';

export type { FetchContext, FetchHandler } from './adapters/fetch.js';
export type { HostContext } from './adapters/mount.js';
export type { NodeHandler } from './adapters/node.js';
export type { AccountApi, AccountDraft, HostedAccount } from './api/accounts/account-api.js';
export type { Auth, SessionContext, SessionRequest } from './api/accounts/session-api.js';
export type { TokenApi } from './api/accounts/token-api.js';
export type { AnswerFile } from './api/asks/answer-file.js';
export type { FormApi, SubmissionApi } from './api/asks/form-api.js';
export type { AnswerAs, VisitorRef } from './api/asks/in-process-answers.js';
export type {
  AnswerListChoice,
  AskChoice,
  AveragesChoice,
  BatchOptions,
  CrossTableChoice,
  FunnelPeriod,
  ResultsOptions,
  TicketApi,
  TicketChoice,
  TranslationApi,
  WarningsChoice,
} from './api/asks/in-process-api.js';
export type { PollApi, VoteApi } from './api/asks/poll-api.js';
export type { AttemptApi, QuizApi, StartingVisitor } from './api/asks/quiz-api.js';
export type { ListOrder, UpdateOptions } from './api/operations/call-operation.js';
export type { SiteApi, SiteDesignApi } from './api/sites/site-api.js';
export type { ImportAccountOptions, ImportedAccount, TransferApi } from './api/transfer/transfer-api.js';
export type { DeliveryApi, WebhookApi } from './api/webhooks/webhook-api.js';
export type { Askwell } from './askwell-interface.js';
export type { ClockSource, Timer, TimerKind } from './base/clock.js';
export { AskwellError } from './base/errors.js';
export type { Logger } from './base/logger.js';
export type { AnswerChoice } from './core/answers/answer-choice.js';
export type { AnswerEvent, ChangeEvent, Listeners } from './core/events.js';
export { createAskwell } from './create-askwell.js';
export { createAskwellOnce } from './create-askwell-once.js';
export type { SqliteHandle, SqliteHandleStatement } from './db/sqlite/sqlite-handle.js';
export { type Decision, type Policy, SlidingWindow } from './db/windows/sliding-window.js';
export type { HeaderSource } from './http/headers/headers.js';
export type { HostUser } from './http/host-user.js';
export { type Limiter, rateLimitHeaders } from './http/limits/limiter.js';
export type { LimiterStore } from './http/limits/limiter-store.js';
export { MemoryStore } from './http/limits/memory-store.js';
export type {
  Meter,
  MeterHistogram,
  MeterInstrumentOptions,
  MeterObservable,
  MeterResult,
} from './instance/metrics/meter.js';
export type { MetricsOptions } from './instance/metrics/metrics-options.js';
export type { BrandOptions } from './instance/options/brand.js';
export type { AskwellOptions, LimitOptions, McpOptions } from './instance/options/options.js';
export type { PageOptions } from './instance/options/page-options.js';
export type { AccountObject } from './owners/access/account-object.js';
export type { EditorOptions } from './owners/access/editor-rules.js';
export type { Scope } from './owners/access/scope.js';
export type { Session } from './owners/access/session.js';
export type { AccountNumber, AccountRef } from './owners/accounts/account-ref.js';
export type { DashboardLink, DashboardLinkOptions } from './owners/accounts/dashboard-link.js';
export type { GetUser, GetUserContext } from './owners/accounts/host-user.js';
export type { RegistrationMode } from './owners/accounts/registration.js';
export type { EmailLimits } from './owners/email/email-limits.js';
export type { EmailMessage, EmailOptions, SendEmail } from './owners/email/email-options.js';
export type { Caller } from './owners/keys/authenticate-key.js';
export type { KeyPermissions } from './owners/keys/key-permissions.js';
export type { KeyDraft } from './owners/keys/key-schema.js';
export type { CreatedKey, OwnedKey } from './owners/keys/key-service.js';
export type { TokenAction, TokenDraft } from './owners/tokens/token-access.js';
export type { CreatedToken, OwnedToken } from './owners/tokens/token-service.js';
export { defineForm } from './shared/contract/definitions/form.js';
export { definePoll } from './shared/contract/definitions/poll.js';
export { defineQuiz } from './shared/contract/definitions/quiz.js';
export type * from './shared/contract.js';

import type { FetchHandler } from './adapters/fetch.js';
import type { NodeHandler } from './adapters/node.js';
import type { AccountApi } from './api/accounts/account-api.js';
import type { Auth } from './api/accounts/session-api.js';
import type { TokenApi } from './api/accounts/token-api.js';
import type { FormApi } from './api/asks/form-api.js';
import type { PollApi } from './api/asks/poll-api.js';
import type { QuizApi } from './api/asks/quiz-api.js';
import type { RespondentApi } from './api/asks/respondent-api.js';
import type { SiteApi } from './api/sites/site-api.js';
import type { TransferApi } from './api/transfer/transfer-api.js';
import type { WebhookApi } from './api/webhooks/webhook-api.js';
import type { Limiter } from './http/limits/limiter.js';
import type { Session } from './owners/access/session.js';
import type { DashboardLink } from './owners/accounts/dashboard-link.js';
import type { KeyDraft } from './owners/keys/key-schema.js';
import type { CreatedKey, OwnedKey } from './owners/keys/key-service.js';

/**
 * Askwell inside your app, created by `createAskwell`. `HostRequest` is the request of the host's framework, as
 * `getUser` receives it.
 */
export interface Askwell<HostRequest = unknown> {
  /**
   * A listener for `http.createServer`, and a middleware for Express and Connect. Returns a promise that resolves when the
   * response is complete or the request was passed to `next`, and never rejects.
   */
  readonly node: NodeHandler<HostRequest>;
  /** Answers a fetch `Request`, for Hono, Next, SvelteKit, Bun and Deno. */
  readonly fetch: FetchHandler<HostRequest>;
  /** Tells who sends a request: by API key, or signed in. */
  readonly auth: Auth;
  /** The accounts of owners: your users' accounts, without a visit to `/register`. */
  readonly accounts: AccountApi & TransferApi;
  /** The sites of an account. */
  readonly sites: SiteApi;
  /** The webhooks of an account, and what was sent to them. */
  readonly webhooks: WebhookApi;
  /** API keys, for a dashboard of your own. Each call requires a verified session: a key cannot create keys. */
  readonly keys: {
    create(session: Session, draft: KeyDraft): Promise<CreatedKey>;
    list(session: Session): Promise<OwnedKey[]>;
    delete(session: Session, id: number): Promise<void>;
  };
  /** Short-lived tokens with which your pages edit polls, quizzes and forms. */
  readonly tokens: TokenApi;
  /** Polls, quizzes and forms, without HTTP and API keys. */
  readonly polls: PollApi;
  readonly quizzes: QuizApi;
  readonly forms: FormApi;
  /** The answers of your users to all of them. */
  readonly answers: RespondentApi;
  /**
   * Returns the `voter` of one of your users, for a page that another server of yours renders: the widget sends it with the answer, and
   * needs no session. Anyone who has it can answer in the user's name, so show it to this user only. It stays valid as long as the secret.
   *
   * @param userId Your own ID of the user.
   * @example
   * const voter = askwell.voterOf(user.id);
   * // <askwell-poll poll-id="poll_…" voter="…"></askwell-poll>
   */
  voterOf(userId: string): string;
  /**
   * Returns a URL that signs a user of your app in to the dashboard, once and within five minutes. For apps whose pages send no cookie,
   * such as those with bearer tokens. Creates the account of the user as `getUser` does.
   *
   * @example
   * response.json({ url: await askwell.dashboardLink(request.user, { next: request.body.next }) });
   */
  readonly dashboardLink: DashboardLink;
  /** The limit of the public operations, for routes of your own. */
  readonly limiter: Limiter;
  /**
   * Returns the metrics of this instance in the Prometheus text format, without the metrics of the process.
   *
   * @throws TypeError if the option `metrics` is not set.
   * @example
   * response.end((await register.metrics()) + askwell.metrics());
   */
  metrics(): string;
  /** Opens the database and brings its schema up to date. Rejects with an error that says what to do. */
  ready(): Promise<void>;
  /** Makes `/readyz` answer 503, so that no new traffic is sent here, and ends live streams. */
  drain(): void;
  /** Commits pending writes and closes the database. Close your server first. */
  close(): Promise<void>;
}

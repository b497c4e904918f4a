import type { Session } from './access/session.js';
import { type AccountApi, createAccountApi, createScopeResolver } from './accounts/account-api.js';
import { accountEndpoints } from './accounts/account-endpoints.js';
import type { Auth } from './accounts/session-api.js';
import { createFetchHandler, type FetchHandler } from './adapters/fetch.js';
import { createNodeHandler, type NodeHandler } from './adapters/node.js';
import { healthEndpoints } from './api/health-endpoints.js';
import type { ApiEndpoint } from './api/keyed-endpoint.js';
import { createPipeline, type Pipeline } from './api/request-pipeline.js';
import { kindEndpoints } from './asks/ask-endpoints.js';
import { type AnswerAs, createInProcessAnswer } from './asks/in-process-answers.js';
import { createKindApi, type KindApi } from './asks/in-process-api.js';
import type { RouteContext } from './asks/route-context.js';
import { assembleServices, type Services } from './assemble-services.js';
import type {
  Attempt,
  AttemptDraft,
  AttemptReceipt,
  Form,
  FormDraft,
  FormResults,
  Poll,
  PollDraft,
  PollResults,
  Quiz,
  QuizDraft,
  QuizResults,
  Submission,
  SubmissionDraft,
  SubmissionReceipt,
  Vote,
  VoteDraft,
  VoteReceipt,
} from './contract/resources.js';
import { createErrorPage, dashboardRoutes } from './dashboard/dashboard-endpoints.js';
import { embedRoutes } from './embed/embed-endpoints.js';
import { formSchemas } from './forms/schemas/kind-schemas.js';
import type { KeyDraft } from './keys/key-schema.js';
import type { CreatedKey, OwnedKey } from './keys/key-service.js';
import type { Limiter } from './limiter/limiter.js';
import { metricsEndpoints } from './metrics/metrics-endpoint.js';
import { openApiEndpoints } from './openapi/routes.js';
import type { AskwellOptions } from './options/options.js';
import { createSubmissionErrorPage } from './pages/error-page.js';
import { pageRoutes } from './pages/page-endpoints.js';
import { pollSchemas } from './polls/schemas/kind-schemas.js';
import { quizCheckEndpoints } from './quizzes/checks/check-endpoints.js';
import { quizEndpoints, quizStartEndpoints } from './quizzes/quiz-endpoints.js';
import { createSample } from './sample/sample-instance.js';
import { createSiteApi, type SiteApi } from './sites/site-api.js';
import { siteEndpoints } from './sites/site-endpoints.js';

export interface PollApi extends KindApi<PollDraft, Poll, Vote, PollResults> {
  /**
   * Casts a vote as a visitor whom you name.
   *
   * @example
   * await askwell.polls.vote(poll.id, { choices: ['o1'] }, { id: user.id });
   */
  vote: AnswerAs<VoteDraft, VoteReceipt>;
}

export interface QuizApi extends KindApi<QuizDraft, Quiz, Attempt, QuizResults> {
  /** Submits an attempt as a visitor whom you name. */
  attempt: AnswerAs<AttemptDraft, AttemptReceipt>;
}

export interface FormApi extends KindApi<FormDraft, Form, Submission, FormResults> {
  /** Submits a form as a visitor whom you name. */
  submit: AnswerAs<SubmissionDraft, SubmissionReceipt>;
}

/**
 * Askwell inside your app, created by {@link createAskwell}. `HostRequest` is the request of the host's framework, as
 * `getUser` receives it.
 */
export interface Askwell<HostRequest = unknown> {
  /** A listener for `http.createServer`, and a middleware for Express and Connect. */
  readonly node: NodeHandler<HostRequest>;
  /** Answers a fetch `Request`, for Hono, Next, SvelteKit, Bun and Deno. */
  readonly fetch: FetchHandler<HostRequest>;
  /** Tells who sends a request: by API key, or signed in. */
  readonly auth: Auth;
  /** The accounts of owners: your users' accounts, without a visit to `/register`. */
  readonly accounts: AccountApi;
  /** The sites of an account. */
  readonly sites: SiteApi;
  /** API keys, for a dashboard of your own. Each call requires a verified session: a key cannot create keys. */
  readonly keys: {
    create(session: Session, draft: KeyDraft): Promise<CreatedKey>;
    list(session: Session): Promise<OwnedKey[]>;
    delete(session: Session, id: number): Promise<void>;
  };
  /** Polls, quizzes and forms, without HTTP and API keys. */
  readonly polls: PollApi;
  readonly quizzes: QuizApi;
  readonly forms: FormApi;
  /** The limit of the public operations, for routes of your own. */
  readonly limiter: Limiter;
  /**
   * Returns the metrics of this instance in the Prometheus text format, without those of the process.
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

/**
 * Creates an Askwell over a SQLite database, which is opened at the first request or by `ready()`.
 *
 * @throws TypeError that names the option which is wrong.
 * @example
 * import { createServer } from 'node:http';
 * import { createAskwell } from '@askwell/server';
 *
 * const askwell = createAskwell({ database: 'askwell.db', baseUrl: 'http://localhost:3000' });
 * createServer(askwell.node).listen(3000);
 */
export function createAskwell<HostRequest = unknown>(options: AskwellOptions<HostRequest>): Askwell<HostRequest> {
  return exposeServices(assembleServices(options));
}

/** Returns the public interface of an instance. */
export function exposeServices(services: Services): Askwell {
  const scopeOf = createScopeResolver(services.accounts);
  const { urls, auth, keys, limiter, live, store } = services;
  let draining = false;
  const sample = createSample(services);
  const own = createHousePipeline(services, () => draining);
  const pipeline = services.enabledPages.landing ? sample.before(own) : own;
  const mount = { basePath: urls.basePath, linkBase: urls.linkBase, logger: services.logger };

  return {
    node: createNodeHandler(pipeline, mount),
    fetch: createFetchHandler(pipeline, mount),
    auth,
    keys: {
      create: (session, draft) => keys.create(session, draft),
      list: keys.list,
      delete: (session, id) => keys.delete(session, id),
    },
    accounts: createAccountApi(services.accounts),
    sites: createSiteApi(services.sites, scopeOf),
    polls: { ...createKindApi(services.polls, scopeOf, urls), vote: createInProcessAnswer(services.polls, services) },
    quizzes: {
      ...createKindApi(services.quizzes, scopeOf, urls),
      attempt: createInProcessAnswer(services.quizzes, services),
    },
    forms: { ...createKindApi(services.forms, scopeOf, urls), submit: createInProcessAnswer(services.forms, services) },
    limiter,
    metrics() {
      if (services.metrics) return services.metrics.format();
      throw new TypeError('askwell.metrics() requires the option `metrics`, such as `metrics: {}`.');
    },
    ready: () => store.ready(),
    drain() {
      draining = true;
      live.end();
      sample.drain();
    },
    async close() {
      draining = true;
      await Promise.all([services.close(), sample.close()]);
    },
  };
}

/** Everything that stands under `/api/v1`. */
export function createApiEndpoints(services: Services): ApiEndpoint[] {
  const { keys, sites, polls, quizzes, forms, clientKeyOf } = services;
  const context = routeContextOf(services);
  return [
    ...accountEndpoints(keys),
    ...siteEndpoints(sites, clientKeyOf),
    ...kindEndpoints(polls, context, pollSchemas),
    ...quizEndpoints(quizzes, context, services),
    ...kindEndpoints(forms, context, formSchemas),
  ];
}

function routeContextOf({ clientKeyOf, sites, urls }: Services): RouteContext {
  return { clientKeyOf, originsOf: sites.findOrigins, ownOrigin: urls.origin };
}

function createHousePipeline(services: Services, isDraining: () => boolean): Pipeline {
  const {
    store,
    clock,
    authenticate,
    limiter,
    accountLimiter,
    heavyRequests,
    requestLog,
    addressOf,
    quizzes,
    overload,
    logger,
    urls,
  } = services;
  const apiEndpoints = createApiEndpoints(services);
  const pageEndpoints = [
    ...healthEndpoints(store, isDraining),
    ...metricsEndpoints(services),
    ...embedRoutes(services, routeContextOf(services)),
    ...quizStartEndpoints(quizzes, routeContextOf(services), services),
    ...quizCheckEndpoints(quizzes.submitService.find, routeContextOf(services), services),
    ...pageRoutes(services),
    ...dashboardRoutes(services),
  ];
  return createPipeline({
    api: {
      ...{ store, clock, authenticate, limiter, accountLimiter, heavyRequests, addressOf, requestLog },
      renderSubmissionError: createSubmissionErrorPage(services),
    },
    apiEndpoints,
    pageEndpoints: [
      ...pageEndpoints,
      ...(services.enabledPages.docs ? openApiEndpoints(apiEndpoints, pageEndpoints, services) : []),
    ],
    renderErrorPage: createErrorPage(services.enabledPages),
    overload,
    logger,
    isSecure: urls.secure,
    observer: services.metrics?.requests,
  });
}

import type { Session } from './access/session.js';
import type { SessionApi } from './access/session-api.js';
import { type AccountApi, createAccountApi, createScopeOf } from './accounts/account-api.js';
import { accountRoutes } from './accounts/account-endpoints.js';
import { createFetchHandler, type FetchHandler } from './adapters/fetch.js';
import { createNodeHandler, type NodeHandler } from './adapters/node.js';
import { healthEndpoints } from './api/health-endpoints.js';
import type { ApiEndpoint } from './api/keyed-endpoint.js';
import { createPipeline, type Pipeline } from './api/request-pipeline.js';
import { kindRoutes, type RouteContext } from './asks/ask-endpoints.js';
import { type AnswerAs, createInProcessAnswer } from './asks/in-process-answers.js';
import { createKindApi, type KindApi } from './asks/in-process-api.js';
import { assembleServices, type Services } from './assemble-services.js';
import { createErrorPage, dashboardRoutes } from './dashboard/dashboard-endpoints.js';
import { embedRoutes } from './embed/embed-endpoints.js';
import { formWire } from './forms/form-response.js';
import type {
  Form,
  FormDraft,
  FormResults,
  Submission,
  SubmissionDraft,
  SubmissionReceipt,
} from './forms/form-types.js';
import type { KeyDraft } from './keys/key-schema.js';
import type { CreatedKey, OwnedKey } from './keys/key-service.js';
import type { Limiter } from './limiter/limiter.js';
import { openApiEndpoints } from './openapi/routes.js';
import type { AskwellOptions } from './options/options.js';
import { createRefuseByPage } from './pages/error-page.js';
import { pageRoutes } from './pages/page-endpoints.js';
import { pollWire } from './polls/poll-response.js';
import type { Poll, PollDraft, PollResults, Vote, VoteDraft, VoteReceipt } from './polls/poll-types.js';
import { quizPages, quizRoutes } from './quizzes/quiz-endpoints.js';
import type { Attempt, AttemptDraft, AttemptReceipt, Quiz, QuizDraft, QuizResults } from './quizzes/quiz-types.js';
import { createSample } from './sample/sample-instance.js';
import { createSiteApi, type SiteApi } from './sites/site-api.js';
import { siteRoutes } from './sites/site-endpoints.js';

/** The polls of an instance, without HTTP. See {@link Askwell.polls}. */
export interface PollApi extends KindApi<PollDraft, Poll, Vote, PollResults> {
  /**
   * Casts a vote as the visitor that you name.
   *
   * @throws AskwellError with the codes of `POST /api/v1/polls/{id}/votes`.
   * @example
   * await askwell.polls.vote(poll.id, { choices: ['o1'] }, { id: user.id });
   */
  vote: AnswerAs<VoteDraft, VoteReceipt>;
}

/** The quizzes of an instance, without HTTP. See {@link Askwell.quizzes}. */
export interface QuizApi extends KindApi<QuizDraft, Quiz, Attempt, QuizResults> {
  /**
   * Submits an attempt as the visitor that you name.
   *
   * @throws AskwellError with the codes of `POST /api/v1/quizzes/{id}/attempts`.
   */
  attempt: AnswerAs<AttemptDraft, AttemptReceipt>;
}

/** The forms of an instance, without HTTP. See {@link Askwell.forms}. */
export interface FormApi extends KindApi<FormDraft, Form, Submission, FormResults> {
  /**
   * Submits a form as the visitor that you name.
   *
   * @throws AskwellError with the codes of `POST /api/v1/forms/{id}/submissions`.
   */
  submit: AnswerAs<SubmissionDraft, SubmissionReceipt>;
}

/**
 * An Askwell instance, created by {@link createAskwell}. `HostRequest` is the request type of your framework, which `getUser`
 * receives.
 */
export interface Askwell<HostRequest = unknown> {
  /** Handles requests of `http.createServer`, and works as a middleware of Express and Connect. */
  readonly node: NodeHandler<HostRequest>;
  /** Handles a fetch `Request`, for Hono, Next, SvelteKit, Bun and Deno. */
  readonly fetch: FetchHandler<HostRequest>;
  /** Authenticates requests of your own routes, by API key or by session. */
  readonly auth: SessionApi;
  /** The accounts of owners. Creates accounts for your users, who then need not visit `/register`. */
  readonly accounts: AccountApi;
  /** The sites of an account. */
  readonly sites: SiteApi;
  /** API keys, for a dashboard of your own. Each call requires a verified session: a key cannot create keys. */
  readonly keys: {
    /** Creates a key. The result is the only one that contains the key itself. */
    create(session: Session, draft: KeyDraft): Promise<CreatedKey>;
    /** Returns all keys of the account, without the keys themselves. */
    list(session: Session): Promise<OwnedKey[]>;
    /** Deletes a key, which is invalid from then on. */
    delete(session: Session, id: number): Promise<void>;
  };
  /** Polls, without HTTP and API keys. */
  readonly polls: PollApi;
  /** Quizzes, without HTTP and API keys. */
  readonly quizzes: QuizApi;
  /** Forms, without HTTP and API keys. */
  readonly forms: FormApi;
  /** The rate limiter of the public operations, which you can use for your own routes too. */
  readonly limiter: Limiter;
  /**
   * Opens the database and migrates its schema.
   *
   * @throws Error that says why the database cannot be opened and what to do.
   */
  ready(): Promise<void>;
  /** Makes `/readyz` return 503, so that a load balancer sends no new requests, and ends live streams. */
  drain(): void;
  /** Commits pending writes and closes the database. Close your server first. */
  close(): Promise<void>;
}

/**
 * Creates an Askwell instance over a SQLite database. The first request, or `ready()`, opens the database.
 *
 * @throws TypeError that names the invalid option.
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

/** Returns the public interface of an instance: its handlers and its in-process APIs. */
export function exposeServices(services: Services): Askwell {
  const scopeOf = createScopeOf(services.accounts);
  const { urls, auth, keys, limiter, live, store } = services;
  let isDraining = false;
  const sample = createSample(services);
  const ownPipeline = createInstancePipeline(services, () => isDraining);
  const pipeline = services.enabledPages.landing ? sample.before(ownPipeline) : ownPipeline;
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
    polls: { ...createKindApi(services.polls, scopeOf), vote: createInProcessAnswer(services.polls, services) },
    quizzes: {
      ...createKindApi(services.quizzes, scopeOf),
      attempt: createInProcessAnswer(services.quizzes, services),
    },
    forms: { ...createKindApi(services.forms, scopeOf), submit: createInProcessAnswer(services.forms, services) },
    limiter,
    ready: () => store.ready(),
    drain() {
      isDraining = true;
      live.end();
      sample.drain();
    },
    async close() {
      isDraining = true;
      await Promise.all([services.close(), sample.close()]);
    },
  };
}

/** Returns all endpoints under `/api/v1`. */
export function createApiEndpoints(services: Services): ApiEndpoint[] {
  const { keys, sites, polls, quizzes, forms, clientKeyOf } = services;
  const context = routeContextOf(services);
  return [
    ...accountRoutes(keys),
    ...siteRoutes(sites, clientKeyOf),
    ...kindRoutes(polls, context, pollWire),
    ...quizRoutes(quizzes, context, services),
    ...kindRoutes(forms, context, formWire),
  ];
}

function routeContextOf({ clientKeyOf, sites, urls }: Services): RouteContext {
  return { clientKeyOf, originsOf: sites.originsOf, ownOrigin: urls.origin };
}

function createInstancePipeline(services: Services, isDraining: () => boolean): Pipeline {
  const {
    store,
    clock,
    authenticate,
    limiter,
    accountLimiter,
    heavyRequests,
    addressOf,
    quizzes,
    overload,
    logger,
    urls,
  } = services;
  const apiEndpoints = createApiEndpoints(services);
  const pageEndpoints = [
    ...healthEndpoints(store, isDraining),
    ...embedRoutes(services, routeContextOf(services)),
    ...quizPages(quizzes, routeContextOf(services), services),
    ...pageRoutes(services),
    ...dashboardRoutes(services),
  ];
  return createPipeline({
    api: {
      ...{ store, clock, authenticate, limiter, accountLimiter, heavyRequests, addressOf },
      renderSubmissionError: createRefuseByPage(services),
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
  });
}

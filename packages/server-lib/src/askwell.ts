import { accountRoutes } from './accounts/routes.js';
import { createFetchHandler, type FetchHandler } from './adapters/fetch.js';
import { createNodeHandler, type NodeHandler } from './adapters/node.js';
import { createKindApi, type KindApi } from './asks/programmatic.js';
import { kindRoutes, type RouteContext } from './asks/routes.js';
import { assemble, type House } from './assemble.js';
import type { Auth } from './auth/auth.js';
import type { Session } from './auth/session.js';
import { dashboardRoutes, failPage } from './dashboard/routes.js';
import { embedRoutes } from './embed/routes.js';
import type { Form, FormDraft, FormResults, Submission } from './forms/contract.js';
import { formWire } from './forms/wire.js';
import type { ApiEndpoint } from './http/keyed.js';
import { createPipeline, type Pipeline } from './http/pipeline.js';
import type { CreatedKey, OwnedKey } from './keys/keys.js';
import type { KeyDraft } from './keys/schema.js';
import type { Limiter } from './limiter/limiter.js';
import { openApiRoutes } from './openapi/routes.js';
import type { AskwellOptions } from './options.js';
import { createRefuseByPage } from './pages/fail-page.js';
import { pageRoutes } from './pages/routes.js';
import type { Poll, PollDraft, PollResults, Vote } from './polls/contract.js';
import { pollWire } from './polls/wire.js';
import type { Attempt, Quiz, QuizDraft, QuizResults } from './quizzes/contract.js';
import { quizPages, quizRoutes } from './quizzes/routes.js';
import { createSample } from './sample/sample.js';
import { serviceRoutes } from './service/routes.js';
import { siteRoutes } from './sites/routes.js';

/** Askwell inside your app. Made by {@link createAskwell}. */
export interface Askwell {
  /** A listener for `http.createServer`, and a middleware for Express, Connect, Fastify and Koa. */
  readonly node: NodeHandler;
  /** Answers a fetch `Request`, for Hono, Next, SvelteKit, Bun and Deno. */
  readonly fetch: FetchHandler;
  /** Tells who calls: by API key, or logged in. */
  readonly auth: Auth;
  /** API keys, for a dashboard of your own. Each call demands a verified session; a key can't make keys. */
  readonly keys: {
    create(session: Session, draft: KeyDraft): Promise<CreatedKey>;
    list(session: Session): Promise<OwnedKey[]>;
    delete(session: Session, id: number): Promise<void>;
  };
  /** Polls, quizzes and forms, for a host that manages its users' asks in process. */
  readonly polls: KindApi<PollDraft, Poll, Vote, PollResults>;
  readonly quizzes: KindApi<QuizDraft, Quiz, Attempt, QuizResults>;
  readonly forms: KindApi<FormDraft, Form, Submission, FormResults>;
  /** The limit of the public operations, for routes of your own. */
  readonly limiter: Limiter;
  /** Settles when the database is open and its schema current; rejects with what to do when it can't be. */
  ready(): Promise<void>;
  /** From now on `/readyz` answers 503, so that no new traffic is sent here; whoever reads results live is sent away. */
  drain(): void;
  /** Commits what is pending and closes the database. Close your server first. */
  close(): Promise<void>;
}

/**
 * Makes an Askwell over a SQLite database. It opens in the background: the first requests wait for it.
 *
 * @example
 * import { createServer } from 'node:http';
 * import { createAskwell } from '@askwell/server';
 *
 * const askwell = createAskwell({ database: 'askwell.db', baseUrl: 'http://localhost:3000' });
 * createServer(askwell.node).listen(3000);
 */
export function createAskwell(options: AskwellOptions): Askwell {
  return openHouse(assemble(options));
}

/** Puts doors on a house. */
export function openHouse(house: House): Askwell {
  const { place, auth, keys, limiter, live, store } = house;
  let draining = false;
  const sample = createSample(house);
  const pipeline = sample.before(createHousePipeline(house, () => draining));
  const mount = { basePath: place.basePath, linkBase: place.linkBase };

  return {
    node: createNodeHandler(pipeline, mount),
    fetch: createFetchHandler(pipeline, mount),
    auth,
    keys: { create: keys.create, list: keys.list, delete: keys.delete },
    polls: createKindApi(house.polls),
    quizzes: createKindApi(house.quizzes),
    forms: createKindApi(house.forms),
    limiter,
    ready: () => store.ready(),
    drain() {
      draining = true;
      live.end();
      sample.drain();
    },
    async close() {
      draining = true;
      await Promise.all([house.close(), sample.close()]);
    },
  };
}

/** Everything that stands under `/api/v1`. */
export function apiEndpointsOf(house: House): ApiEndpoint[] {
  const { keys, sites, polls, quizzes, forms } = house;
  const context = routeContextOf(house);
  return [
    ...accountRoutes(keys),
    ...siteRoutes(sites),
    ...kindRoutes(polls, context, pollWire),
    ...quizRoutes(quizzes, context, house),
    ...kindRoutes(forms, context, formWire),
  ];
}

function routeContextOf({ clientOf, sites, place }: House): RouteContext {
  return { clientOf, originsOf: sites.originsOf, ownOrigin: place.origin };
}

function createHousePipeline(house: House, isDraining: () => boolean): Pipeline {
  const { store, clock, authenticate, limiter, addressOf, quizzes, logger } = house;
  const apiEndpoints = apiEndpointsOf(house);
  const pageEndpoints = [
    ...serviceRoutes(store, isDraining),
    ...embedRoutes(house, routeContextOf(house)),
    ...quizPages(quizzes, routeContextOf(house), house),
    ...pageRoutes(house),
    ...dashboardRoutes(house),
  ];
  return createPipeline({
    api: { store, clock, authenticate, limiter, addressOf, refuseByPage: createRefuseByPage(house) },
    apiEndpoints,
    pageEndpoints: [...pageEndpoints, ...openApiRoutes(apiEndpoints, pageEndpoints, house.place)],
    failPage,
    logger,
  });
}

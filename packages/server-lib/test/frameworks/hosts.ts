import type { RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import express from 'express';
import fastify, { type FastifyRequest } from 'fastify';
import { H3, type H3Event, toNodeHandler } from 'h3';
import * as h3v1 from 'h3-v1';
import { type Context, Hono } from 'hono';
import Koa from 'koa';
import bodyParser from 'koa-bodyparser';
import mount from 'koa-mount';
import type { GetUser, HostUser } from '../../src/accounts/host-user.js';
import { toExpressHandler } from '../../src/adapters/frameworks/express.js';
import { fastifyAskwell } from '../../src/adapters/frameworks/fastify.js';
import { toH3Handler } from '../../src/adapters/frameworks/h3.js';
import { toHonoHandler } from '../../src/adapters/frameworks/hono.js';
import { toKoaMiddleware } from '../../src/adapters/frameworks/koa.js';
import { toNextJsHandler } from '../../src/adapters/frameworks/next.js';
import { type SvelteKitEvent, toSvelteKitHandler } from '../../src/adapters/frameworks/sveltekit.js';
import { type Askwell, createAskwell } from '../../src/askwell.js';
import type { AskwellOptions } from '../../src/options/options.js';

type Listen<HostRequest> = (askwell: Askwell<HostRequest>, base: string) => RequestListener | Promise<RequestListener>;

/** An app of one framework that mounts Askwell by its helper and answers 418 to requests that reach none of its routes. */
export interface FrameworkHost {
  readonly name: string;
  readonly listen: Listen<unknown>;
  /** Creates an Askwell whose `getUser` finds the user where the app's own middleware put them. */
  create(options: AskwellOptions): {
    readonly askwell: Omit<Askwell, 'node' | 'fetch'>;
    readonly listener: RequestListener | Promise<RequestListener>;
  };
  /** Whether requests below the base path that are not Askwell's reach the app. */
  readonly passesOn: boolean;
  /** Whether the app reads bodies before Askwell does, and refuses or repairs the ones it cannot parse. */
  readonly parses: boolean;
  /** The requests of the suite for adapters that the app's parser refuses besides. */
  readonly refuses: readonly string[];
}

export const base = '/x/polls';
export const elsewhere = 'Not Askwell.';

/** The user whom a request names. The apps' middleware attaches this to their requests. */
function userNamed(name: string | null | undefined): () => HostUser | null {
  return () => {
    if (name === 'broken') throw new Error('The session store is down.');
    return name ? { id: name, name, email: `${name}@example.com` } : null;
  };
}

interface Definition<HostRequest> {
  readonly listen: Listen<HostRequest>;
  readonly getUser: GetUser<HostRequest>;
  readonly passesOn?: boolean;
  readonly parses?: boolean;
  readonly refuses?: readonly string[];
}

function define<HostRequest>(name: string, definition: Definition<HostRequest>): FrameworkHost {
  const { listen, getUser, passesOn = false, parses = false, refuses = [] } = definition;
  return {
    name,
    listen,
    create(options) {
      const askwell = createAskwell<HostRequest>({ ...options, getUser });
      return { askwell, listener: listen(askwell, base) };
    },
    passesOn,
    parses,
    refuses,
  };
}

declare module 'express-serve-static-core' {
  interface Request {
    findUser?: () => HostUser | null;
  }
}

function expressApp(...before: express.RequestHandler[]): Listen<express.Request> {
  return (askwell, path) => {
    const app = express();
    app.use(
      (request, _response, next) => {
        request.findUser = userNamed(request.get('x-user'));
        next();
      },
      ...before,
    );
    app.use(path, toExpressHandler(askwell));
    app.use((_request, response) => void response.status(418).send(elsewhere));
    return app;
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    findUser?: () => HostUser | null;
  }
}

const fastifyApp: Listen<FastifyRequest> = async (askwell, prefix) => {
  const app = fastify();
  app.decorateRequest('findUser');
  app.addHook('onRequest', async (request) => {
    request.findUser = userNamed(String(request.headers['x-user'] ?? ''));
  });
  app.register(fastifyAskwell, { askwell, prefix });
  app.setNotFoundHandler((_request, reply) => reply.status(418).send(elsewhere));
  await app.ready();
  return (request, response) => app.routing(request, response);
};

type KoaMount = (app: Koa, askwell: Askwell<Koa.Context>, path: string) => void;

function koaApp(mountOn: KoaMount): Listen<Koa.Context> {
  return (askwell, path) => {
    const app = new Koa();
    app.use((context, next) => {
      context['state']['findUser'] = userNamed(context.get('x-user'));
      return next();
    });
    mountOn(app, askwell, path);
    app.use((context) => {
      context.status = 418;
      context.body = elsewhere;
    });
    return app.callback();
  };
}

const koaUser: GetUser<Koa.Context> = ({ request }) => request['state']['findUser']();

type HonoEnv = { Bindings: HttpBindings; Variables: { findUser: () => HostUser | null } };

function honoApp(...before: ((context: Context<HonoEnv>) => Promise<unknown>)[]): Listen<Context<HonoEnv>> {
  return (askwell, path) => {
    const app = new Hono<HonoEnv>();
    app.use(async (context, next) => {
      context.set('findUser', userNamed(context.req.header('x-user')));
      for (const step of before) await step(context);
      await next();
    });
    app.all(`${path}/*`, toHonoHandler(askwell));
    app.notFound((context) => context.text(elsewhere, 418));
    return getRequestListener(app.fetch);
  };
}

declare module 'h3' {
  interface H3EventContext {
    findUser?: () => HostUser | null;
  }
}

const h3App: Listen<H3Event> = (askwell, path) => {
  const app = new H3();
  app.use((event) => {
    event.context.findUser = userNamed(event.req.headers.get('x-user'));
  });
  app.all(`${path}/**`, toH3Handler(askwell));
  app.all('/**', () => new Response(elsewhere, { status: 418 }));
  return nodeListener(toNodeHandler(app));
};

/** h3's listener returns a promise. */
function nodeListener(handler: (...parameters: Parameters<RequestListener>) => unknown): RequestListener {
  return (request, response) => void handler(request, response);
}

function h3v1App(use: (app: h3v1.App, path: string, handler: h3v1.EventHandler) => void): Listen<h3v1.H3Event> {
  return (askwell, path) => {
    const app = h3v1.createApp();
    app.use(
      h3v1.eventHandler((event) => {
        event.context['findUser'] = userNamed(h3v1.getHeader(event, 'x-user'));
      }),
    );
    use(app, path, h3v1.eventHandler(toH3Handler(askwell)));
    app.use(
      h3v1.eventHandler((event) => {
        h3v1.setResponseStatus(event, 418);
        return elsewhere;
      }),
    );
    return h3v1.toNodeListener(app);
  };
}

/** Next's route file, without Next: the methods that it exports, and the address that a proxy would add. */
const nextRoute: Listen<Request> = (askwell, path) => {
  const handlers = new Map(Object.entries(toNextJsHandler(askwell, { address: 'x-real-ip' })));
  return webListener(path, (request, { socket }) => {
    request.headers.set('x-real-ip', socket.remoteAddress ?? '');
    return handlers.get(request.method)?.(request) ?? new Response(null, { status: 405 });
  });
};

interface KitEvent extends SvelteKitEvent {
  readonly locals: { readonly findUser: () => HostUser | null };
}

/** SvelteKit's route file, without SvelteKit. */
const kitRoute: Listen<KitEvent> = (askwell, path) => {
  const fallback = toSvelteKitHandler(askwell);
  return webListener(path, (request, { socket }) =>
    fallback({
      request,
      getClientAddress: () => socket.remoteAddress ?? '',
      locals: { findUser: userNamed(request.headers.get('x-user')) },
    }),
  );
};

/** Node's request, of either version of HTTP. */
interface Incoming {
  readonly socket: { readonly remoteAddress?: string | undefined };
}

function webListener(
  path: string,
  answer: (request: Request, incoming: Incoming) => Response | Promise<Response>,
): RequestListener {
  const listener = getRequestListener((request, { incoming }) => {
    const { pathname } = new URL(request.url);
    const isBelow = pathname === path || pathname.startsWith(`${path}/`);
    return isBelow ? answer(new Request(request), incoming) : new Response(elsewhere, { status: 418 });
  });
  return nodeListener(listener);
}

const readJson = async (context: Context<HonoEnv>): Promise<unknown> =>
  context.req.header('content-type') === 'application/json' ? context.req.text() : null;

export const frameworkHosts: readonly FrameworkHost[] = [
  define('Express by its helper', {
    listen: expressApp(),
    getUser: ({ request }) => request.findUser?.(),
    passesOn: true,
  }),
  define('Fastify', { listen: fastifyApp, getUser: ({ request }) => request.findUser?.(), passesOn: true }),
  define('Koa', {
    listen: koaApp((app, askwell) => app.use(toKoaMiddleware(askwell))),
    getUser: koaUser,
    passesOn: true,
  }),
  define('Koa with koa-mount', {
    listen: koaApp((app, askwell, path) => app.use(mount(path, toKoaMiddleware(askwell)))),
    getUser: koaUser,
    passesOn: true,
  }),
  define('Koa after a body parser', {
    listen: koaApp((app, askwell) => app.use(bodyParser({ formLimit: '1mb' })).use(toKoaMiddleware(askwell))),
    getUser: koaUser,
    passesOn: true,
    parses: true,
    refuses: ['poison'],
  }),
  define('Hono', { listen: honoApp(), getUser: ({ request }) => request.get('findUser')() }),
  define('Hono after middleware that reads bodies', {
    listen: honoApp(readJson),
    getUser: ({ request }) => request.get('findUser')(),
    parses: true,
  }),
  define('h3 2', { listen: h3App, getUser: ({ request }) => request.context.findUser?.() }),
  define('h3 1', {
    listen: h3v1App((app, path, handler) => {
      app.use(h3v1.createRouter().use(path, handler).use(`${path}/**`, handler).handler);
    }),
    getUser: ({ request }) => request.context['findUser'](),
    passesOn: true,
  }),
  define('h3 1 with a prefix', {
    listen: h3v1App((app, path, handler) => app.use(path, handler)),
    getUser: ({ request }) => request.context['findUser'](),
    passesOn: true,
  }),
  define('the route file of Next', {
    listen: nextRoute,
    getUser: ({ request }) => userNamed(request.headers.get('x-user'))(),
  }),
  define('the route file of SvelteKit', { listen: kitRoute, getUser: ({ request }) => request.locals.findUser() }),
];

import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { type Askwell, createAskwell } from '@askwell/server';
import express, { type RequestHandler } from 'express';
import { rateLimit } from 'express-rate-limit';
import { servers } from './browser.js';
import { close, listen } from './servers.js';

/** Options of {@link startHostApp}. */
export interface HostAppOptions {
  readonly signInUrl?: string;
}

/** An app with its own members and middleware, in which Askwell is mounted at `/polls`. */
export interface HostApp {
  readonly url: string;
  readonly askwell: Askwell;
  readonly account: Awaited<ReturnType<Askwell['accounts']['ensure']>>;
  /** Replaces the middleware that runs before Askwell. By default, no middleware runs before Askwell. */
  readonly use: (middleware?: RequestHandler) => void;
  readonly close: () => Promise<void>;
}

const htmlPage = (title: string) => `<!doctype html><html lang="en"><title>${title}</title><h1>${title}</h1></html>`;

/** Refuses writes without a token, in the way of csurf: the page of the error handler is HTML. */
export const csrfProtection: RequestHandler = (request, response, next) => {
  if (/^(GET|HEAD|OPTIONS)$/.test(request.method) || request.get('x-csrf-token')) next();
  else response.status(403).type('html').send(htmlPage('ForbiddenError: invalid csrf token'));
};

/** Limits the requests of a client. Its reply is HTML. */
export const limitRequests = (): RequestHandler => rateLimit({ limit: 0, legacyHeaders: false, validate: false });

/** Sends everybody who is not signed in to a sign-in page. */
export const requireSignIn =
  (page: string): RequestHandler =>
  (_request, response) =>
    response.redirect(page);

/** Runs a middleware for some requests only. */
export const onlyFor =
  (path: RegExp, middleware: RequestHandler): RequestHandler =>
  (request, response, next) =>
    path.test(request.originalUrl) ? middleware(request, response, next) : next();

let apps = 0;

const memberCookie = /(?:^|; )member=([\w-]+)/;

/**
 * Starts an app. Its page at `/?markup=…` contains that markup and the script of the widget. Its page at `/login` signs visitors in with
 * a link for each member.
 */
export async function startHostApp(options: HostAppOptions = {}): Promise<HostApp> {
  let middleware: RequestHandler | undefined;
  const app = express();
  const server: Server = createServer(app);
  const url = await listen(server);
  const askwell = createAskwell({
    database: join(servers.folder, `host-${++apps}.db`),
    baseUrl: `${url}/polls`,
    limits: { eventLoopDelay: 60_000, writeDelay: 60_000 },
    userOrigins: [servers.site],
    getUser({ headers }) {
      const [, id] = memberCookie.exec(headers.get('cookie') ?? '') ?? [];
      return id === undefined ? null : { id, name: id, email: `${id}@example.com` };
    },
    ...options,
  });
  const account = await askwell.accounts.ensure({ externalId: 'owner', name: 'Owner', email: 'owner@example.com' });
  app.get('/', (request, response) => {
    response.type('html').send(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>App</title>
<meta name="viewport" content="width=device-width"><script async src="/polls/widget.js"></script></head>
<body><main><h1>App</h1>${request.query['markup']}</main></body></html>`,
    );
  });
  app.get('/login', ({ query }, response) => {
    const next = String(query['next'] ?? '/');
    if (query['as']) response.cookie('member', query['as'], { httpOnly: true, sameSite: 'lax' }).redirect(next);
    else {
      const links = ['member-1', 'member-2'].map(
        (id) => `<a href="/login?as=${id}&next=${encodeURIComponent(next)}">${id}</a>`,
      );
      response.type('html').send(htmlPage('Sign in') + links.join(' '));
    }
  });
  app.use((request, response, next) => (middleware ? middleware(request, response, next) : next()));
  app.use('/polls', askwell.node);
  return {
    url,
    askwell,
    account,
    use(next) {
      middleware = next;
    },
    async close() {
      await close(server);
      await askwell.close();
    },
  };
}

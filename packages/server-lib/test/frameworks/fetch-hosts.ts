import type { RequestListener } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { toHonoHandler } from '../../src/adapters/hono.js';
import { toNextJsHandler } from '../../src/adapters/next.js';
import { type SvelteKitEvent, toSvelteKitHandler } from '../../src/adapters/sveltekit.js';
import type { HostUser } from '../../src/http/host-user.js';
import { define, elsewhere, type FrameworkHost, type Listen, nodeListener, userNamed } from './define.js';

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

const readJson = async (context: Context<HonoEnv>): Promise<unknown> =>
  context.req.header('content-type') === 'application/json' ? context.req.text() : null;

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

/** Apps of frameworks over fetch: Hono, and the route files of Next and SvelteKit without the frameworks around them. */
export const fetchHosts: readonly FrameworkHost[] = [
  define('Hono', { listen: honoApp(), getUser: ({ request }) => request.get('findUser')() }),
  define('Hono after middleware that reads bodies', {
    listen: honoApp(readJson),
    getUser: ({ request }) => request.get('findUser')(),
    parses: true,
  }),
  define('the route file of Next', {
    listen: nextRoute,
    getUser: ({ request }) => userNamed(request.headers.get('x-user'))(),
  }),
  define('the route file of SvelteKit', { listen: kitRoute, getUser: ({ request }) => request.locals.findUser() }),
];

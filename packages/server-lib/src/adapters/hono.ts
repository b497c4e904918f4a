import { addressAdviceKey } from './mount.js';
import type { FetchMount } from './mounts.js';

const addressAdvice = 'toHonoHandler(askwell, { address: (context) => … })';

/** The members of a Hono context that the handler uses. */
export interface HonoContext {
  readonly env: unknown;
  readonly req: {
    readonly raw: Request;
    arrayBuffer(): Promise<ArrayBuffer>;
  };
}

/** The options of {@link toHonoHandler}. */
export interface HonoOptions<Context> {
  /** Returns the client's address. Default: the remote address of the connection, with `@hono/node-server`. */
  address?: ((context: Context) => string | undefined) | undefined;
}

/** A Hono handler. `Context` is the type of the `request` that `getUser` receives. */
export type HonoHandler<Context extends HonoContext> = (context: Context) => Promise<Response>;

/**
 * Returns a Hono handler. `getUser` receives the Hono context.
 *
 * @example
 * const askwell = createAskwell<Context>({ database, baseUrl, getUser: ({ request }) => request.get('user') });
 * app.all('/polls/*', toHonoHandler(askwell));
 */
export function toHonoHandler<Context extends HonoContext>(
  askwell: FetchMount<Context>,
  { address = connectionAddress }: HonoOptions<Context> = {},
): HonoHandler<Context> {
  return async (context) =>
    askwell.fetch(await unreadRequest(context), {
      address: address(context),
      [addressAdviceKey]: addressAdvice,
      request: context,
    });
}

/** Hono caches a body that middleware has read, so it can be read again. */
async function unreadRequest({ req }: HonoContext): Promise<Request> {
  const { raw } = req;
  if (!raw.bodyUsed) return raw;
  const { url, method, headers, signal } = raw;
  return new Request(url, { method, headers, signal, body: await req.arrayBuffer() });
}

/** Returns the address that `getConnInfo` of `@hono/node-server` reads. Some setups have its bindings under `server`. */
function connectionAddress({ env }: HonoContext): string | undefined {
  const bindings = member(env, 'server') ?? env;
  const address = member(member(member(bindings, 'incoming'), 'socket'), 'remoteAddress');
  return typeof address === 'string' ? address : undefined;
}

function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

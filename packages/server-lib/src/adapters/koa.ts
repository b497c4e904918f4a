import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerWith, type NodeMount } from './mounts.js';

/** The members of a Koa context that the middleware uses. */
export interface KoaContext {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly request: object;
  readonly originalUrl: string;
  respond?: boolean | undefined;
}

/** A Koa middleware. `Context` is the type of the `request` that `getUser` receives. */
export type KoaMiddleware<Context extends KoaContext> = (
  context: Context,
  next: () => Promise<unknown>,
) => Promise<unknown>;

/**
 * Returns a Koa middleware, for `app.use` or koa-mount, before or after a body parser. Requests that are not for Askwell are
 * passed to the next middleware. `getUser` receives the Koa context.
 *
 * @example
 * const askwell = createAskwell<Koa.Context>({ database, baseUrl, getUser: ({ request }) => request.state.user });
 * app.use(toKoaMiddleware(askwell));
 */
export function toKoaMiddleware<Context extends KoaContext>(askwell: NodeMount<Context>): KoaMiddleware<Context> {
  return (context, next) => {
    const { req, res } = context;
    shareWithNode(context);
    const answered = answerWith(askwell, req, res, { request: context });
    if (!answered) return next();
    context.respond = false;
    return answered;
  };
}

/** Copies to the Node request what Koa middleware stores elsewhere: the URL before koa-mount, and a parsed body. */
function shareWithNode({ req, request, originalUrl }: KoaContext): void {
  const body: unknown = Reflect.get(request, 'rawBody') ?? Reflect.get(request, 'body');
  Object.assign(req, { originalUrl }, body === undefined ? {} : { body });
}

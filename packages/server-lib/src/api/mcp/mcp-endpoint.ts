import { AskwellError } from '../../base/errors.js';
import { turnForRequest } from '../../base/event-loop.js';
import { isObject } from '../../base/validation/objects.js';
import type { UrlSettings } from '../../http/base-path.js';
import { readBody } from '../../http/body.js';
import type { HttpExchange, Reply } from '../../http/exchange.js';
import type { AccountLimiter } from '../../http/limits/account-limiter.js';
import { bodyLimit } from '../../http/limits.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { errorReply, unauthorized, withHeaders } from '../../http/reply.js';
import type { Caller } from '../../owners/keys/authenticate-key.js';
import type { ApiEndpoint } from '../keyed-endpoint.js';
import { describeApi } from '../openapi/operation-list.js';
import { loadMcpSdk } from './load-sdk.js';
import { createMcpServer } from './mcp-server.js';
import { innerExchange, readReply } from './send-in-process.js';
import { createTools, type Tool } from './tools.js';

/** The maximum number of members and items of a message, without the arguments of a tool. */
const maxValues = 1_000;

/** The services that `/mcp` uses. */
export interface McpContext {
  readonly authenticate: (key: string | undefined) => Promise<Caller | null>;
  readonly accountLimiter: Pick<AccountLimiter, 'take' | 'headers'>;
  readonly urls: Pick<UrlSettings, 'origin'>;
}

/** Handles a request to the API. */
type HandleRequest = (exchange: HttpExchange) => Promise<Reply>;

/**
 * Returns the endpoint `/mcp`, which offers the API as tools by MCP's streamable HTTP. It keeps no sessions, so that each
 * instance can answer each request.
 *
 * @param writes Whether tools can change anything.
 * @param handle Handles the requests of tools, as if a client had sent them.
 */
export function mcpEndpoints(
  api: readonly ApiEndpoint[],
  writes: boolean,
  { authenticate, accountLimiter, urls }: McpContext,
  handle: HandleRequest,
): PageEndpoint[] {
  let tools: ReadonlyMap<string, Tool> | undefined;

  async function post(exchange: HttpExchange): Promise<Reply> {
    requireOwnOrigin(exchange, urls.origin);
    const caller = await authenticate(exchange.header('x-api-key'));
    if (!caller) return unauthorized;
    exchange.account = caller.scope.account;
    // Counts the request before the message is read. The API does not count the request of a tool again.
    const decision = await accountLimiter.take(caller.scope.account);
    const limitHeaders = accountLimiter.headers(decision);
    try {
      if (!decision.admitted)
        throw new AskwellError('rate_limited', undefined, { retryAfter: decision.retryAfterSeconds });
      await turnForRequest(caller.scope.account, exchange);
      return withHeaders(await answer(exchange, caller), limitHeaders);
    } catch (error) {
      if (error instanceof AskwellError && error.status < 500) return errorReply(error, limitHeaders);
      throw error;
    }
  }

  async function answer(exchange: HttpExchange, { key }: Caller): Promise<Reply> {
    const message = await readBody(exchange, bodyLimit, ['application/json']);
    if (Array.isArray(message)) throw new AskwellError('malformed', 'Batches are not supported. Send one message.');
    requireBounded(message);
    tools ??= createTools(describeApi(api));
    return respond(exchange, message, { tools, writes, permissions: key.permissions }, handle);
  }

  return [{ path: '/mcp', hasOwnTurns: true, post, onError: (error) => errorReply(error) }];
}

/** Refuses pages of other origins, which could reach a local server by DNS rebinding. Other clients send no `Origin`. */
function requireOwnOrigin(exchange: HttpExchange, ownOrigin: string | undefined): void {
  const origin = exchange.header('origin');
  if (origin === undefined || origin === ownOrigin) return;
  throw new AskwellError('forbidden', 'Web pages of other origins cannot use MCP.');
}

/** Passes one message to the SDK, and returns its response. */
async function respond(
  exchange: HttpExchange,
  message: unknown,
  access: Pick<Parameters<typeof createMcpServer>[1], 'tools' | 'writes' | 'permissions'>,
  handle: HandleRequest,
): Promise<Reply> {
  const sdk = await loadMcpSdk();
  const handler = sdk.createMcpHandler(
    () =>
      createMcpServer(sdk, {
        ...access,
        send: async (request, signal = exchange.signal) =>
          readReply(await handle(innerExchange(exchange, request, signal))),
      }),
    // The tools of a server do not change, so there is nothing to subscribe to.
    { maxSubscriptions: 0 },
  );
  const { signal } = exchange;
  const request = new Request('http://localhost/mcp', { method: 'POST', headers: protocolHeaders(exchange), signal });
  return toReply(await handler.fetch(request, { parsedBody: message }));
}

const protocolHeaderNames = ['accept', 'content-type', 'mcp-protocol-version', 'mcp-method', 'mcp-name'];

function protocolHeaders(exchange: HttpExchange): Headers {
  const headers = new Headers();
  for (const name of protocolHeaderNames) {
    const value = exchange.header(name);
    if (value !== undefined) headers.set(name, value);
  }
  return headers;
}

async function toReply(response: Response): Promise<Reply> {
  const type = response.headers.get('content-type');
  const headers = [...(type === null ? [] : ['content-type', type]), 'cache-control', 'no-store'];
  const { status, body } = response;
  if (!body) return { status, headers, body: null };
  if (!type?.startsWith('text/event-stream')) return { status, headers, body: await response.text() };
  return { status, headers: [...headers, 'x-accel-buffering', 'no'], body };
}

/**
 * Limits the number of values in a message before the SDK validates it. The schemas of the SDK have no limits, and report a fault
 * for each item of a list. Only the arguments of a tool can be as large as a body, because the SDK leaves them to the operation.
 *
 * @throws AskwellError with the code `too_large`.
 */
function requireBounded(message: unknown): void {
  const args = isObject(message) && isObject(message['params']) ? message['params']['arguments'] : undefined;
  let count = 0;
  const countIn = (value: unknown): void => {
    const members = typeof value === 'object' && value !== null ? Object.values(value) : [];
    count += members.length;
    if (count > maxValues)
      throw new AskwellError(
        'too_large',
        `The message has more than ${maxValues} values, without those within the arguments of a tool.`,
      );
    if (value !== args) members.forEach(countIn);
  };
  countIn(message);
}

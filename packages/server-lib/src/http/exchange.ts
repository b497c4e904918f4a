import type { Html } from '../base/html.js';
import type { CachedText } from './compression/cached-text.js';
import type { HostUser } from './host-user.js';

/** A request, independent of the server that received it. Header names are in lower case. */
export interface HttpExchange {
  readonly method: string;
  /** The path below the base path, still percent-encoded: `/api/v1/me`. */
  readonly path: string;
  /** The query string, without the question mark. */
  readonly query: string;
  /** The prefix of links on pages: empty, or `/x/polls` when mounted there. */
  readonly base: string;
  /** The remote address of the connection; undefined if the host does not pass it. */
  readonly address: string | undefined;
  /** How the host passes the client's address to the handler or helper that it uses, as code. */
  readonly addressAdvice?: string | undefined;
  /** The request of the host's framework, for `getUser`. */
  readonly raw: unknown;
  /** The user that the host passed to the handler; null if nobody is signed in, undefined if the host passed none. */
  readonly user: HostUser | null | undefined;
  /** The account that the request is handled for, once its key or session is known. */
  account?: number;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
  /** Returns the value of a header. Repeated headers are joined by commas. */
  header(name: string): string | undefined;
  /** Returns all headers, for `getUser`. */
  headers(): Headers;
  /**
   * Reads the whole body, without a promise if it has arrived. It is read once: later calls return the same result, for any limit.
   *
   * @throws AskwellError with the code `too_large` as soon as the body exceeds the limit.
   */
  body(limit: number): Uint8Array | Promise<Uint8Array>;
  /**
   * Reads the body as it arrives, for bodies that are too large to keep in memory. Use either this or {@link body},
   * once. A reader that stops early must call `return`, which discards the rest of the body, because the next request
   * of the connection follows it.
   *
   * @throws AskwellError with the code `too_large` as soon as the body exceeds the limit.
   */
  bodyStream(limit: number): AsyncGenerator<Uint8Array, void>;
}

/** Marks a body that contains secrets. Each secret has at least 16 characters, none of which HTML escapes. */
export interface BodyWithSecrets {
  readonly secrets: readonly string[];
}

/** A body that is produced while the client reads it. */
export type StreamedBody = AsyncIterable<string | Uint8Array>;

/** A response. `headers` alternates names and values, which is the fastest form for Node. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | null | StreamedBody;
  /**
   * Whether the body is compressed for clients that accept it. {@link CachedText} keeps the compressed forms. Undefined: the
   * body is sent uncompressed.
   *
   * If a body contains a secret and also text that an attacker can choose, an observer of the compressed length can guess the
   * secret (BREACH). Such a body must either name its secrets, which are then left uncompressed, or not be compressible.
   */
  readonly compressible?: true | CachedText | BodyWithSecrets | undefined;
}

/** A response whose body may be a page. The pipeline renders the page in turns of the event loop. */
export interface PageReply extends Omit<Reply, 'body'> {
  readonly body: Reply['body'] | Html;
}

/** Returns whether a body is complete. */
export function isWhole(body: PageReply['body']): body is string | Uint8Array {
  return typeof body === 'string' || body instanceof Uint8Array;
}

/** Returns whether a body is produced while the client reads it. */
export function isStream(body: PageReply['body']): body is StreamedBody {
  return typeof body === 'object' && body !== null && Symbol.asyncIterator in body;
}

/** The scheme and authority of a request target in absolute form, which proxies send. */
const schemeAndAuthority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** Splits a request target into path and query. A fragment, which clients must not send, is removed. */
export function splitTarget(target: string): { path: string; query: string } {
  const originForm = target.startsWith('/') ? target : target.replace(schemeAndAuthority, '');
  const hash = originForm.indexOf('#');
  const withoutFragment = hash === -1 ? originForm : originForm.slice(0, hash);
  const questionMark = withoutFragment.indexOf('?');
  if (questionMark === -1) return { path: withoutFragment || '/', query: '' };
  return { path: withoutFragment.slice(0, questionMark) || '/', query: withoutFragment.slice(questionMark + 1) };
}

import type { HostUser } from '../accounts/host-user.js';
import type { CachedText } from './compression/cached-text.js';

/** A request, whatever server it came through. Names of headers are in lower case. */
export interface HttpExchange {
  readonly method: string;
  /** The path below the base path, still percent-encoded: `/api/v1/me`. */
  readonly path: string;
  /** What follows the question mark, without it. */
  readonly query: string;
  /** What links on pages begin with: empty, or `/x/polls` when mounted there. */
  readonly base: string;
  /** The address of the socket's other end; undefined where the host can't tell. */
  readonly address: string | undefined;
  /** The request of the host's framework, for `getUser`. */
  readonly raw: unknown;
  /** The host's user, where its handler knows who is signed in; null when nobody is. */
  readonly user: HostUser | null | undefined;
  /** Aborts when the other end goes away. */
  readonly signal: AbortSignal;
  /** A header's value; a header that came several times has its values joined by a comma. */
  header(name: string): string | undefined;
  /** All headers, for `getUser`. */
  headers(): Headers;
  /** The whole body; refused as too large as soon as that shows. It is read once, under the limit first asked for. */
  body(limit: number): Promise<Uint8Array>;
}

/** Bytes as a text that has a character for each of them, which Node writes faster than the bytes. */
export class Latin1Text {
  constructor(readonly text: string) {}

  get bytes(): Uint8Array {
    return Buffer.from(this.text, 'latin1');
  }
}

/** A text body with secrets in it. Each of them has at least 16 characters, none of which HTML escapes. */
export interface BodyWithSecrets {
  readonly secrets: readonly string[];
}

/** An answer. `headers` alternates names and values, which Node writes fastest. */
export interface Reply {
  readonly status: number;
  readonly headers: readonly string[];
  readonly body: string | Uint8Array | Latin1Text | null | AsyncIterable<string | Uint8Array>;
  /**
   * Whether clients that accept it get the body compressed. {@link CachedText} keeps the compressed forms. Undefined: the body is
   * sent uncompressed. If a body holds a secret and also text that a stranger can choose, then an observer who sees only the
   * length of the compressed body can find out the secret by guessing it in that text (BREACH). Such a body must name its
   * secrets, which are then left uncompressed, or not be compressible.
   */
  readonly compressible?: true | CachedText | BodyWithSecrets | undefined;
}

/** What stands before the path in the absolute form of a target, which proxies send. */
const authority = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i;

/** The two parts of a request target; a fragment, which no client should send, is let go. */
export function splitTarget(target: string): { path: string; query: string } {
  const whole = target.startsWith('/') ? target : target.replace(authority, '');
  const hash = whole.indexOf('#');
  const local = hash === -1 ? whole : whole.slice(0, hash);
  const mark = local.indexOf('?');
  if (mark === -1) return { path: local || '/', query: '' };
  return { path: local.slice(0, mark) || '/', query: local.slice(mark + 1) };
}

import { sha256 } from '../crypto/hash.js';
import type { Exchange, Reply } from './exchange.js';

/** What a reply carries, and what tells it from every other state of the same thing. */
export interface Representation {
  readonly body: string | Uint8Array;
  readonly etag: string;
  readonly type: string;
  /** How the body is packed. */
  readonly encoding?: string | null;
  /** How long, and by whom, it may be kept. */
  readonly cacheControl: string;
  readonly headers?: readonly string[];
}

/** JSON that is kept and asked about each time: its tag moves with all that stands in it, and with nothing else. */
export function taggedJson(value: unknown): Representation {
  const body = JSON.stringify(value);
  const etag = `"${sha256(body).toString('base64url').slice(0, 22)}"`;
  return { body, etag, type: 'application/json; charset=utf-8', cacheControl: 'no-cache' };
}

/** Answers 304 to whoever has this state already. */
export function conditional(
  exchange: Exchange,
  { body, etag, type, encoding = null, cacheControl, headers = [] }: Representation,
): Reply {
  const common = ['cache-control', cacheControl, 'etag', etag, ...headers];
  if (hasAlready(exchange.header('if-none-match'), etag)) return { status: 304, headers: common, body: null };
  const packing = encoding === null ? [] : ['content-encoding', encoding];
  return { status: 200, headers: ['content-type', type, ...packing, ...common], body };
}

/** A tag that a proxy made weak, as it packed the body, still names the same state. */
function hasAlready(tags: string | undefined, etag: string): boolean {
  if (tags === undefined) return false;
  const known = tags.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}

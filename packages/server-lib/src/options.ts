import type Database from 'better-sqlite3';
import type { RegistrationMode } from './accounts/accounts.js';
import type { Listeners } from './asks/events.js';
import type { HostSession } from './auth/auth.js';
import { prefixShape } from './keys/format.js';
import type { LimiterStore } from './limiter/store.js';
import type { Logger } from './logger.js';

/** What {@link createAskwell} takes. Only `database` is needed; behind a proxy or under https, `baseUrl` too. */
export interface AskwellOptions {
  /** A file's path, `:memory:`, or an open better-sqlite3 handle, which stays open when Askwell closes. */
  database: string | Database.Database;
  /** The public address with its base path: `https://example.com` or `https://example.com/polls`. */
  baseUrl?: string;
  /** The path Askwell answers below. Default: the path of `baseUrl`. Express and Connect tell it by themselves. */
  basePath?: string;
  /** Keys what must not be guessed: at least 32 characters. Default: made once, in a file beside the database. */
  secret?: string;
  /** Proxies whose `X-Forwarded-For` is believed: addresses and CIDR ranges. Default: none. */
  trustProxy?: readonly string[];
  /** What API keys begin with: 2 to 12 letters from a to z. Default: `ask`. */
  keyPrefix?: string;
  /** Who may register. Default: `open`. */
  registration?: RegistrationMode;
  /** Tells who is logged in to your app; its users then need no second login here. */
  session?: HostSession;
  /** Called in this process after each commit: when an answer came in, and when an ask or its answers changed. */
  on?: Listeners;
  limits?: {
    /** How much of an IPv6 address tells one client from another. Default: 64. */
    ipv6Prefix?: number;
    /** Where the public operations' requests are counted. Default: this process's memory. */
    store?: LimiterStore;
    /** Clients that may read results live at the same time, in this process. Default: 2,000. */
    liveReaders?: number;
  };
  /** Default: silence. A pino instance fits. */
  logger?: Logger;
  /** Milliseconds since 1970, like `Date.now`; fractions are microseconds. For tests. */
  clock?: () => number;
  /** Where the writer's file is when a bundler moved it, or `inline` for hosts without threads. */
  writer?: URL | string | 'inline';
}

/** The parts of `baseUrl` and `basePath`, checked. */
export interface Place {
  /** Scheme, host and port as browsers see them; undefined where no `baseUrl` says. */
  readonly origin: string | undefined;
  readonly basePath: string;
  readonly linkBase: string | undefined;
  readonly secure: boolean;
}

export function placeOf({ baseUrl, basePath }: Pick<AskwellOptions, 'baseUrl' | 'basePath'>): Place {
  const url = baseUrl === undefined ? undefined : parseBaseUrl(baseUrl);
  const linkBase = url && trimPath(url.pathname);
  const own = basePath === undefined ? (linkBase ?? '') : parseBasePath(basePath);
  return { origin: url?.origin, basePath: own, linkBase, secure: url?.protocol === 'https:' };
}

/** Percent-encoded, as it comes in requests. */
function parseBasePath(text: string): string {
  const path = trimPath(text);
  if (!/^(\/[^/?#\s\\]+)*$/.test(path)) throw new TypeError(`basePath: "${text}" must be a path like /polls.`);
  return trimPath(new URL(path, 'http://localhost').pathname);
}

function parseBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const bare = url && !url.search && !url.hash && !url.username && !url.password;
  // Links that began with two slashes would lead to another host.
  const plain = bare && /^https?:$/.test(url.protocol) && !/\/\/./.test(url.pathname);
  if (!plain)
    throw new TypeError(
      `baseUrl: "${text}" must be an http or https URL without query, like https://example.com/polls.`,
    );
  return url;
}

function trimPath(path: string): string {
  return path.replace(/\/+$/, '');
}

export function checkKeyPrefix(prefix: string): string {
  if (!prefixShape.test(prefix)) throw new TypeError(`keyPrefix: "${prefix}" must be 2 to 12 letters from a to z.`);
  return prefix;
}

export function checkIpv6Prefix(bits: number): number {
  if (!Number.isInteger(bits) || bits < 16 || bits > 128)
    throw new TypeError(`limits.ipv6Prefix: ${bits} must be a whole number from 16 to 128.`);
  return bits;
}

export function checkLiveReaders(count: number): number {
  if (!Number.isSafeInteger(count) || count < 0)
    throw new TypeError(`limits.liveReaders: ${count} must be a whole number, 0 or more.`);
  return count;
}

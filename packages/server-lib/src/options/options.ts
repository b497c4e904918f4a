import type { RegistrationMode } from '../accounts/account-service.js';
import type { GetUser } from '../accounts/host-user.js';
import type { Listeners } from '../asks/events.js';
import type { QuotaOptions } from '../asks/quota-options.js';
import type { LimiterStore } from '../limiter/limiter-store.js';
import type { Logger } from '../logger.js';
import type { SqliteHandle } from '../store/sqlite/drivers/sqlite-handle.js';
import type { PageOptions } from '../web/page-options.js';

/**
 * The options of {@link createAskwell}. Only `database` is required; behind a proxy or under https, set `baseUrl` too.
 *
 * `HostRequest` is the request object of the host's framework, as `getUser` receives it.
 */
export interface AskwellOptions<HostRequest = unknown> {
  /** A file path, `:memory:`, or an open better-sqlite3 handle, which stays open when Askwell closes. */
  database: string | SqliteHandle;
  /** The public URL with its base path: `https://example.com` or `https://example.com/polls`. */
  baseUrl?: string | undefined;
  /** The path that requests arrive under. Default: the path of `baseUrl`. Express and Connect report it themselves. */
  basePath?: string | undefined;
  /** The key for everything that must not be guessable: at least 32 characters, 8 of them different. Default: generated once, in a file beside the database. */
  secret?: string | undefined;
  /**
   * Lets another secret take the place of the one that the database was filled with, which is refused otherwise. Issued
   * tickets become invalid, and visitors are not recognized. For one start. Default: false.
   */
  newSecret?: boolean | undefined;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and CIDR ranges. Default: none. */
  trustProxy?: readonly string[] | undefined;
  /** The prefix of API keys: 2 to 12 letters from a to z. Default: `ask`. */
  keyPrefix?: string | undefined;
  /** Who may register with an email and a password. Default: `first`, so only the first visitor of `/register`. */
  registration?: RegistrationMode | undefined;
  /**
   * Returns the user who is signed in to the host app, or null. Each of them owns an account without visiting `/register`,
   * and signs in to the dashboard without a second password.
   */
  getUser?: GetUser<HostRequest> | undefined;
  /** Listeners in this process, called after each commit: an answer arrived, or an ask or its answers changed. */
  on?: Listeners | undefined;
  /** Turns pages off, which then answer 404. Default: all are on. */
  pages?: PageOptions | undefined;
  /**
   * Hosts from which `image_url` may load images, such as `images.example.com` or `*.example.com`: whoever runs a host sees
   * the addresses of visitors. Default: all.
   */
  imageHosts?: readonly string[] | undefined;
  limits?: LimitOptions | undefined;
  /** How much one account may keep. What exceeds a quota is refused with 409. */
  quotas?: QuotaOptions | undefined;
  /** Default: warnings and errors go to standard error, one line each. A pino instance fits. */
  logger?: Logger | undefined;
  /** Milliseconds since 1970, like `Date.now`; fractions are microseconds. For tests. */
  clock?: (() => number) | undefined;
  /** The location of the writer's file when a bundler moved it, or `inline` for hosts without threads. */
  writer?: URL | string | 'inline' | undefined;
}

export interface LimitOptions {
  /** How many bits of an IPv6 address identify a client: 16 to 128. Default: 64. */
  ipv6Prefix?: number | undefined;
  /** Where requests to the public operations are counted. Default: the memory of this process. */
  store?: LimiterStore | undefined;
  /** How many client addresses this process counts exactly at the same time. Default: 50,000. */
  addresses?: number | undefined;
  /** How many clients may follow live results at the same time in this process. Default: 2,000. */
  liveReaders?: number | undefined;
  /**
   * How many milliseconds the event loop, or a request that waits for its turn, may be late before public posts are answered
   * 503. Default: 1,000.
   */
  eventLoopDelay?: number | undefined;
  /** How many milliseconds the oldest pending write may take before public posts are answered 503. Default: 2,000. */
  writeDelay?: number | undefined;
  /** How many writes may be pending before public posts are answered 503, and all other writes at twice as many. Default: 10,000. */
  pendingWrites?: number | undefined;
  /** How many bytes pending writes may take; the same. Default: 33,554,432 (32 MiB). */
  pendingWriteBytes?: number | undefined;
  /** How many requests with an API key an account may send in any 60 seconds. Default: 6,000. */
  accountRequests?: number | undefined;
}

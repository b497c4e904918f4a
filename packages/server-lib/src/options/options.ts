import type { GetUser } from '../accounts/host-user.js';
import type { RegistrationMode } from '../accounts/registration/registration.js';
import type { Listeners } from '../asks/events.js';
import type { QuotaOptions } from '../asks/quota-options.js';
import type { ClockSource } from '../clock.js';
import type { EmailOptions } from '../email/email-options.js';
import type { LimiterStore } from '../limiter/limiter-store.js';
import type { Logger } from '../logger.js';
import type { MetricsOptions } from '../metrics/metrics-options.js';
import type { Database } from '../store/open-store.js';
import type { BrandOptions } from '../web/brand.js';
import type { PageOptions } from '../web/page-options.js';
import type { WebhookOptions } from '../webhooks/webhook-options.js';
import type { McpOptions } from './mcp-options.js';

/**
 * The options of {@link createAskwell}. Only `database` is required. Behind a proxy or with https, set `baseUrl` too.
 *
 * `HostRequest` is the request type of your framework, which `getUser` receives.
 */
export interface AskwellOptions<HostRequest = unknown> {
  /**
   * The path of a SQLite file, `:memory:` or a `postgres://` URL. Or an open better-sqlite3 database or a `Pool` of `pg`,
   * which stay open when Askwell closes.
   */
  database: Database;
  /**
   * The schema of the tables in PostgreSQL. It is created if it does not exist. Default: the parameter `schema` of the URL, or
   * else `askwell`, or `public` if an earlier version created the tables there.
   */
  schema?: string | undefined;
  /**
   * The maximum number of connections that this instance opens to a `postgres://` URL, at least 4. Default: 10. A `Pool` has its
   * own maximum.
   */
  databaseConnections?: number | undefined;
  /** The public URL that Askwell is mounted at: `https://example.com` or `https://example.com/polls`. */
  baseUrl?: string | undefined;
  /** The path that requests arrive under. Default: the path of `baseUrl`. Not needed with Express and Connect. */
  basePath?: string | undefined;
  /**
   * The key that signs tickets, tokens and visitor cookies: at least 32 characters, 8 of them different. Default: generated
   * at the first start and stored in a file next to the database, named like it with `.secret` appended. Required with
   * PostgreSQL, because all instances must have the same.
   */
  secret?: string | undefined;
  /**
   * Replaces the secret of an existing database, which is an error otherwise. Issued tickets become invalid, and visitors who
   * answered before are not recognized. Set it for one start. Default: false.
   */
  newSecret?: boolean | undefined;
  /** Proxies whose `X-Forwarded-For` is trusted: addresses and CIDR ranges. Default: none. */
  trustProxy?: readonly string[] | undefined;
  /** The prefix of API keys: 2 to 12 letters from a to z. Default: `ask`. */
  keyPrefix?: string | undefined;
  /** Who can register with an email and a password. Default: `first`, which allows only the first visitor of `/register`. */
  registration?: RegistrationMode | undefined;
  /**
   * Returns the user who is signed in to your app, or null. Each user gets an account without visiting `/register`, and can
   * open the dashboard without a second password. If it takes longer than ten seconds, the request fails with 503.
   */
  getUser?: GetUser<HostRequest> | undefined;
  /**
   * The sign-in page of your app: a path or a URL, such as `/login?returnTo={next}`. `{next}` stands for the URL to return to, which is
   * added as the parameter `next` if it is missing. Askwell links to it where a user must be signed in.
   */
  signInUrl?: string | undefined;
  /** The home page of your app: a path or a URL. Pages for owners link back to it. */
  homeUrl?: string | undefined;
  /** The name, logo and color of your app, which pages for owners show. Hosted pages use the color. Default: Askwell's. */
  brand?: BrandOptions | undefined;
  /**
   * Other origins whose pages may send the session of a user with answers to asks with `one_per: "user"`, such as
   * `https://www.example.com`. The site of the ask must list them too. Owners can list any origin, so name only your own. Default: none,
   * so that a session counts on pages of the origin of `baseUrl` alone.
   */
  userOrigins?: readonly string[] | undefined;
  /**
   * Sends emails through an SMTP server or a function of yours: links to reset passwords, notices of new answers, receipts.
   * Requires `baseUrl`. Default: no emails are sent.
   */
  email?: EmailOptions | undefined;
  /** Listeners that are called after a commit in this process: for a new answer, or for a changed poll, quiz or form. */
  on?: Listeners | undefined;
  /** Enables and disables pages. A disabled page returns 404. By default, the landing page and the docs are disabled. */
  pages?: PageOptions | undefined;
  /**
   * Sends pages with `Strict-Transport-Security`, if `baseUrl` is https: browsers then use only https for the whole host of your app, for
   * a year with `true`, or for a number of seconds. Default: false.
   */
  hsts?: boolean | number | undefined;
  /** Shows "Made with Askwell" on hosted pages. Default: true. */
  branding?: boolean | undefined;
  /**
   * The hosts from which `image_url` can load images, such as `images.example.com` or `*.example.com`. These hosts see the IP
   * addresses of visitors. Default: all hosts.
   */
  imageHosts?: readonly string[] | undefined;
  /** Rate limits and overload limits. */
  limits?: LimitOptions | undefined;
  /** The number of days for which the changes of asks and answers can be read at `GET /api/v1/changes`. Default: 30. */
  changeDays?: number | undefined;
  /** Counts requests, writes and connections, for Prometheus or OpenTelemetry. Default: nothing is counted. */
  metrics?: MetricsOptions | undefined;
  /** The API as tools for AI agents, at `/mcp`. `false` disables it. Default: `{}`, where tools can only read. */
  mcp?: McpOptions | false | undefined;
  /** How webhooks are sent. Private addresses and `http` are refused by default. */
  webhooks?: WebhookOptions | undefined;
  /** How much each account can store. Requests that exceed a quota return 409. */
  quotas?: QuotaOptions | undefined;
  /** Receives the log, such as a pino instance. Default: writes warnings and errors to standard error, one line each. */
  logger?: Logger | undefined;
  /**
   * Returns milliseconds since 1970, like `Date.now`. Fractions are microseconds. Or a clock with timers, which then decides when
   * background work runs. For tests.
   */
  clock?: (() => number) | ClockSource | undefined;
  /** The location of the writer file if a bundler moved it, or `inline` for hosts without worker threads. */
  writer?: URL | string | 'inline' | undefined;
}

/** The rate limits and overload limits of an instance. */
export interface LimitOptions {
  /** The number of bits of an IPv6 address that identify a client: 16 to 128. Default: 64. */
  ipv6Prefix?: number | undefined;
  /** Stores the counts of requests to the public operations. Default: all processes of the database count together. */
  store?: LimiterStore | undefined;
  /** The number of client addresses that this process counts exactly at the same time. Default: 50,000. */
  addresses?: number | undefined;
  /** The maximum number of clients that can follow live results in this process. Default: 2,000. */
  liveReaders?: number | undefined;
  /**
   * How late the event loop, or a queued request, can be before public posts return 503, in milliseconds. Default: 1,000.
   */
  eventLoopDelay?: number | undefined;
  /** How long the oldest pending write can take before public posts return 503, in milliseconds. Default: 2,000. */
  writeDelay?: number | undefined;
  /**
   * The number of pending writes at which public posts return 503. Twice as many are allowed for all other writes. Default:
   * 10,000.
   */
  pendingWrites?: number | undefined;
  /** The size of pending writes at which the same happens, in bytes. Default: 33,554,432 (32 MiB). */
  pendingWriteBytes?: number | undefined;
  /** The maximum number of requests with API keys that an account can send in any 60 seconds. Default: 6,000. */
  accountRequests?: number | undefined;
}

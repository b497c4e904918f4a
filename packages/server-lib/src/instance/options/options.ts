import type { ClockSource } from '../../base/clock.js';
import type { Logger } from '../../base/logger.js';
import type { Listeners } from '../../core/events.js';
import type { TranslateTexts } from '../../core/languages/translate-texts.js';
import type { QuotaOptions } from '../../core/quota-options.js';
import type { Database } from '../../db/open-store.js';
import type { WebhookOptions } from '../../events/webhooks/webhook-options.js';
import type { LimiterStore } from '../../http/limits/limiter-store.js';
import type { EditorOptions } from '../../owners/access/editor-rules.js';
import type { GetUser } from '../../owners/accounts/host-user.js';
import type { RegistrationMode } from '../../owners/accounts/registration.js';
import type { EmailOptions } from '../../owners/email/email-options.js';
import type { MetricsOptions } from '../metrics/metrics-options.js';
import type { BrandOptions } from './brand.js';
import type { PageOptions } from './page-options.js';

/**
 * The options of {@link createAskwell}. Only `database` is required. Behind a proxy or with https, set `baseUrl` too.
 *
 * `HostRequest` is the request type of your framework, which `getUser` receives.
 */
export interface AskwellOptions<HostRequest = unknown> {
  // Generated from instance/options/option-table.ts by `npm run generate`.
  /**
   * A file path, `:memory:`, or an open better-sqlite3 database, which stays open when Askwell closes. Or a
   * `postgres://` URL or a `Pool` of `pg`: see docs/postgresql.md.
   */
  database: Database;
  /**
   * The schema of the tables in PostgreSQL, which Askwell creates. Tables that an earlier version created in `public`
   * stay there. See docs/postgresql.md. Default: the parameter `schema` of the URL, otherwise `'askwell'`.
   */
  schema?: string | undefined;
  /**
   * The maximum number of connections to a `postgres://` URL, at least 4. A `Pool` has its own maximum. Default: `10`.
   */
  databaseConnections?: number | undefined;
  /**
   * The public URL with its base path: `https://example.com` or `https://example.com/polls`. Required behind a proxy
   * and with https.
   */
  baseUrl?: string | undefined;
  /**
   * The path that requests arrive under, if a proxy rewrites paths. Not needed with Express and Connect. Default: the
   * path of `baseUrl`.
   */
  basePath?: string | undefined;
  /**
   * The key that signs tickets, tokens and visitor cookies: at least 32 characters, 8 of them different. Required with
   * PostgreSQL, because all instances need the same secret. Default: in a file next to the database.
   */
  secret?: string | undefined;
  /**
   * Replaces the secret of the database, which is an error otherwise. Issued tickets become invalid, and visitors who
   * answered before are not recognized. Set it for a single start. Default: `false`.
   */
  newSecret?: boolean | undefined;
  /** The proxies whose `X-Forwarded-For` is trusted: addresses and CIDR ranges. Default: `[]`. */
  trustProxy?: readonly string[] | undefined;
  /** The prefix of API keys: 2 to 12 letters from a to z. Existing keys keep working. Default: `'ask'`. */
  keyPrefix?: string | undefined;
  /**
   * Who can register with a password: `'open'` (anyone), `'first'` (only the first visitor of `/register`) or
   * `'closed'` (nobody). Does not apply to users from `getUser`. Default: `'first'`.
   */
  registration?: RegistrationMode | undefined;
  /**
   * Returns the signed-in user of your app, or null. Each user gets an account without visiting `/register`, and can
   * open the dashboard without a second password. If it takes longer than ten seconds, the request fails with 503. See
   * docs/mounting.md.
   */
  getUser?: GetUser<HostRequest> | undefined;
  /**
   * Translates texts. With it, the tab Translate of the dashboard has a button for missing texts. It gets the texts,
   * their language and the wanted language, and returns the translations in the same order. If it takes longer than a
   * minute, nothing is changed. See docs/languages.md.
   */
  translate?: TranslateTexts | undefined;
  /**
   * The sign-in page of your app: a path or a URL such as `/login?returnTo={next}`. `{next}` stands for the URL to
   * return to, which is added as the parameter `next` if it is missing. Signed-out users who open the dashboard are
   * redirected to it. The widget and hosted pages link to it if only signed-in users can answer.
   */
  signInUrl?: string | undefined;
  /**
   * Other origins whose pages can send the session of a signed-in user, such as `['https://www.example.com']`. The site
   * of the ask must list them too. Owners can list any origin, so name only your own. Default: `[]`.
   */
  userOrigins?: readonly string[] | undefined;
  /** The home page of your app: a path or a URL. Pages for owners link back to it. */
  homeUrl?: string | undefined;
  /** The name, logo and color of your app, which pages for owners show. Hosted pages use the color. */
  brand?: BrandOptions | undefined;
  /**
   * What users whom your app signs in, and holders of tokens, can create and change. Does not restrict API keys and
   * code of your app.
   */
  editor?: EditorOptions | undefined;
  /**
   * Sends emails through an SMTP server, `{ url, from }`, or a function of yours, `{ send(message) {…}, from }`.
   * Requires `baseUrl`. The member `limits` has the limits of receipts and notices.
   */
  email?: EmailOptions | undefined;
  /** The functions `answer` and `change`, which Askwell calls after a commit. See docs/in-process.md. */
  on?: Listeners | undefined;
  /** Enables and disables pages. A disabled page returns 404. */
  pages?: PageOptions | undefined;
  /**
   * With an https `baseUrl`, pages have `Strict-Transport-Security`: browsers then use only https for the whole host of
   * your app. `true` is a year, a number is seconds. Default: `false`.
   */
  hsts?: boolean | number | undefined;
  /** Shows “Made with Askwell” on hosted pages. Default: `true`. */
  branding?: boolean | undefined;
  /**
   * The hosts from which `image_url` can load images: `['images.example.com', '*.example.org']`. These hosts see the IP
   * addresses of visitors. Default: all.
   */
  imageHosts?: readonly string[] | undefined;
  /** The number of days for which changes can be read. Default: `30`. */
  changeDays?: number | undefined;
  /** Rate limits and overload limits. */
  limits?: LimitOptions | undefined;
  /** Counts requests, writes and connections, for `askwell.metrics()`. */
  metrics?: MetricsOptions | undefined;
  /** The API as tools for AI agents at `/mcp`, for holders of an API key. `false` disables it. Default: `{}`. */
  mcp?: McpOptions | false | undefined;
  /** How much each account can store. Requests that exceed a quota return 409. */
  quotas?: QuotaOptions | undefined;
  /** How webhooks are sent. Private addresses and `http` are refused by default. */
  webhooks?: WebhookOptions | undefined;
  /**
   * An object with `info`, `warn` and `error`, which are called with details and a message, such as a pino instance.
   * The default writes warnings and errors, one line each. Security events have the level `info`. Default: standard
   * error.
   */
  logger?: Logger | undefined;
  /**
   * A function that returns milliseconds since 1970, like `Date.now`. Fractions are allowed. Or an object with `now()`,
   * which returns the same, and `setTimeout(callback, milliseconds)`, which returns an object with `cancel()`:
   * background work then runs when this clock calls it. For tests. See docs/testing.md. Default: the real time.
   */
  clock?: (() => number) | ClockSource | undefined;
  /**
   * The location of the writer's file if a bundler moved it, or `'inline'`. See docs/mounting.md. Default: found
   * automatically.
   */
  writer?: URL | string | 'inline' | undefined;
}

/** The rate limits and overload limits of an instance. */
export interface LimitOptions {
  // Generated from instance/options/option-table.ts by `npm run generate`.
  /** The number of bits of an IPv6 address that identify a client: 16 to 128. Default: `64`. */
  ipv6Prefix?: number | undefined;
  /**
   * A `LimiterStore` that counts requests to the public operations. If a call takes longer than five seconds, its
   * request returns 503. Default: shared by all processes of the database.
   */
  store?: LimiterStore | undefined;
  /** The number of client addresses that this process counts exactly at the same time. Default: `50000`. */
  addresses?: number | undefined;
  /**
   * The maximum number of clients that can follow live results in this process. 0 turns live results off. One client
   * can use a tenth of them. Default: `2000`.
   */
  liveReaders?: number | undefined;
  /**
   * How late the event loop, or a queued request, can be before public posts return 503, in milliseconds. Default:
   * `1000`.
   */
  eventLoopDelay?: number | undefined;
  /** How long the oldest pending write can take before public posts return 503, in milliseconds. Default: `2000`. */
  writeDelay?: number | undefined;
  /**
   * The number of pending writes at which public posts return 503. Other writes fail at twice this number. Default:
   * `10000`.
   */
  pendingWrites?: number | undefined;
  /**
   * The size of pending writes at which public posts return 503. Other writes fail at twice this size. Default:
   * `33554432` (32 MiB), or an eighth of the maximum heap size if that is less.
   */
  pendingWriteBytes?: number | undefined;
  /**
   * The maximum number of requests with API keys per account in any 60 seconds, over all processes of the database.
   * Default: `6000`.
   */
  accountRequests?: number | undefined;
}

/** The options of `/mcp`. */
export interface McpOptions {
  // Generated from instance/options/option-table.ts by `npm run generate`.
  /** Lets the tools create, change and delete, as far as the API key can. Default: `false`. */
  writes?: boolean | undefined;
}

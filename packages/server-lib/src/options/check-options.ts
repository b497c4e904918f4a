import { isImageHost } from '../asks/definition/image-hosts.js';
import type { QuotaOptions } from '../asks/quota-options.js';
import { parseSecret } from '../crypto/secret.js';
import { isEmailOptions } from '../email/email-options.js';
import { keyPrefixPattern } from '../keys/key-format.js';
import { createTrustedProxies } from '../limiter/client-address/client-address.js';
import { isMeter, isMetricsToken, type MetricsOptions, minTokenLength } from '../metrics/metrics-options.js';
import { explainForeignUrl } from '../store/foreign-url.js';
import { minConnections } from '../store/postgres/connections/open-pools.js';
import { isObject } from '../validation/objects.js';
import { describeValue, invalidOption, OptionError } from '../validation/option-error.js';
import { parseUrlOptions } from '../web/base-path.js';
import { checkBrand, parseHomeUrl } from '../web/brand.js';
import { isOrigin } from '../web/origin.js';
import type { PageOptions } from '../web/page-options.js';
import { parseSignInUrl } from '../web/sign-in-url.js';
import type { WebhookOptions } from '../webhooks/webhook-options.js';
import type { McpOptions } from './mcp-options.js';
import {
  booleanType,
  type Checks,
  checkMembers,
  functionType,
  group,
  hasMethods,
  integer,
  methods,
  oneOf,
  optional,
  string,
} from './option-checks.js';
import type { AskwellOptions, LimitOptions } from './options.js';

const checks: Checks<AskwellOptions> = {
  database(option, value) {
    const foreign = typeof value === 'string' ? explainForeignUrl(value) : undefined;
    if (foreign !== undefined) throw new OptionError(`${option}: ${foreign} Set it as ASKWELL_DATABASE.`);
    // An empty text is a variable that is not set where the app is built. Opening the database reports it.
    if (typeof value === 'string' || isHandle(value) || isPool(value)) return;
    const expected = 'a file path, ":memory:", a postgres:// URL, an open better-sqlite3 database or a Pool of pg';
    throw invalidOption(option, expected, value);
  },
  schema: optional('a name of at most 63 bytes', (value) => isText(value) && Buffer.byteLength(String(value)) <= 63),
  databaseConnections: integer(minConnections),
  baseUrl: string((baseUrl) => parseUrlOptions({ baseUrl })),
  basePath: string((basePath) => parseUrlOptions({ basePath })),
  secret: string(parseSecret),
  newSecret: booleanType,
  trustProxy(option, value) {
    if (Array.isArray(value) && value.every((range) => typeof range === 'string')) createTrustedProxies(value);
    else if (value !== undefined) throw invalidOption(option, 'an array of addresses and CIDR ranges', value);
  },
  branding: booleanType,
  imageHosts: optional(
    'an array of hosts like images.example.com or *.example.com',
    (value) => Array.isArray(value) && value.every((host) => typeof host === 'string' && isImageHost(host)),
  ),
  keyPrefix: optional(
    '2 to 12 letters from a to z',
    (value) => typeof value === 'string' && keyPrefixPattern.test(value),
  ),
  registration: oneOf('open', 'first', 'closed'),
  getUser: functionType,
  signInUrl: string(parseSignInUrl),
  userOrigins: optional(
    'an array of origins like https://www.example.com',
    (value) => Array.isArray(value) && value.every((origin) => typeof origin === 'string' && isOrigin(origin)),
  ),
  homeUrl: string(parseHomeUrl),
  brand: checkBrand,
  email: emailType,
  on: group({ answer: functionType, change: functionType } satisfies Checks<NonNullable<AskwellOptions['on']>>),
  pages: group({
    landing: booleanType,
    dashboard: booleanType,
    register: booleanType,
    docs: booleanType,
  } satisfies Checks<PageOptions>),
  hsts: optional('true, false or a number of seconds', isHsts),
  limits: group({
    ipv6Prefix: integer(16, 128),
    store: methods('take', 'peek'),
    addresses: integer(1_000, 10_000_000),
    liveReaders: integer(0),
    eventLoopDelay: integer(1),
    writeDelay: integer(1),
    pendingWrites: integer(1),
    pendingWriteBytes: integer(1),
    accountRequests: integer(1),
  } satisfies Checks<LimitOptions>),
  changeDays: integer(1, 3_650),
  metrics: group({
    token: metricsToken,
    addresses: optional('an array of addresses and CIDR ranges', isAddressList),
    meter: optional('a Meter of @opentelemetry/api, or false', isMeter),
  } satisfies Checks<MetricsOptions>),
  mcp: group({ writes: booleanType } satisfies Checks<McpOptions>, 'false or '),
  quotas: group({
    asks: integer(0),
    createdAsks: integer(0),
    definitionBytes: integer(0),
    tickets: integer(0),
    webhooks: integer(0),
  } satisfies Checks<QuotaOptions>),
  webhooks: group({
    send: booleanType,
    allowHttp: booleanType,
    allowedAddresses: optional('an array of addresses and CIDR ranges', isAddressList),
    lookup: functionType,
    timeout: integer(100, 60_000),
    retryDelays: optional('an array of up to 20 numbers of seconds', isDelayList),
    secretOverlapHours: integer(0, 720),
  } satisfies Checks<WebhookOptions>),
  logger: methods('info', 'warn', 'error'),
  clock: optional(
    'a function, or an object with the methods now, setTimeout',
    (value) => typeof value === 'function' || hasMethods(value, ['now', 'setTimeout']),
  ),
  writer: optional('a URL, a file path or "inline"', (value) => value instanceof URL || isText(value)),
};

/**
 * Checks the options of {@link createAskwell} before anything is opened.
 *
 * @throws OptionError that names the option, what it accepts and what it got.
 */
export function checkOptions(options: unknown): void {
  if (!isObject(options)) {
    throw new OptionError(
      `createAskwell: expected an object such as { database: "askwell.db" }, got ${describeValue(options)}.`,
    );
  }
  checkMembers('', checks, options);
  if ('email' in options && options.email !== undefined && !('baseUrl' in options && options.baseUrl !== undefined))
    throw new OptionError('email: requires `baseUrl`, because emails contain links.');
}

/** Does not repeat the URL, because it may contain a password. */
function emailType(option: string, value: unknown): void {
  if (value === undefined || isEmailOptions(value)) return;
  const expected =
    '{ url: "smtp://user:password@host:587", from: "noreply@example.com" } or { send(message) {…}, from }, and optionally limits';
  throw new OptionError(`${option}: expected ${expected}. See docs/email.md.`);
}

/** Does not repeat the token. */
function metricsToken(option: string, value: unknown): void {
  if (value === undefined || isMetricsToken(value)) return;
  throw new OptionError(`${option}: expected at least ${minTokenLength} printable characters without spaces.`);
}

function isAddressList(value: unknown): boolean {
  if (!Array.isArray(value) || !value.every((range) => typeof range === 'string')) return false;
  try {
    createTrustedProxies(value);
    return true;
  } catch {
    return false;
  }
}

function isDelayList(value: unknown): boolean {
  return Array.isArray(value) && value.length <= 20 && value.every((delay) => Number.isFinite(delay) && delay >= 0);
}

function isHsts(value: unknown): boolean {
  return typeof value === 'boolean' || (Number.isSafeInteger(value) && Number(value) >= 0);
}

function isHandle(value: unknown): boolean {
  return hasMethods(value, ['prepare', 'exec']);
}

function isPool(value: unknown): boolean {
  return hasMethods(value, ['connect', 'query']);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

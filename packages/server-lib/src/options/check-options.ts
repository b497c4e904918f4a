import { isImageHost } from '../asks/definition/image-hosts.js';
import type { QuotaOptions } from '../asks/quota-options.js';
import { parseSecret } from '../crypto/secret.js';
import { keyPrefixPattern } from '../keys/key-format.js';
import { createTrustedProxies } from '../limiter/client-address.js';
import { isMeter, isMetricsToken, type MetricsOptions, minTokenLength } from '../metrics/metrics-options.js';
import { minConnections } from '../store/postgres/open-pools.js';
import { isObject } from '../validation/objects.js';
import { describeValue, invalidOption, OptionError } from '../validation/option-error.js';
import { parseUrlOptions } from '../web/base-path.js';
import type { PageOptions } from '../web/page-options.js';
import type { AskwellOptions, LimitOptions } from './options.js';

/** Checks an option. Throws an OptionError that names it. `undefined` means that the option is absent. */
type Check = (option: string, value: unknown) => void;

/** A check for each member. A new option without a check does not compile. */
type Checks<Options> = { readonly [Name in keyof Required<Options>]: Check };

const checks: Checks<AskwellOptions> = {
  database(option, value) {
    if (isText(value) || isHandle(value) || isPool(value)) return;
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
  on: group({ answer: functionType, change: functionType } satisfies Checks<NonNullable<AskwellOptions['on']>>),
  pages: group({
    landing: booleanType,
    dashboard: booleanType,
    register: booleanType,
    docs: booleanType,
  } satisfies Checks<PageOptions>),
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
  metrics: group({
    token: metricsToken,
    addresses: optional('an array of addresses and CIDR ranges', isAddressList),
    meter: optional('a Meter of @opentelemetry/api', isMeter),
  } satisfies Checks<MetricsOptions>),
  quotas: group({
    asks: integer(0),
    definitionBytes: integer(0),
    tickets: integer(0),
  } satisfies Checks<QuotaOptions>),
  logger: methods('info', 'warn', 'error'),
  clock: functionType,
  writer: optional('a URL, a file path or "inline"', (value) => value instanceof URL || isText(value)),
};

/** The options that former names and common mistakes stand for. */
const aliases: Readonly<Record<string, string>> = { session: 'getUser', url: 'baseUrl', db: 'database' };

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
}

function checkMembers(prefix: string, memberChecks: Readonly<Record<string, Check>>, options: object): void {
  const values = new Map<string, unknown>(Object.entries(options));
  for (const name of values.keys())
    if (!Object.hasOwn(memberChecks, name)) throw unknownOption(prefix, name, Object.keys(memberChecks));
  for (const [name, check] of Object.entries(memberChecks)) check(prefix + name, values.get(name));
}

function unknownOption(prefix: string, name: string, validNames: readonly string[]): OptionError {
  const sameLetters = validNames.find((validName) => validName.toLowerCase() === name.toLowerCase());
  const suggestion = sameLetters ?? (prefix === '' ? aliases[name] : undefined);
  const hint =
    suggestion === undefined ? `The options are: ${validNames.join(', ')}.` : `Did you mean "${suggestion}"?`;
  return new OptionError(`${prefix}${name}: unknown option. ${hint}`);
}

function optional(expected: string, accepts: (value: unknown) => boolean): Check {
  return (option, value) => {
    if (value !== undefined && !accepts(value)) throw invalidOption(option, expected, value);
  };
}

/** @param parse Throws if the string is invalid. */
function string(parse: (text: string) => unknown): Check {
  return (option, value) => {
    if (typeof value === 'string') parse(value);
    else if (value !== undefined) throw invalidOption(option, 'a string', value);
  };
}

function group(memberChecks: Readonly<Record<string, Check>>): Check {
  return (option, value) => {
    if (isObject(value)) checkMembers(`${option}.`, memberChecks, value);
    else if (value !== undefined)
      throw invalidOption(option, `an object with ${Object.keys(memberChecks).join(', ')}`, value);
  };
}

function functionType(option: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'function') throw invalidOption(option, 'a function', value);
}

function booleanType(option: string, value: unknown): void {
  if (value !== undefined && typeof value !== 'boolean') throw invalidOption(option, 'true or false', value);
}

function oneOf(...values: readonly string[]): Check {
  const list = values.map((value) => `"${value}"`).join(', ');
  return optional(`one of ${list}`, (value) => typeof value === 'string' && values.includes(value));
}

function integer(min: number, max = Number.MAX_SAFE_INTEGER): Check {
  const range = max === Number.MAX_SAFE_INTEGER ? `of at least ${min}` : `from ${min} to ${max}`;
  return optional(
    `an integer ${range}`,
    (value) => Number.isSafeInteger(value) && Number(value) >= min && Number(value) <= max,
  );
}

function methods(...names: readonly string[]): Check {
  return optional(`an object with the methods ${names.join(', ')}`, (value) => hasMethods(value, names));
}

function hasMethods(value: unknown, names: readonly string[]): boolean {
  if (!isObject(value)) return false;
  return names.every((name) => typeof Reflect.get(value, name) === 'function');
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

function isHandle(value: unknown): boolean {
  return hasMethods(value, ['prepare', 'exec']);
}

function isPool(value: unknown): boolean {
  return hasMethods(value, ['connect', 'query']);
}

function isText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

import type { RegistrationMode } from '../../accounts/registration.js';
import type { QuotaOptions } from '../../asks/quota-options.js';
import { parseSecret as checkSecret } from '../../crypto/secret.js';
import { createTrustedProxies } from '../../limiter/client-address.js';
import type { MetricsOptions } from '../../metrics/metrics-options.js';
import type { LimitOptions } from '../../options/options.js';
import { isPostgresUrl } from '../../store/open-store.js';
import { minConnections } from '../../store/postgres/open-pools.js';
import { parseUrlOptions } from '../../web/base-path.js';
import type { Flag } from '../command.js';
import { usageError } from '../command-failure.js';
import type { ParsedSettings } from '../parsed-settings.js';
import type { ConnectionLimits } from './connection-limits.js';
import { metricsFlags, metricsSettings } from './metrics-settings.js';
import { quotaFlags, quotaSettings } from './quota-settings.js';

export const databaseFlag: Flag = {
  name: 'database-url',
  valueName: 'DATABASE',
  help: 'the SQLite file or the postgres:// URL (default ./askwell.db)',
};

export const secretFlag: Flag = {
  name: 'secret',
  valueName: 'TEXT',
  help: 'at least 32 characters, 8 of them different (default: generated once, in a file next to the database)',
};

/** The flags of `serve`. */
export const serveFlags: readonly Flag[] = [
  { name: 'port', valueName: 'NUMBER', help: 'the port to listen on; 0 for any free port (default 3000)' },
  { name: 'host', valueName: 'ADDRESS', help: 'the address to listen on (default 127.0.0.1)' },
  databaseFlag,
  {
    name: 'database-connections',
    valueName: 'NUMBER',
    help: 'maximum of connections to a PostgreSQL database (default 10)',
  },
  {
    name: 'base-url',
    valueName: 'URL',
    help: 'the public URL, with its path (default from host and port)',
  },
  {
    name: 'trust-proxy',
    valueName: 'RANGES',
    help: 'proxies whose X-Forwarded-For is trusted, such as 10.0.0.0/8,::1',
  },
  { name: 'max-connections', valueName: 'NUMBER', help: 'maximum of open connections (default 10000)' },
  {
    name: 'max-connections-per-client',
    valueName: 'NUMBER',
    help: 'maximum of open connections of one address, except proxies and this machine (default 500)',
  },
  secretFlag,
  {
    name: 'new-secret',
    help: 'replaces the secret of the database: tickets become invalid, visitors can answer again; pass it once',
  },
  { name: 'registration', valueName: 'WHO', help: 'who may register: open, first or closed (default open)' },
  { name: 'branding', valueName: 'SWITCH', help: 'shows "Made with Askwell" on hosted pages: on or off (default on)' },
  {
    name: 'account-requests',
    valueName: 'NUMBER',
    help: 'requests with an API key that an account may send in 60 seconds (default 6000)',
  },
  ...quotaFlags,
  ...metricsFlags,
];

/** The settings of `serve`, parsed and checked. */
export interface ServeSettings {
  readonly port: number;
  readonly host: string;
  readonly database: string;
  readonly databaseConnections: number | undefined;
  readonly baseUrl: string | undefined;
  readonly trustProxy: readonly string[];
  readonly connections: ConnectionLimits;
  readonly secret: string | undefined;
  readonly newSecret: boolean;
  readonly registration: RegistrationMode;
  readonly branding: boolean;
  readonly limits: Pick<LimitOptions, 'accountRequests'>;
  readonly quotas: QuotaOptions;
  readonly metrics: MetricsOptions | undefined;
}

export function parseServeSettings(parsed: ParsedSettings): ServeSettings {
  return {
    port: parsed.setting('port', parsePort) ?? 3000,
    host: parsed.setting('host', parseHost) ?? '127.0.0.1',
    database: databaseSetting(parsed),
    databaseConnections: parsed.setting('database-connections', parseConnections),
    baseUrl: parsed.setting('base-url', parseBaseUrl),
    trustProxy: parsed.setting('trust-proxy', parseTrust) ?? [],
    connections: {
      inAll: parsed.setting('max-connections', parseCount) ?? 10_000,
      perClient: parsed.setting('max-connections-per-client', parseCount) ?? 500,
    },
    secret: secretSetting(parsed),
    newSecret: parsed.has('new-secret'),
    registration: parsed.setting('registration', parseRegistration) ?? 'open',
    branding: parsed.setting('branding', parseSwitch) ?? true,
    limits: { accountRequests: parsed.setting('account-requests', parseCount) },
    quotas: quotaSettings(parsed),
    metrics: metricsSettings(parsed),
  };
}

export function databaseSetting(parsed: ParsedSettings): string {
  return parsed.setting(databaseFlag.name, parseDatabase) ?? './askwell.db';
}

export function secretSetting(parsed: ParsedSettings): string | undefined {
  return parsed.setting(secretFlag.name, parseSecret);
}

function parsePort(text: string, name: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw usageError(`${name} must be a number from 0 to 65535, not "${text}".`);
  }
  return Number(text);
}

function parseCount(text: string, name: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw usageError(`${name} must be a number from 1 to 9999999, not "${text}".`);
  return Number(text);
}

function parseConnections(text: string, name: string): number {
  const count = parseCount(text, name);
  if (count < minConnections) throw usageError(`${name} must be at least ${minConnections}, not ${count}.`);
  return count;
}

function parseHost(text: string, name: string): string {
  if (!/^[\w.:%-]+$/.test(text))
    throw usageError(`${name} must be an address or a host name, such as 127.0.0.1, not "${text}".`);
  return text;
}

/** Parses the path or URL of a database. Messages repeat at most the scheme of a URL, because it may contain a password. */
export function parseDatabase(text: string, name: string): string {
  if (isPostgresUrl(text)) return text;
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1];
  const expected = 'must be the path of a SQLite file or a postgres:// URL';
  if (scheme !== undefined) throw usageError(`${name} ${expected}, not a ${scheme}: URL.`);
  if (text === '' || text.includes('\0')) throw usageError(`${name} ${expected}.`);
  return text;
}

function parseBaseUrl(text: string, name: string): string {
  return checked(name, 'baseUrl', () => {
    parseUrlOptions({ baseUrl: text });
    return text;
  });
}

function parseTrust(text: string, name: string): string[] {
  const list = text.split(',').map((range) => range.trim());
  return checked(name, 'trustProxy', () => {
    createTrustedProxies(list.filter((range) => range !== ''));
    return list.filter((range) => range !== '');
  });
}

function parseSecret(text: string, name: string): string {
  return checked(name, 'secret', () => {
    checkSecret(text);
    return text;
  });
}

const modes: readonly RegistrationMode[] = ['open', 'first', 'closed'];

function parseRegistration(text: string, name: string): RegistrationMode {
  const mode = modes.find((known) => known === text);
  if (!mode) throw usageError(`${name} must be open, first or closed, not "${text}".`);
  return mode;
}

function parseSwitch(text: string, name: string): boolean {
  if (text !== 'on' && text !== 'off') throw usageError(`${name} must be on or off, not "${text}".`);
  return text === 'on';
}

/** Runs a check of the library, and replaces the option's name at the start of its message by the setting's. */
function checked<Value>(name: string, option: string, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageError(error.message.replace(new RegExp(`^${option}\\b`), name));
  }
}

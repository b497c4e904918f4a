import type { RegistrationMode } from '../../accounts/account-service.js';
import type { QuotaOptions } from '../../asks/quota-options.js';
import { parseSecret as checkSecret } from '../../crypto/secret.js';
import { createTrustedProxies } from '../../limiter/client-address.js';
import type { LimitOptions } from '../../options/options.js';
import { parseUrlOptions } from '../../web/base-path.js';
import type { Flag } from '../command.js';
import { usageError } from '../command-failure.js';
import type { ParsedSettings } from '../parsed-settings.js';
import type { ConnectionLimits } from './connection-limits.js';

export const databaseFlag: Flag = {
  name: 'database-url',
  valueName: 'PATH',
  help: 'the SQLite file; by default ./askwell.db',
};

export const secretFlag: Flag = {
  name: 'secret',
  valueName: 'TEXT',
  help: 'at least 32 characters, 8 of them different; by default made once, in a file beside the database',
};

/** What `serve` can be told, by flags or the environment variables of the same names. */
export const serveFlags: readonly Flag[] = [
  { name: 'port', valueName: 'NUMBER', help: 'the port to listen on; 0 takes any free one; by default 3000' },
  { name: 'host', valueName: 'ADDRESS', help: 'the address to listen on; by default 127.0.0.1' },
  databaseFlag,
  {
    name: 'base-url',
    valueName: 'URL',
    help: 'the address browsers see, with its path; by default from host and port',
  },
  {
    name: 'trust-proxy',
    valueName: 'RANGES',
    help: 'proxies whose X-Forwarded-For is believed, such as 10.0.0.0/8,::1',
  },
  { name: 'max-connections', valueName: 'NUMBER', help: 'open connections in all; by default 10000' },
  {
    name: 'max-connections-per-client',
    valueName: 'NUMBER',
    help: 'open connections of one address, proxies and this machine excepted; by default 500',
  },
  secretFlag,
  {
    name: 'new-secret',
    help: 'replaces the secret of the database, for one start: tickets become invalid, visitors may answer once more',
  },
  { name: 'registration', valueName: 'WHO', help: 'who may register: open, first or closed; by default open' },
  {
    name: 'account-requests',
    valueName: 'NUMBER',
    help: 'requests with an API key that an account may send in any 60 seconds; by default 6000',
  },
  { name: 'quota-asks', valueName: 'NUMBER', help: 'polls, quizzes and forms of an account; by default 10000' },
  {
    name: 'quota-definition-bytes',
    valueName: 'NUMBER',
    help: "bytes of the definitions of an account's polls, quizzes and forms; by default 268435456",
  },
  { name: 'quota-tickets', valueName: 'NUMBER', help: 'tickets of one poll, quiz or form; by default 1000000' },
];

export interface ServeSettings {
  readonly port: number;
  readonly host: string;
  readonly database: string;
  readonly baseUrl: string | undefined;
  readonly trustProxy: readonly string[];
  readonly connections: ConnectionLimits;
  readonly secret: string | undefined;
  readonly newSecret: boolean;
  readonly registration: RegistrationMode;
  readonly limits: Pick<LimitOptions, 'accountRequests'>;
  readonly quotas: QuotaOptions;
}

export function parseServeSettings(given: ParsedSettings): ServeSettings {
  return {
    port: given.setting('port', parsePort) ?? 3000,
    host: given.setting('host', parseHost) ?? '127.0.0.1',
    database: databaseSetting(given),
    baseUrl: given.setting('base-url', parseBaseUrl),
    trustProxy: given.setting('trust-proxy', parseTrust) ?? [],
    connections: {
      inAll: given.setting('max-connections', parseCount) ?? 10_000,
      perClient: given.setting('max-connections-per-client', parseCount) ?? 500,
    },
    secret: secretSetting(given),
    newSecret: given.has('new-secret'),
    registration: given.setting('registration', parseRegistration) ?? 'open',
    limits: { accountRequests: given.setting('account-requests', parseCount) },
    quotas: {
      asks: given.setting('quota-asks', parseQuota),
      definitionBytes: given.setting('quota-definition-bytes', parseQuota),
      tickets: given.setting('quota-tickets', parseQuota),
    },
  };
}

export function databaseSetting(given: ParsedSettings): string {
  return given.setting(databaseFlag.name, parseDatabase) ?? './askwell.db';
}

export function secretSetting(given: ParsedSettings): string | undefined {
  return given.setting(secretFlag.name, parseSecret);
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

function parseQuota(text: string, name: string): number {
  if (!/^\d{1,15}$/.test(text)) throw usageError(`${name} must be a whole number of at least 0, not "${text}".`);
  return Number(text);
}

function parseHost(text: string, name: string): string {
  if (!/^[\w.:%-]+$/.test(text))
    throw usageError(`${name} must be an address or a name like 127.0.0.1, not "${text}".`);
  return text;
}

/** A URL may hold a password, so no more than its scheme is ever repeated. */
function parseDatabase(text: string, name: string): string {
  const scheme = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1];
  if (scheme !== undefined && /^postgres(ql)?$/i.test(scheme)) {
    throw usageError(`${name} names a PostgreSQL server, but this version stores in SQLite files: give a file's path.`);
  }
  if (scheme !== undefined) throw usageError(`${name} must be the path of a SQLite file, not a ${scheme}: URL.`);
  if (text === '' || text.includes('\0')) throw usageError(`${name} must be the path of a SQLite file.`);
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

/** Runs a check of the library's, whose complaint begins with the option's name there. */
function checked<Value>(name: string, option: string, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw usageError(error.message.replace(new RegExp(`^${option}\\b`), name));
  }
}

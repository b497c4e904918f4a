import type { RegistrationMode } from '../../../accounts/registration/registration.js';
import type { QuotaOptions } from '../../../asks/quota-options.js';
import type { EmailOptions } from '../../../email/email-options.js';
import type { MetricsOptions } from '../../../metrics/metrics-options.js';
import type { McpOptions } from '../../../options/mcp-options.js';
import type { LimitOptions } from '../../../options/options.js';
import type { WebhookOptions } from '../../../webhooks/webhook-options.js';
import type { Flag } from '../../command.js';
import type { ParsedSettings } from '../../parsed-settings.js';
import type { ConnectionLimits } from '../connection-limits.js';
import { emailFlags, emailSettings } from './email-settings.js';
import { mcpFlags, mcpSettings } from './mcp-settings.js';
import { metricsFlags, metricsSettings } from './metrics-settings.js';
import { quotaFlags, quotaSettings } from './quota-settings.js';
import {
  parseBaseUrl,
  parseConnections,
  parseCount,
  parseDatabase,
  parseHost,
  parsePort,
  parseRegistration,
  parseSecret,
  parseSwitch,
  parseTrust,
} from './setting-parsers.js';
import { webhookFlags, webhookSettings } from './webhook-settings.js';

export const databaseFlag: Flag = {
  name: 'database-url',
  ownVariable: 'ASKWELL_DATABASE',
  valueName: 'DATABASE',
  help: 'the SQLite file or the postgres:// URL (default ./askwell.db)',
};

export const secretFlag: Flag = {
  name: 'secret',
  ownVariable: 'ASKWELL_SECRET',
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
    ownVariable: 'ASKWELL_BASE_URL',
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
  {
    name: 'change-days',
    valueName: 'NUMBER',
    help: 'days for which changes can be read at /api/v1/changes (default 30)',
  },
  ...emailFlags,
  ...quotaFlags,
  ...webhookFlags,
  ...metricsFlags,
  ...mcpFlags,
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
  readonly email: EmailOptions | undefined;
  readonly limits: Pick<LimitOptions, 'accountRequests'>;
  readonly changeDays: number | undefined;
  readonly quotas: QuotaOptions;
  readonly webhooks: WebhookOptions;
  readonly metrics: MetricsOptions | undefined;
  readonly mcp: McpOptions | false | undefined;
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
    email: emailSettings(parsed),
    limits: { accountRequests: parsed.setting('account-requests', parseCount) },
    changeDays: parsed.setting('change-days', parseCount),
    quotas: quotaSettings(parsed),
    webhooks: webhookSettings(parsed),
    metrics: metricsSettings(parsed),
    mcp: mcpSettings(parsed),
  };
}

export function databaseSetting(parsed: ParsedSettings): string {
  return parsed.setting(databaseFlag.name, parseDatabase) ?? './askwell.db';
}

export function secretSetting(parsed: ParsedSettings): string | undefined {
  return namedSecretSetting(parsed)?.text;
}

/** A secret, and the name of its setting for messages. */
export interface NamedSecret {
  readonly text: string;
  readonly source: string;
}

export function namedSecretSetting(parsed: ParsedSettings): NamedSecret | undefined {
  return parsed.setting(secretFlag.name, (text, source) => ({ text: parseSecret(text, source), source }));
}

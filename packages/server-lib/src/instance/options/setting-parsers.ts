import { parseSecret as checkSecret } from '../../base/crypto/secret.js';
import { explainForeignUrl } from '../../db/foreign-url.js';
import { isPostgresUrl } from '../../db/open-store.js';
import { minConnections } from '../../db/postgres/open-pools.js';
import { parseUrlOptions } from '../../http/base-path.js';
import { createTrustedProxies } from '../../http/limits/client-address.js';
import type { RegistrationMode } from '../../owners/accounts/registration.js';
import { maxEmailLimit } from '../../owners/email/email-limits.js';
import { parseSender } from '../../owners/email/email-options.js';
import { isSmtpUrl } from '../../owners/email/smtp-url.js';
import { isMetricsToken, minTokenLength } from '../metrics/metrics-options.js';
import type { McpOptions } from './options.js';
import { SettingError } from './setting.js';

/** Parses a positive number. */
export function parseCount(text: string, name: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text))
    throw new SettingError(`${name} must be a number from 1 to 9999999, not "${text}".`);
  return Number(text);
}

/** Parses a number of connections to a database. */
export function parseConnections(text: string, name: string): number {
  const count = parseCount(text, name);
  if (count < minConnections) throw new SettingError(`${name} must be at least ${minConnections}, not ${count}.`);
  return count;
}

/** Parses the path or URL of a database. Messages repeat at most the scheme of a URL, because it may contain a password. */
export function parseDatabase(text: string, name: string): string {
  if (isPostgresUrl(text)) return text;
  const foreign = explainForeignUrl(text);
  if (foreign !== undefined)
    throw new SettingError(`${name}: ${foreign} Set ASKWELL_DATABASE if your app uses DATABASE_URL.`);
  if (text === '' || text.includes('\0'))
    throw new SettingError(`${name} must be the path of a SQLite file or a postgres:// URL.`);
  return text;
}

/** Parses a public URL. */
export function parseBaseUrl(text: string, name: string): string {
  return checked(name, 'baseUrl', () => {
    parseUrlOptions({ baseUrl: text });
    return text;
  });
}

/** Parses the addresses of proxies. */
export function parseTrust(text: string, name: string): string[] {
  const list = splitList(text).filter((range) => range !== '');
  return checked(name, 'trustProxy', () => {
    createTrustedProxies(list);
    return list;
  });
}

/** Parses a secret. */
export function parseSecretSetting(text: string, name: string): string {
  return checked(name, 'secret', () => {
    checkSecret(text);
    return text;
  });
}

const modes: readonly RegistrationMode[] = ['open', 'first', 'closed'];

/** Parses who may register. */
export function parseRegistration(text: string, name: string): RegistrationMode {
  const mode = modes.find((known) => known === text);
  if (!mode) throw new SettingError(`${name} must be open, first or closed, not "${text}".`);
  return mode;
}

/** Parses `on` or `off`. */
export function parseSwitch(text: string, name: string): boolean {
  if (text !== 'on' && text !== 'off') throw new SettingError(`${name} must be on or off, not "${text}".`);
  return text === 'on';
}

/** Formats a boolean as `on` or `off`. */
export function formatSwitch(isOn: boolean): string {
  return isOn ? 'on' : 'off';
}

/** Parses the URL of an SMTP server. Does not repeat the URL, because it may contain a password. */
export function parseSmtpSetting(text: string, name: string): string {
  if (isSmtpUrl(text)) return text;
  throw new SettingError(
    `${name} must be a URL such as smtp://user:password@mail.example.com:587 or smtps://mail.example.com.`,
  );
}

/** Parses the sender of emails. */
export function parseEmailSender(text: string, name: string): string {
  if (parseSender(text)) return text;
  throw new SettingError(
    `${name} must be an address such as polls@example.com or "Polls <polls@example.com>", not "${text}".`,
  );
}

/** Parses a limit of emails. */
export function parseEmailLimit(text: string, name: string): number {
  const limit = /^\d{1,7}$/.test(text) ? Number(text) : 0;
  if (limit >= 1 && limit <= maxEmailLimit) return limit;
  throw new SettingError(`${name} must be a whole number from 1 to ${maxEmailLimit}, not "${text}".`);
}

/** Parses a quota. */
export function parseQuota(text: string, name: string): number {
  if (!/^\d{1,15}$/.test(text)) throw new SettingError(`${name} must be a whole number of at least 0, not "${text}".`);
  return Number(text);
}

/** Parses up to a minute in seconds. Returns milliseconds. */
export function parseSeconds(text: string, name: string): number {
  const seconds = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  if (seconds < 1 || seconds > 60)
    throw new SettingError(`${name} must be a number of seconds from 1 to 60, not "${text}".`);
  return seconds * 1_000;
}

/** Formats milliseconds as seconds. */
export function formatSeconds(milliseconds: number): string {
  return String(milliseconds / 1_000);
}

/** Parses a list of addresses and ranges. The list may be empty. */
export function parseRanges(text: string, name: string): string[] {
  const list = splitList(text).filter((range) => range !== '');
  if (isAddressList(list)) return list;
  throw new SettingError(`${name} must be addresses and CIDR ranges, separated by commas, not "${text}".`);
}

/** Parses the addresses and ranges that may read metrics. An empty list would allow nobody, so it is an error. */
export function parseMetricsAddresses(text: string, name: string): string[] {
  const list = splitList(text);
  if (isAddressList(list)) return list;
  throw new SettingError(`${name} must be addresses and CIDR ranges, such as 10.0.0.0/8,::1, not "${text}".`);
}

/** Parses a token. Does not repeat it, because messages are logged. */
export function parseMetricsToken(text: string, name: string): string {
  if (isMetricsToken(text)) return text;
  throw new SettingError(`${name} must have at least ${minTokenLength} printable characters and no spaces.`);
}

/** Parses what tools can do. */
export function parseMcpMode(text: string, name: string): McpOptions | false {
  if (text === 'off') return false;
  if (text !== 'read' && text !== 'write') throw new SettingError(`${name} must be off, read or write, not "${text}".`);
  return { writes: text === 'write' };
}

/** Formats what tools can do. */
export function formatMcpMode(options: McpOptions | false): string {
  if (options === false) return 'off';
  return options.writes ? 'write' : 'read';
}

/** Returns whether a value is a list of addresses and CIDR ranges. */
export function isAddressList(value: unknown): boolean {
  if (!Array.isArray(value) || !value.every((range) => typeof range === 'string')) return false;
  try {
    createTrustedProxies(value);
    return true;
  } catch {
    return false;
  }
}

function splitList(text: string): string[] {
  return text.split(',').map((range) => range.trim());
}

/** Runs a check of the library, and replaces the option's name at the start of its message by the setting's. */
function checked<Value>(name: string, option: string, check: () => Value): Value {
  try {
    return check();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new SettingError(error.message.replace(new RegExp(`^${option}\\b`), name));
  }
}

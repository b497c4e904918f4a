import type { RegistrationMode } from '../../../accounts/registration/registration.js';
import { parseSecret as checkSecret } from '../../../crypto/secret.js';
import { createTrustedProxies } from '../../../limiter/client-address/client-address.js';
import { explainForeignUrl } from '../../../store/foreign-url.js';
import { isPostgresUrl } from '../../../store/open-store.js';
import { minConnections } from '../../../store/postgres/connections/open-pools.js';
import { parseUrlOptions } from '../../../web/base-path.js';
import { usageError } from '../../command-failure.js';

/** Parses a port. */
export function parsePort(text: string, name: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) {
    throw usageError(`${name} must be a number from 0 to 65535, not "${text}".`);
  }
  return Number(text);
}

/** Parses a positive number. */
export function parseCount(text: string, name: string): number {
  if (!/^[1-9]\d{0,6}$/.test(text)) throw usageError(`${name} must be a number from 1 to 9999999, not "${text}".`);
  return Number(text);
}

/** Parses a number of connections to a database. */
export function parseConnections(text: string, name: string): number {
  const count = parseCount(text, name);
  if (count < minConnections) throw usageError(`${name} must be at least ${minConnections}, not ${count}.`);
  return count;
}

/** Parses an address to listen on. */
export function parseHost(text: string, name: string): string {
  if (!/^[\w.:%-]+$/.test(text))
    throw usageError(`${name} must be an address or a host name, such as 127.0.0.1, not "${text}".`);
  return text;
}

/** Parses the path or URL of a database. Messages repeat at most the scheme of a URL, because it may contain a password. */
export function parseDatabase(text: string, name: string): string {
  if (isPostgresUrl(text)) return text;
  const foreign = explainForeignUrl(text);
  if (foreign !== undefined)
    throw usageError(`${name}: ${foreign} Set ASKWELL_DATABASE if your app uses DATABASE_URL.`);
  if (text === '' || text.includes('\0'))
    throw usageError(`${name} must be the path of a SQLite file or a postgres:// URL.`);
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
  const list = text.split(',').map((range) => range.trim());
  return checked(name, 'trustProxy', () => {
    createTrustedProxies(list.filter((range) => range !== ''));
    return list.filter((range) => range !== '');
  });
}

/** Parses a secret. */
export function parseSecret(text: string, name: string): string {
  return checked(name, 'secret', () => {
    checkSecret(text);
    return text;
  });
}

const modes: readonly RegistrationMode[] = ['open', 'first', 'closed'];

/** Parses who may register. */
export function parseRegistration(text: string, name: string): RegistrationMode {
  const mode = modes.find((known) => known === text);
  if (!mode) throw usageError(`${name} must be open, first or closed, not "${text}".`);
  return mode;
}

/** Parses a switch. */
export function parseSwitch(text: string, name: string): boolean {
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

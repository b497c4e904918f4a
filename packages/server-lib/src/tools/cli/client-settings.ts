import { isObject } from '../../base/validation/objects.js';
import { parseUrlOptions } from '../../http/base-path.js';
import type { Arguments } from './arguments.js';
import type { Environment, Flag } from './command.js';
import { usageError } from './command-failure.js';
import { withEnvFile } from './env-file.js';
import { type ParsedSettings, readSetting } from './parsed-settings.js';

/** The settings of commands that call a service. */
export const clientFlags: readonly Flag[] = [
  {
    name: 'base-url',
    variable: 'ASKWELL_BASE_URL',
    valueName: 'URL',
    help: 'the URL of the service, with its path (default http://127.0.0.1:3000)',
  },
  {
    name: 'api-key',
    variable: 'ASKWELL_API_KEY',
    isVariableOnly: true,
    hasFile: true,
    valueName: 'KEY',
    help: 'the API key',
  },
  { name: 'api-key-file', variable: 'ASKWELL_API_KEY_FILE', valueName: 'FILE', help: 'a file with the API key' },
];

/** Where a service is, and the key for it. */
export interface ClientSettings {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly key: string;
}

/**
 * Returns the environment of a command that calls a service. Reads `.env` only if no key is set elsewhere: the key of the user must not be
 * sent to a URL from the `.env` of the current folder.
 */
export function clientEnvironment(flags: Arguments['flags'], environment: Environment): Environment {
  const keys = [flags['api-key-file'], environment['ASKWELL_API_KEY'], environment['ASKWELL_API_KEY_FILE']];
  return keys.some((key) => key !== undefined && key !== '') ? environment : withEnvFile(environment);
}

/** @throws {CommandFailure} If a setting is missing or invalid. */
export function clientSettings(parsed: ParsedSettings): ClientSettings {
  const baseUrl = parsed.setting('base-url', parseBaseUrl) ?? 'http://127.0.0.1:3000';
  const key = parsed.setting('api-key-file', (file, name) => parseKey(readSetting(file, name), name));
  const given = key ?? parsed.setting('api-key', parseKey);
  if (given === undefined) {
    throw usageError('Missing API key. Set ASKWELL_API_KEY, or pass the name of a file with --api-key-file.');
  }
  return { baseUrl, key: given };
}

function parseBaseUrl(text: string, name: string): string {
  try {
    const { origin = '', linkBase = '' } = parseUrlOptions({ baseUrl: text });
    return origin + linkBase;
  } catch (error) {
    const reason = isObject(error) ? String(error['message']) : '';
    throw usageError(reason.replace(/^baseUrl\b/, name));
  }
}

/** Does not repeat the key. */
function parseKey(text: string, name: string): string {
  const key = text.trim();
  if (!/^[\x21-\x7e]+$/.test(key))
    throw usageError(`${name} has no API key: expected one line of printable characters.`);
  return key;
}

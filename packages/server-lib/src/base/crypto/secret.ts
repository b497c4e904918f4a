import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { OptionError } from '../validation/option-error.js';
import { shortHmac } from './hmac.js';

const minLength = 32;
const minDistinct = 8;

/** The key of visitor hashes, tickets and signed tokens. */
export interface Secret {
  /** Reads the secret from its file, or creates the file. Does nothing if the secret is loaded. */
  load(): void;
  /** The bytes of the secret. Loads it if necessary. */
  readonly key: Buffer;
}

export interface SecretOptions {
  /** The `secret` option. */
  readonly secret: string | undefined;
  /** The path of the database; undefined for a database in memory, whose secret is random. */
  readonly file: string | undefined;
  /** Throws if no file with a new secret may be created next to the database. */
  readonly requireCreatable: () => void;
}

export function createSecret({ secret, file, requireCreatable }: SecretOptions): Secret {
  let key = secret === undefined ? undefined : parseSecret(secret);
  function load(): Buffer {
    key ??= file === undefined ? randomBytes(32) : readOrCreateSecret(file, requireCreatable);
    return key;
  }
  return {
    load() {
      load();
    },
    get key() {
      return load();
    },
  };
}

/** Returns a hash that identifies a secret without revealing it. */
export function secretFingerprint(key: Buffer): string {
  return shortHmac(key, 'askwell secret fingerprint');
}

/**
 * Parses the `secret` option.
 *
 * @throws OptionError that does not contain the secret.
 */
export function parseSecret(secret: string): Buffer {
  const distinct = new Set(secret).size;
  const problem =
    secret.length < minLength
      ? `expected at least ${minLength} characters, got ${secret.length}`
      : distinct < minDistinct
        ? `expected at least ${minDistinct} different characters, got ${distinct}`
        : undefined;
  if (problem === undefined) return Buffer.from(secret);
  throw new OptionError(`secret: ${problem}. Create one with \`openssl rand -hex 32\`.`);
}

/**
 * Returns the secret from the file next to a database. Creates the file at the first start, readable only by its owner.
 *
 * @param requireCreatable Called before the file is created. Throws to prevent it.
 * @throws Error that says why the file cannot be used and what to do.
 */
export function readOrCreateSecret(database: string, requireCreatable?: () => void): Buffer {
  let file = `${database}.secret`;
  try {
    file = secretPath(database);
    const secret = read(file);
    if (secret) return secret;
    requireCreatable?.();
    return create(file);
  } catch (error) {
    throw codeOf(error) === undefined ? error : new Error(describeFailure(file, error), { cause: error });
  }
}

/** Returns the secret from the file next to a database; undefined if there is no file. */
export function readSecretFile(database: string): Buffer | undefined {
  return read(secretPath(database));
}

/** Returns the path of the secret of a database. It is the same through all symbolic links to the database. */
export function secretPath(database: string): string {
  return `${resolveLinks(database)}.secret`;
}

/** Follows symbolic links, even if the last one leads to no file: SQLite creates the database there. */
function resolveLinks(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const target = linkTarget(file);
  return target === undefined ? file : resolveLinks(target);
}

function linkTarget(file: string): string | undefined {
  try {
    return resolve(realpathSync(dirname(file)), readlinkSync(file));
  } catch {
    return undefined;
  }
}

function read(file: string): Buffer | undefined {
  try {
    const text = readFileSync(file, 'utf8').trim();
    if (text.length < minLength)
      throw new Error(
        `${file} does not contain a secret of at least ${minLength} characters. Restore it from a backup.`,
      );
    return Buffer.from(text);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** If several processes start at the same time, the first one that links its file wins, and all use that file. */
function create(file: string): Buffer {
  const draft = `${file}.${process.pid}.${randomBytes(4).toString('hex')}`;
  const handle = openSync(draft, 'wx', 0o600);
  try {
    writeSync(handle, `${randomBytes(32).toString('base64url')}\n`);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  try {
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    unlinkSync(draft);
  }
  const secret = read(file);
  if (!secret) throw new Error(`${file} was deleted while it was created. Try again.`);
  return secret;
}

/** Returns the code of a system error, such as `ENOENT`. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function describeFailure(file: string, error: unknown): string {
  const folder = dirname(resolve(file));
  if (!existsSync(folder))
    return `The folder ${folder} does not exist. Create it, or give another path for the database.`;
  return `Cannot read or create ${file} (${codeOf(error)}). Change the permissions of the file or its folder, or set the secret with the \`secret\` option, ASKWELL_SECRET or SECRET.`;
}

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
import { shortHmac } from '../crypto/hmac.js';
import { OptionError } from './option-error.js';

const shortest = 32;
const fewestDistinct = 8;

/** The key of voters, tickets and signed tokens. */
export interface Secret {
  /** Reads it, or makes it, unless that is done. A file is touched here and nowhere else. */
  load(): void;
  /** Its bytes. Loads them if nobody has. */
  readonly key: Buffer;
}

export interface SecretOptions {
  /** The `secret` option. */
  readonly secret: string | undefined;
  /** The file of the database; undefined for one in memory, whose secret lives as long as it does. */
  readonly file: string | undefined;
  /** Throws where nothing may be put beside the file. */
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

/** Tells one secret from another, without telling the secret. */
export function secretFingerprint(key: Buffer): string {
  return shortHmac(key, 'askwell secret fingerprint');
}

/**
 * Checks the `secret` option.
 *
 * @throws TypeError that never repeats it.
 */
export function parseSecret(secret: string): Buffer {
  const distinct = new Set(secret).size;
  const fault =
    secret.length < shortest
      ? `expected at least ${shortest} characters, got ${secret.length}`
      : distinct < fewestDistinct
        ? `expected at least ${fewestDistinct} different characters, got ${distinct}`
        : undefined;
  if (fault === undefined) return Buffer.from(secret);
  throw new OptionError(`secret: ${fault}. \`openssl rand -hex 32\` prints a good one.`);
}

/**
 * The secret that stands beside the database rather than in it; made at the first start, for the owner's eyes alone.
 * `admit` runs when one is about to be made, and may throw to refuse it.
 */
export function readOrCreateSecret(database: string, admit?: () => void): Buffer {
  let file = `${database}.secret`;
  try {
    file = secretPath(database);
    const secret = read(file);
    if (secret) return secret;
    admit?.();
    return make(file);
  } catch (error) {
    throw codeOf(error) === undefined ? error : new Error(whyNot(file, error), { cause: error });
  }
}

/** The secret that stands beside a database; undefined where there is none. */
export function readSecretFile(database: string): Buffer | undefined {
  return read(secretPath(database));
}

/** Where the secret of a database stands: one place for all who use the database, by whatever links they come. */
export function secretPath(database: string): string {
  return `${behindLinks(database)}.secret`;
}

/** Follows a link that leads to no file yet as well, since SQLite makes the database where it leads. */
function behindLinks(file: string): string {
  try {
    return realpathSync(file);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const target = linkTarget(file);
  return target === undefined ? file : behindLinks(target);
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
    if (text.length < shortest)
      throw new Error(`${file} holds no secret of at least ${shortest} characters. Restore it from a backup.`);
    return Buffer.from(text);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Of processes that start at once, the first to link its file wins, and all of them use that one. */
function make(file: string): Buffer {
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
  if (!secret) throw new Error(`${file} disappeared while it was being made.`);
  return secret;
}

/** The system's name for what went wrong, such as `ENOENT`. */
function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

function whyNot(file: string, error: unknown): string {
  const folder = dirname(resolve(file));
  if (!existsSync(folder))
    return `The folder ${folder} does not exist. Create it, or give another path for the database.`;
  return `${file} can't be read or made (${codeOf(error)}). Change its permissions or its folder's, or give a secret.`;
}

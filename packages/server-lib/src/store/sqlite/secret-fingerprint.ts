import { StoreError } from '../store-error.js';
import { createTransactionRunner, readValue, type SqliteDatabase } from './drivers/sqlite-driver.js';

/** The fingerprint of a secret, which the database stores. */
export interface SecretFingerprint {
  /** A hash of the secret, in hexadecimal. */
  readonly fingerprint: string;
  /** Whether it replaces that of another secret. */
  readonly replaces: boolean;
}

/** The consequences of another secret, for messages. */
export const newSecretConsequences =
  'tickets issued before are invalid, visitors are not recognized and may answer once more, and quizzes that are under way cannot be submitted';

/**
 * Stores the fingerprint of the secret, if the database has none.
 *
 * @throws StoreError if the database was created with another secret.
 */
export function recordSecret(database: SqliteDatabase, { fingerprint, replaces }: SecretFingerprint): void {
  if (readFingerprint(database) === fingerprint) return;
  createTransactionRunner(database)(() => {
    // Read again under the write lock: another process may have started meanwhile.
    const known = readFingerprint(database);
    if (known === fingerprint) return;
    if (known !== undefined && !replaces) throw differentSecretError();
    const insert = 'insert into askwell_secret (id, fingerprint) values (1, ?)';
    database
      .prepare(`${insert} on conflict (id) do update set fingerprint = excluded.fingerprint`)
      .run([Buffer.from(fingerprint, 'hex')]);
  });
}

/** Returns the fingerprint of the secret that a database was created with. Undefined if it has none. */
export function readFingerprint(database: SqliteDatabase): string | undefined {
  const hasTable = readValue(database, "select 1 from sqlite_schema where type = 'table' and name = 'askwell_secret'");
  if (hasTable === undefined) return undefined;
  const fingerprint = readValue(database, 'select hex(fingerprint) from askwell_secret');
  return typeof fingerprint === 'string' ? fingerprint.toLowerCase() : undefined;
}

function differentSecretError(): StoreError {
  return new StoreError(`This database was created with another secret. ${remedies}`);
}

/** Returns the error for a missing secret file of a database that was created with a secret. */
export function missingSecretError(file: string): StoreError {
  return new StoreError(`${file} is missing. It contains the secret that this database was created with. ${remedies}`);
}

const remedies =
  'Set the secret of the database with SECRET or the `secret` option, or restore the file next to the database. ' +
  'To use another secret, start once with "askwell serve --new-secret" or the option newSecret: true; then ' +
  `${newSecretConsequences}.`;

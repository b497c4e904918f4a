import { createTransactionRunner, readValue, type SqliteDatabase } from './drivers/sqlite-driver.js';
import { StoreError } from './store-error.js';

/** The secret of a process, as a database knows it. */
export interface SecretFingerprint {
  /** Tells one secret from another, in hexadecimal. The secret cannot be found from it. */
  readonly fingerprint: string;
  /** Whether it takes the place of another one. */
  readonly replaces: boolean;
}

/** What it costs to go on with another secret. */
export const newSecretConsequences =
  'tickets issued before are invalid, visitors are not recognized and may answer once more, and quizzes that are under way cannot be submitted';

/**
 * Writes the secret's fingerprint into a database that has none yet.
 *
 * @throws StoreError where the database was filled with another secret.
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

/** The fingerprint of the secret that a database was filled with; undefined where it has none. */
export function readFingerprint(database: SqliteDatabase): string | undefined {
  const hasTable = readValue(database, "select 1 from sqlite_schema where type = 'table' and name = 'askwell_secret'");
  if (hasTable === undefined) return undefined;
  const fingerprint = readValue(database, 'select hex(fingerprint) from askwell_secret');
  return typeof fingerprint === 'string' ? fingerprint.toLowerCase() : undefined;
}

function differentSecretError(): StoreError {
  return new StoreError(`This database was filled with another secret. ${remedies}`);
}

/** The secret's file is missing, though the database was filled with a secret. */
export function missingSecretError(file: string): StoreError {
  return new StoreError(`${file} is missing, and this database was filled with the secret in it. ${remedies}`);
}

const remedies =
  'Give the secret that belongs to the database: SECRET, the `secret` option, or the file that stood beside it. ' +
  'To go on with another one, start once with "askwell serve --new-secret" or the option newSecret: true; then ' +
  `${newSecretConsequences}.`;

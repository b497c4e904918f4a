import { differentSecretError, type SecretFingerprint } from '../secret-fingerprint.js';
import { createTransactionRunner, readValue, type SqliteDatabase } from './sqlite-driver.js';

/**
 * Stores the fingerprint of the secret, if the database has no fingerprint.
 *
 * @throws StoreError if the database was created with another secret.
 */
export function recordSecret(database: SqliteDatabase, { fingerprint, replaces }: SecretFingerprint): void {
  if (readFingerprint(database) === fingerprint) return;
  createTransactionRunner(database)(() => {
    // Read again under the write lock: another process may have started in between.
    const known = readFingerprint(database);
    if (known === fingerprint) return;
    if (known !== undefined && !replaces) throw differentSecretError();
    const insert = 'insert into askwell_secret (id, fingerprint) values (1, ?)';
    database
      .prepare(`${insert} on conflict (id) do update set fingerprint = excluded.fingerprint`)
      .run([Buffer.from(fingerprint, 'hex')]);
  });
}

/** Returns the fingerprint of the secret that a database was created with. Undefined if it has no fingerprint. */
export function readFingerprint(database: SqliteDatabase): string | undefined {
  const hasTable = readValue(database, "select 1 from sqlite_schema where type = 'table' and name = 'askwell_secret'");
  if (hasTable === undefined) return undefined;
  const fingerprint = readValue(database, 'select hex(fingerprint) from askwell_secret');
  return typeof fingerprint === 'string' ? fingerprint.toLowerCase() : undefined;
}

import { basename } from 'node:path';
import { readSecretFile, secretFingerprint, secretPath } from '../../crypto/secret.js';
import type { SqliteDatabase } from '../../store/sqlite/drivers/sqlite-driver.js';
import { readFingerprint } from '../../store/sqlite/secret-fingerprint.js';

/** The result of comparing the secret. */
export interface SecretComparison {
  readonly findings: readonly string[];
  /** Why the secret was not compared. */
  readonly note?: string;
}

/** Compares the secret that a server would use with the secret of a database. */
export function compareSecret(file: string, given: string | undefined, database: SqliteDatabase): SecretComparison {
  const expected = fingerprintIn(database);
  // A database of an earlier version stores its secret at the next start.
  if (expected === undefined) return { findings: [] };
  const source = given === undefined ? secretPath(file) : 'SECRET';
  let secret: Buffer | undefined;
  try {
    secret = given === undefined ? readSecretFile(file) : Buffer.from(given);
  } catch (error) {
    return { findings: [], note: `The secret was not compared: ${error instanceof Error ? error.message : error}` };
  }
  if (!secret) {
    return { findings: [], note: `The secret was not compared: SECRET is not set and ${source} does not exist.` };
  }
  if (secretFingerprint(secret) === expected) return { findings: [] };
  const mismatch = `${given === undefined ? `The secret in ${source}` : source} is not the secret of ${basename(file)}.`;
  return {
    findings: [`${mismatch} Use the secret of the database, or replace it with "askwell serve --new-secret".`],
  };
}

/** Ignores a damaged table, which the other checks report. */
function fingerprintIn(database: SqliteDatabase): string | undefined {
  try {
    return readFingerprint(database);
  } catch {
    return undefined;
  }
}

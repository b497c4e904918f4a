import { basename } from 'node:path';
import { readSecretFile, secretFingerprint, secretPath } from '../../options/secret.js';
import type { SqliteDatabase } from '../../store/sqlite/drivers/sqlite-driver.js';
import { readFingerprint } from '../../store/sqlite/secret-fingerprint.js';

export interface SecretComparison {
  readonly findings: readonly string[];
  /** Why nothing could be compared. */
  readonly note?: string;
}

/** Compares the secret that a server would use with the one that a database was filled with. */
export function compareSecret(file: string, given: string | undefined, database: SqliteDatabase): SecretComparison {
  const known = fingerprintIn(database);
  // A database of an earlier version takes the secret of the next start.
  if (known === undefined) return { findings: [] };
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
  if (secretFingerprint(secret) === known) return { findings: [] };
  const other = `${source} has another secret than the one that ${basename(file)} was filled with.`;
  return { findings: [`${other} Give that one, or replace it with "askwell serve --new-secret".`] };
}

/** What is too damaged to be read is found by the other checks. */
function fingerprintIn(database: SqliteDatabase): string | undefined {
  try {
    return readFingerprint(database);
  } catch {
    return undefined;
  }
}

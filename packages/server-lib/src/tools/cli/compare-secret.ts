import { readSecretFile, secretFingerprint, secretPath } from '../../base/crypto/secret.js';
import { isPostgresUrl } from '../../db/open-store.js';
import { databaseName } from './database-file.js';
import type { NamedSecret } from './serve-settings.js';

/** The result of comparing the secret. */
export interface SecretComparison {
  readonly findings: readonly string[];
  /** Why the secret was not compared. */
  readonly note?: string;
}

/**
 * Compares the secret that a server would use with the secret of a database.
 *
 * @param expected The fingerprint in the database. Undefined for a database of an earlier version, which stores it at the next
 * start.
 */
export function compareSecret(
  database: string,
  given: NamedSecret | undefined,
  expected: string | undefined,
): SecretComparison {
  if (expected === undefined) return { findings: [] };
  const file = isPostgresUrl(database) ? undefined : secretPath(database);
  let secret: Buffer | undefined;
  try {
    if (given !== undefined) secret = Buffer.from(given.text);
    else if (file !== undefined) secret = readSecretFile(database);
  } catch (error) {
    return { findings: [], note: `The secret was not compared: ${error instanceof Error ? error.message : error}` };
  }
  if (!secret) {
    const missing = file === undefined ? '' : ` and ${file} does not exist`;
    return { findings: [], note: `The secret was not compared: ASKWELL_SECRET is not set${missing}.` };
  }
  if (secretFingerprint(secret) === expected) return { findings: [] };
  const source = given === undefined ? `The secret in ${file}` : given.source;
  return {
    findings: [
      `${source} is not the secret of ${databaseName(database)}. Use the secret of the database, or replace it with "askwell serve --new-secret".`,
    ],
  };
}

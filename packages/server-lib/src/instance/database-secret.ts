import { createSecret, type Secret, secretFingerprint, secretPath } from '../base/crypto/secret.js';
import type { Logger } from '../base/logger.js';
import { OptionError } from '../base/validation/option-error.js';
import { isPostgres } from '../db/open-store.js';
import { missingSecretError, newSecretConsequences } from '../db/secret-fingerprint.js';
import { assertUsableFile } from '../db/sqlite/open-database.js';
import { lookUpFingerprint } from '../db/sqlite/read-secret-fingerprint.js';
import { StoreError } from '../db/store-error.js';
import type { AskwellOptions } from './options/options.js';

/** Returns the path of a SQLite file; undefined for all other databases. */
export function databasePath(database: AskwellOptions['database']): string | undefined {
  if (isPostgres(database)) return undefined;
  const path = typeof database === 'string' ? database : database.name;
  return path === '' || path === ':memory:' ? undefined : path;
}

/** @throws {StoreError} If the text is empty, because the variable for it is not set. */
export function requireDatabaseOption(database: AskwellOptions['database']): void {
  if (database !== '') return;
  throw new StoreError(
    'The option `database` is empty. Set ASKWELL_DATABASE to the absolute path of a SQLite file or a postgres:// URL.',
  );
}

/** Returns the secret of a database: the `secret` option, or the content of the file next to the database. */
export function createDatabaseSecret({ secret, newSecret, database }: AskwellOptions): Secret {
  if (secret === undefined && isPostgres(database)) {
    const remedy = 'All instances must have the same. Create one with `openssl rand -hex 32`.';
    throw new OptionError(`secret: required with PostgreSQL. ${remedy}`);
  }
  const file = databasePath(database);

  function requireCreatable(): void {
    // A path can be mistyped: create no secret next to a file that is not a database. An open handle is a database.
    if (typeof database === 'string') assertUsableFile(database);
    if (isPostgres(database)) return;
    // The database already has a secret. A second one would have to be deleted before the right one can be restored.
    if (file !== undefined && !newSecret && lookUpFingerprint(database) !== undefined) {
      throw missingSecretError(secretPath(file));
    }
  }

  return createSecret({ secret, file, requireCreatable });
}

/** Logs a warning if the database was created with another secret, which `newSecret` replaces. */
export function warnAboutNewSecret(database: AskwellOptions['database'], secret: Secret, logger: Logger): void {
  const fingerprint = isPostgres(database) ? undefined : lookUpFingerprint(database);
  if (fingerprint === undefined || fingerprint === secretFingerprint(secret.key)) return;
  logger.warn({}, `The secret of the database is replaced: ${newSecretConsequences}.`);
}

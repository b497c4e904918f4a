import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { isBusy, StoreError, sqliteCode } from './store-error.js';

/** What SQLite says of a file, in words that help. */
const messages: readonly (readonly [RegExp, (file: string) => string])[] = [
  [/^SQLITE_NOTADB/, (file) => `${file} is not a SQLite database. Give another path for the database.`],
  [/^SQLITE_CORRUPT/, (file) => `${file} is damaged. Restore a backup.`],
  [/^SQLITE_FULL/, (file) => `There is no room left on the disk of ${file}. Make some, then start again.`],
];

/** Says why a file can't be used as the database, and what to do about it. */
export function explainOpenFailure(file: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (isBusy(error)) {
    return new StoreError(`${file} is locked by somebody else. Try again when that is done with it.`, { cause: error });
  }
  const code = sqliteCode(error);
  const known = messages.find(([pattern]) => pattern.test(code));
  return new StoreError(known ? known[1](file) : explainFileAccess(file), { cause: error });
}

function explainFileAccess(file: string): string {
  const folder = dirname(resolve(file));
  if (!existsSync(folder)) {
    return `The folder ${folder} does not exist. Create it, or give another path for the database.`;
  }
  // SQLite keeps files of its own beside the database, so the folder must be open to it too.
  for (const path of [file, folder].filter((there) => existsSync(there))) {
    const refused = !allows(path, constants.R_OK) ? 'read' : !allows(path, constants.W_OK) ? 'written to' : undefined;
    if (refused) return `${path} can't be ${refused}. Change its permissions, or give another path for the database.`;
  }
  return `${file} can't be opened as a database. Give another path for the database.`;
}

function allows(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

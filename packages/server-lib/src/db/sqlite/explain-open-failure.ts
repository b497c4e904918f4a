import { accessSync, constants, existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StoreError } from '../store-error.js';
import { isBusy, sqliteCode } from './sqlite-errors.js';

/** Messages for SQLite's result codes. */
const messages: readonly (readonly [RegExp, (file: string) => string])[] = [
  [/^SQLITE_NOTADB/, (file) => `${file} is not a SQLite database. Give another path for the database.`],
  [/^SQLITE_CORRUPT/, (file) => `${file} is damaged. Restore a backup.`],
  [/^SQLITE_FULL/, (file) => `The disk of ${file} is full. Free some space, then start again.`],
];

/** Returns the error that says why a file cannot be used as the database, and what to do. */
export function explainOpenFailure(file: string, error: unknown): StoreError {
  if (error instanceof StoreError) return error;
  if (isBusy(error)) {
    return new StoreError(`${file} is locked by another process. Try again later.`, { cause: error });
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
  // SQLite creates files next to the database, so it needs access to the folder too.
  for (const path of [file, folder].filter((there) => existsSync(there))) {
    const refused = !allows(path, constants.R_OK) ? 'read' : !allows(path, constants.W_OK) ? 'written to' : undefined;
    if (refused) return `${path} cannot be ${refused}. Change its permissions, or give another path for the database.`;
  }
  return `${file} cannot be opened as a database. Give another path for the database.`;
}

function allows(path: string, mode: number): boolean {
  try {
    accessSync(path, mode);
    return true;
  } catch {
    return false;
  }
}

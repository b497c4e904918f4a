import { StoreError } from '../store-error.js';

/** The members of the package `pg` that Askwell uses. */
export type Pg = Pick<typeof import('pg'), 'Pool'>;

/**
 * Imports the package `pg`. It is loaded only if a database needs it. File tracers, such as the one of Next.js, find
 * the package by this import. Bundlers accept that it is not installed, because the import is in a `try` block and has
 * a `catch`.
 *
 * @throws StoreError if it is not installed.
 */
export async function importPg(): Promise<Pg> {
  try {
    return await import('pg').catch((error: unknown) => Promise.reject(error));
  } catch (error) {
    throw notInstalled(error);
  }
}

/**
 * Returns the path of the package `pg`, for threads: their file may be in another folder.
 *
 * @throws StoreError if it is not installed.
 */
export function findPg(): string {
  try {
    return requireFrom(import.meta.url).resolve('pg');
  } catch (error) {
    throw notInstalled(error);
  }
}

/** Loads the package `pg` from the path that {@link findPg} returned. */
export function requirePg(path: string): Pg {
  return requireFrom(path)(path);
}

/** Returns `require` of a file. A bundle may declare `createRequire` in its banner, so no import has that name. */
function requireFrom(path: string): NodeJS.Require {
  return process.getBuiltinModule('node:module').createRequire(path);
}

function notInstalled(cause: unknown): StoreError {
  return new StoreError('PostgreSQL requires the package "pg". Run: npm install pg', { cause });
}

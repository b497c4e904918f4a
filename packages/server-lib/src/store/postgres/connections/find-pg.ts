import { StoreError } from '../../store-error.js';

/**
 * Returns the path of the package `pg`. It is loaded only where a database needs it. Not with `import`: bundlers would require
 * every app to install it. Threads get the path, because their file may be in another folder.
 *
 * @throws StoreError if it is not installed.
 */
export function findPg(): string {
  try {
    // Not with a named import: the banner of a bundle may declare `createRequire` as well.
    return process
      .getBuiltinModule('node:module')
      .createRequire(import.meta.url)
      .resolve('pg');
  } catch (error) {
    throw new StoreError('PostgreSQL requires the package "pg". Run: npm install pg', { cause: error });
  }
}

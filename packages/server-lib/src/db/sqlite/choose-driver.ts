import { StoreError } from '../store-error.js';
import { loadBetterSqlite3 } from './better-sqlite3-driver.js';
import { loadNodeSqlite } from './node-sqlite-driver.js';
import type { DriverName, SqliteDriver } from './sqlite-driver.js';

/** Older versions can corrupt a database in WAL mode when two connections write and checkpoint. */
export const minSqliteVersion = [3, 51, 3] as const;

/** The environment variable that selects the driver. */
export const driverVariable = 'ASKWELL_SQLITE_DRIVER';

const loaders: Readonly<Record<DriverName, () => SqliteDriver>> = {
  'better-sqlite3': loadBetterSqlite3,
  'node:sqlite': loadNodeSqlite,
};

let chosen: SqliteDriver | undefined;

/**
 * The SQLite library that this thread uses: better-sqlite3 if its binary loads, otherwise Node's own. It is chosen
 * once, at the first opening.
 *
 * @throws A {@link StoreError} that says what to do if neither can be used.
 */
export function sqliteDriver(): SqliteDriver {
  chosen ??= choose(configuredDriver());
  return chosen;
}

/**
 * Uses the driver that another thread of this process has chosen. Two SQLite libraries in one process would release
 * each other's locks on a file.
 */
export function useDriver(name: DriverName): void {
  if (chosen?.name !== name) chosen = choose(name);
}

function configuredDriver(): DriverName | undefined {
  const name = process.env[driverVariable];
  if (name === undefined || name === '') return undefined;
  if (name === 'better-sqlite3' || name === 'node:sqlite') return name;
  throw new StoreError(`${driverVariable} must be "better-sqlite3" or "node:sqlite", not "${name}".`);
}

function choose(name: DriverName | undefined): SqliteDriver {
  const failures: { name: DriverName; error: unknown }[] = [];
  for (const candidate of name === undefined ? (['better-sqlite3', 'node:sqlite'] as const) : [name]) {
    try {
      return assertSqliteVersion(loaders[candidate]());
    } catch (error) {
      failures.push({ name: candidate, error });
    }
  }
  const [first] = failures;
  const reasons = failures.map((failure) => explainLoadFailure(failure.name, failure.error));
  throw new StoreError(`SQLite could not be loaded. ${reasons.join(' ')}`, { cause: first?.error });
}

function assertSqliteVersion(driver: SqliteDriver): SqliteDriver {
  if (isOlder(driver.version.split('.').map(Number), minSqliteVersion))
    throw new Error(outdatedSqliteMessage(driver.version));
  return driver;
}

/** Returns the message for a version of SQLite that is too old. */
export function outdatedSqliteMessage(version: string): string {
  return `SQLite ${version} is too old: ${minSqliteVersion.join('.')} or newer is needed.`;
}

function explainLoadFailure(name: DriverName, error: unknown): string {
  const said = error instanceof Error ? (error.message.split('\n', 1)[0] ?? '').replace(/\.?$/, '.') : String(error);
  if (name === 'node:sqlite') return `node:sqlite cannot be used: ${said}`;
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (code === 'ERR_DLOPEN_FAILED') {
    return `better-sqlite3's binary does not fit Node ${process.versions.node} on this system. Run "npm rebuild better-sqlite3". (${said})`;
  }
  if (isBinaryMissing(error)) {
    return 'better-sqlite3 has no binary here. With pnpm, run "pnpm approve-builds" and allow better-sqlite3, then "pnpm rebuild better-sqlite3"; otherwise run "npm rebuild better-sqlite3".';
  }
  return `better-sqlite3 failed: ${said}`;
}

/**
 * Up to version 12, the package `bindings` searches for the binary and lists the paths that it tried. Later versions
 * require the binary by its path.
 */
function isBinaryMissing(error: unknown): boolean {
  return error instanceof Error && ('tries' in error || ('code' in error && error.code === 'MODULE_NOT_FOUND'));
}

/** Returns whether a version is older than another one, part by part. */
export function isOlder(version: readonly number[], least: readonly number[]): boolean {
  for (const [at, part] of least.entries()) {
    const difference = (version[at] ?? 0) - part;
    if (difference !== 0) return difference < 0;
  }
  return false;
}

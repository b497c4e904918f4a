import { existsSync, rmSync } from 'node:fs';
import type { OuterWindow, WindowChange, WindowState } from '../../windows/change-windows.js';
import { type Admissions, countInWindow } from '../../windows/count-in-window.js';
import type { HeldWindow } from '../../windows/local-windows.js';
import { bucketWidth, type SharedWindow } from '../../windows/shared-window.js';
import { createTransactionRunner, pragma, readValue, type SqliteDatabase } from '../drivers/sqlite-driver.js';
import { openPrivately } from './process-lock.js';

/** The windows of several processes in a small SQLite file. */
export interface WindowFile {
  /** Changes windows in one transaction. Throws a busy error while another process has one. */
  change(changes: readonly WindowChange[], outer: readonly OuterWindow[], now: number): WindowState[];
  /** Adds windows of the memory of a process. The file must not have them. */
  add(held: readonly HeldWindow[]): void;
  /** Deletes all windows. */
  clear(): void;
  /** Deletes some of the windows that have no request left in them. Returns whether there may be more. */
  deleteExpired(now: number): boolean;
  /** Returns when the last request leaves its window. 0 if there is none. */
  lastExpiry(): number;
  close(): void;
}

/** The number of windows that one transaction deletes. */
const deletionSize = 1_000;

/** How long opening waits for another process that opens the file, in milliseconds. */
const openTimeout = 1_000;

const filesOf = (path: string): string[] => [path, `${path}-wal`, `${path}-shm`];

/**
 * Opens the file, and creates it if necessary.
 *
 * @param mayReplace Whether no other process uses the file. It is not synced, so a crash of the machine can damage it; it is
 * then replaced.
 */
export function openWindowFile(path: string, mayReplace: boolean): WindowFile {
  try {
    return prepare(openPrivately(path, openTimeout));
  } catch (error) {
    if (!mayReplace || !existsSync(path)) throw error;
    for (const file of filesOf(path)) rmSync(file, { force: true });
    return prepare(openPrivately(path, openTimeout));
  }
}

function prepare(database: SqliteDatabase): WindowFile {
  try {
    pragma(database, 'journal_mode = WAL');
    pragma(database, 'synchronous = OFF');
    // Entries are JSON: [[time, count], …]. The ID is an HMAC.
    database.exec(`create table if not exists windows (
      id text primary key, entries text not null, expires_at integer not null
    ) without rowid;
    create index if not exists windows_by_expiry on windows (expires_at)`);
    // From now on, a lock is not waited for on the event loop.
    pragma(database, 'busy_timeout = 0');
    return createWindowFile(database);
  } catch (error) {
    database.close();
    throw error;
  }
}

function createWindowFile(database: SqliteDatabase): WindowFile {
  const inTransaction = createTransactionRunner(database);
  const select = database.prepare('select entries from windows where id = ?');
  const upsert = database.prepare(`insert into windows (id, entries, expires_at) values (?, ?, ?)
    on conflict (id) do update set entries = excluded.entries, expires_at = excluded.expires_at`);

  function save({ id, seconds }: SharedWindow, entries: readonly Admissions[]): void {
    upsert.run([id, JSON.stringify(entries), (entries.at(-1)?.[0] ?? 0) + seconds * 1_000_000]);
  }

  function read(id: string): readonly Admissions[] {
    return parseEntries(select.all([id])[0]?.[0]);
  }

  function changeOne({ window, count, at }: WindowChange, now: number): WindowState {
    const { id, limit, seconds } = window;
    const change = { count, at, limit, span: seconds * 1_000_000, width: bucketWidth(window) };
    const counted = countInWindow(read(id), change, now);
    if (counted.taken !== 0) save(window, counted.entries);
    return { id, taken: counted.taken, used: counted.used, at: counted.at, oldest: counted.entries[0]?.[0] ?? null };
  }

  return {
    change: (changes, outer, now) =>
      inTransaction(() => {
        const inner = changes.map((change) => changeOne(change, now));
        const taken = new Map(inner.map((state) => [state.id, state.taken]));
        return inner.concat(
          outer.map(({ window, innerIds }) => {
            const count = innerIds.reduce((sum, id) => sum + (taken.get(id) ?? 0), 0);
            return changeOne({ window, count }, now);
          }),
        );
      }),

    add: (held) =>
      inTransaction(() => {
        for (const { window, entries } of held) save(window, entries);
      }),

    clear: () => inTransaction(() => database.exec('delete from windows')),

    deleteExpired: (now) =>
      inTransaction(() => {
        readValue(
          database,
          `delete from windows where id in (select id from windows where expires_at <= ? limit ${deletionSize})`,
          [now],
        );
        return Number(readValue(database, 'select changes()')) === deletionSize;
      }),

    lastExpiry: () => Number(readValue(database, 'select coalesce(max(expires_at), 0) from windows')),

    close: () => database.close(),
  };
}

function parseEntries(text: unknown): Admissions[] {
  const parsed: unknown = typeof text === 'string' ? JSON.parse(text) : [];
  if (!Array.isArray(parsed)) return [];
  return parsed.map((entry: unknown): Admissions => {
    return Array.isArray(entry) ? [Number(entry[0]), Number(entry[1])] : [0, 0];
  });
}

import type { OuterWindow, WindowChange, WindowState } from '../windows/change-windows.js';
import { type Admissions, countInWindow } from '../windows/count-in-window.js';
import type { HeldWindow } from '../windows/local-windows.js';
import { bucketWidth, type SharedWindow } from '../windows/shared-window.js';
import { createTransactionRunner, readValue, type SqliteDatabase } from './sqlite-driver.js';

/** Windows in a table of a small SQLite file. */
export interface WindowTable {
  /** Changes windows in one transaction. Throws a busy error while another process has one. */
  change(changes: readonly WindowChange[], outer: readonly OuterWindow[], now: number): WindowState[];
  /** Adds windows of the memory of a process. The table must not have them. */
  add(held: readonly HeldWindow[]): void;
  /** Deletes all windows. */
  clear(): void;
  /** Deletes some of the windows that have no request left in them. Returns whether there may be more. */
  deleteExpired(now: number): boolean;
  /** Returns when the last request leaves its window. 0 if there are no requests. */
  lastExpiry(): number;
  /** Returns the time of the latest request. 0 if there are no requests. */
  newest(): number;
}

/** The number of windows that one transaction deletes. */
const deletionSize = 1_000;

/** Opens a table, and creates it if necessary. */
export function openWindowTable(database: SqliteDatabase, table: 'windows' | 'lasting_windows'): WindowTable {
  // Entries are JSON: [[time, count], …]. The ID is an HMAC.
  database.exec(`create table if not exists ${table} (
      id text primary key, entries text not null, expires_at integer not null
    ) without rowid;
    create index if not exists ${table}_by_expiry on ${table} (expires_at)`);
  const inTransaction = createTransactionRunner(database);
  const select = database.prepare(`select entries from ${table} where id = ?`);
  const upsert = database.prepare(`insert into ${table} (id, entries, expires_at) values (?, ?, ?)
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

    clear: () => inTransaction(() => database.exec(`delete from ${table}`)),

    deleteExpired: (now) =>
      inTransaction(() => {
        readValue(
          database,
          `delete from ${table} where id in (select id from ${table} where expires_at <= ? limit ${deletionSize})`,
          [now],
        );
        return Number(readValue(database, 'select changes()')) === deletionSize;
      }),

    lastExpiry: () => Number(readValue(database, `select coalesce(max(expires_at), 0) from ${table}`)),

    newest: () =>
      Number(readValue(database, `select coalesce(max(json_extract(entries, '$[#-1][0]')), 0) from ${table}`)),
  };
}

function parseEntries(text: unknown): Admissions[] {
  const parsed: unknown = typeof text === 'string' ? JSON.parse(text) : [];
  if (!Array.isArray(parsed)) return [];
  return parsed.map((entry: unknown): Admissions => {
    return Array.isArray(entry) ? [Number(entry[0]), Number(entry[1])] : [0, 0];
  });
}

/**
 * An open database of the host: the part of a better-sqlite3 `Database` that Askwell uses. Any version of
 * better-sqlite3 with SQLite 3.51.3 or newer works.
 */
export interface SqliteHandle {
  readonly name: string;
  readonly memory: boolean;
  readonly inTransaction: boolean;
  prepare(source: string): SqliteHandleStatement;
  exec(source: string): unknown;
}

/** The part of a better-sqlite3 `Statement` that Askwell uses. */
export interface SqliteHandleStatement {
  readonly reader: boolean;
  columns(): readonly { readonly name: string }[];
  raw(toggle?: boolean): unknown;
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): unknown;
}

/**
 * An open database of the host's: what Askwell uses of a better-sqlite3 `Database`. Any version of better-sqlite3 fits whose
 * SQLite is 3.51.3 or newer.
 */
export interface SqliteHandle {
  readonly name: string;
  readonly memory: boolean;
  readonly inTransaction: boolean;
  prepare(source: string): SqliteHandleStatement;
  exec(source: string): unknown;
}

/** What Askwell uses of a better-sqlite3 `Statement`. */
export interface SqliteHandleStatement {
  readonly reader: boolean;
  columns(): readonly { readonly name: string }[];
  raw(toggle?: boolean): unknown;
  all(...values: unknown[]): unknown[];
  run(...values: unknown[]): unknown;
}

import { isPostgresUrl } from '../../db/open-store.js';
import type { MoveDatabase } from './move-database.js';
import { MoveError } from './move-events.js';
import { openPostgresForMove } from './postgres-move-database.js';
import { openSqliteForMove } from './sqlite-move-database.js';

/** Both databases of a move, open. */
export interface OpenDatabases {
  readonly source: MoveDatabase;
  readonly target: MoveDatabase;
}

/**
 * Opens a SQLite file and a PostgreSQL database for a move, runs an action, and closes them.
 *
 * @throws {MoveError} If the databases are of the same kind.
 */
export async function withDatabases<Result>(
  from: string,
  to: string,
  use: (databases: OpenDatabases) => Promise<Result>,
): Promise<Result> {
  if (isPostgresUrl(from) === isPostgresUrl(to)) {
    throw new MoveError('A move is from a SQLite file to PostgreSQL, or back. Copy a database with a backup.');
  }
  // First the file, whose lock keeps out another move.
  const [file, url] = isPostgresUrl(from) ? [to, from] : [from, to];
  return withDatabase(file, (sqlite) =>
    withDatabase(url, (postgres) => {
      const [source, target] = file === from ? [sqlite, postgres] : [postgres, sqlite];
      return use({ source, target });
    }),
  );
}

/** Opens a database for a move, runs an action, and closes it. */
export async function withDatabase<Result>(
  database: string,
  use: (database: MoveDatabase) => Promise<Result>,
): Promise<Result> {
  const opened = isPostgresUrl(database) ? await openPostgresForMove(database) : openSqliteForMove(database);
  try {
    return await use(opened);
  } finally {
    await opened.close();
  }
}

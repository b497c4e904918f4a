import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { toCommandFailure } from './command-failure.js';

test('a database failure points to the check, except in the check itself', () => {
  const error = new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
  expect(toCommandFailure(error, 'backup')?.message).toBe('The database failed (SQLITE_IOERR). Run "askwell check".');
  expect(toCommandFailure(error, 'check')?.message).toBe('The database failed (SQLITE_IOERR).');
});

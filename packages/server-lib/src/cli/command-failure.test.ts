import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { toCommandFailure } from './command-failure.js';

test('where the database gives up, every command but the check itself says what to look at', () => {
  const error = new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
  expect(toCommandFailure(error, 'backup')?.message).toBe('The database gave up (SQLITE_IOERR). See "askwell check".');
  expect(toCommandFailure(error, 'check')?.message).toBe('The database gave up (SQLITE_IOERR).');
});

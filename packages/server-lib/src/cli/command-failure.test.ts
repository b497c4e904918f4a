import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { explain } from './command-failure.js';

test('where the database gives up, every command but the check itself says what to look at', () => {
  const error = new Database.SqliteError('disk I/O error', 'SQLITE_IOERR');
  expect(explain(error, 'backup')?.message).toBe('The database gave up (SQLITE_IOERR). See "askwell check".');
  expect(explain(error, 'check')?.message).toBe('The database gave up (SQLITE_IOERR).');
});

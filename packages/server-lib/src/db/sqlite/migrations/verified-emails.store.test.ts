import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../../../test/support/store/open-database.js';
import { migrateSqlite } from '../migrate.js';
import type { SqliteFile } from '../sqlite-driver.js';
import verifiedEmails from './0033_verified_emails.sql';
import { sqliteMigrations } from './index.js';

let database: SqliteFile;
beforeEach(() => {
  database = openDatabase(':memory:');
  migrateSqlite(database, {
    shared: false,
    steps: sqliteMigrations.slice(0, sqliteMigrations.indexOf(verifiedEmails)),
  });
});
afterEach(() => database.close());

function insertAccount(id: number, events: readonly (readonly [kind: string, at: number])[] = []): void {
  database.exec(`insert into askwell_accounts (id, name, email, email_folded, created_at)
    values (${id}, 'Owner', '${id}@example.com', '${id}@example.com', ${id})`);
  for (const [kind, at] of events) {
    database.exec(`insert into askwell_security_events (account_id, kind, n, first_at, at)
      values (${id}, '${kind}', 1, ${at}, ${at})`);
  }
}

const verified = () => database.prepare('select id, email_verified_at from askwell_accounts order by id').all([]);

test('existing accounts are verified if they have reset their password by email since their email was changed', () => {
  insertAccount(1);
  insertAccount(2, [['password_reset_by_email', 20]]);
  insertAccount(3, [
    ['password_reset_by_email', 20],
    ['email_changed', 30],
  ]);
  insertAccount(4, [
    ['email_changed', 30],
    ['password_reset_by_email', 40],
  ]);
  migrateSqlite(database, { shared: false });
  expect(verified()).toEqual([
    [1, null],
    [2, 20],
    [3, null],
    [4, 40],
  ]);
});

test('the only account is verified', () => {
  insertAccount(7);
  migrateSqlite(database, { shared: false });
  expect(verified()).toEqual([[7, 7]]);
});

test('waiting emails and their notices stay', () => {
  insertAccount(1);
  database.exec(`insert into askwell_asks (seq, id, account_id, kind, status, title, definition, version, created_at, updated_at)
    values (1, 'a', 1, 'poll', 'open', 'Lunch?', '{}', 1, 1, 1)`);
  database.exec(`insert into askwell_emails (id, account_id, kind, created_at, next_at) values (9, 1, 'notice', 1, 2)`);
  database.exec(`insert into askwell_notices (ask, account_id, timing, email, told) values (1, 1, 'daily', 9, 3)`);
  migrateSqlite(database, { shared: false });
  const rows = database.prepare(
    'select n.email, n.told, e.kind, e.next_at from askwell_notices n join askwell_emails e on e.id = n.email',
  );
  expect(rows.all([])).toEqual([[9, 3, 'notice', 2]]);
  expect(database.prepare('pragma foreign_key_check').all([])).toEqual([]);
});

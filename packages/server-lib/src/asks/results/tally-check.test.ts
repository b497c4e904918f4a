import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startServer, type TestServer } from '../../../test/support/servers/start-server.js';
import { runChecks } from '../../store/sqlite/check/integrity.js';
import { createConnection } from '../../store/sqlite/connection.js';
import { fromHandle } from '../../store/sqlite/drivers/better-sqlite3-driver.js';
import { tallyCheck } from './tally-check.js';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
  const { scope } = (await createOwner(server.services)).session;
  const { asks, submitService } = server.services.polls;
  const { ask: poll } = await asks.create(scope, { title: 'Lunch?', options: ['Soup', 'Salad'], other: true });
  for (const members of [{ choices: ['o1'] }, { choices: ['o1'] }, { choices: ['o2'] }, { other: 'Pizza' }]) {
    await submitService.submit(poll, { members, clientKey: () => 'test', idempotency: null, language: null });
  }
});
afterAll(() => server.close());

function check(spoil: string): string[] {
  const database = new Database(server.database);
  try {
    database.exec(`begin; ${spoil}`);
    const connection = createConnection(fromHandle(database));
    return runChecks({ ...connection, inSnapshot: (action) => action() }, [tallyCheck]);
  } finally {
    database.exec('rollback');
    database.close();
  }
}

test('finds nothing wrong in tallies of recorded answers', () => {
  expect(check('')).toEqual([]);
});

test.each([
  [
    'a wrong tally',
    "update askwell_tallies set n = n + 1 where bucket = 'o1'",
    /the result for "o1" is 3, but the answers add up to 2/,
  ],
  [
    'a missing tally',
    "delete from askwell_tallies where bucket = 'o2'",
    /the result for "o2" is 0, but the answers add up to 1/,
  ],
  [
    'a wrong write-in',
    'update askwell_write_ins set n = 5',
    /the result for .*pizza.* is 5, but the answers add up to 1/,
  ],
  [
    'a wrong number of answers',
    'update askwell_counters set answers = 9',
    /the counters say 9 answers, but 4 answers are stored/,
  ],
  ['a missing number of answers', 'delete from askwell_counters', /the counters are missing, but 4 answers are stored/],
  [
    'a definition that is not JSON',
    "update askwell_asks set definition = '{'",
    /^poll_\w+: .*the definition cannot be read/,
  ],
  ["a definition that is not a poll's", "update askwell_asks set definition = '{}'", /the definition cannot be read/],
  [
    'an answer that is not JSON',
    "update askwell_answers set body = '{' where id = (select max(id) from askwell_answers)",
    /^poll_\w+: cannot count the answers, because answer \w+ does not match the definition/,
  ],
])('finds %s', (_what, spoil, finding) => {
  const findings = check(spoil);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatch(finding);
});

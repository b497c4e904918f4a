import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { connectTo } from '../../../test/support/store/direct-connection.js';

import type { Operation } from '../../db/operation.js';
import { run } from '../../db/sql/statement.js';
import { tallyCheck } from './tally-check.js';

let server: TestServer;
beforeAll(async () => {
  server = await startService();
  const { scope } = (await createOwner(server.services)).session;
  const { asks, submitService } = server.services.polls;
  const { ask: poll } = await asks.create(scope, { title: 'Lunch?', options: ['Soup', 'Salad'], other: true });
  for (const members of [{ choices: ['o1'] }, { choices: ['o1'] }, { choices: ['o2'] }, { other: 'Pizza' }]) {
    await submitService.submit(poll, { members, clientKey: () => 'test', idempotency: null, language: null });
  }
});
afterAll(() => server.close());

/** Returns what the check finds after a change, which is rolled back. */
async function findingsAfter(spoil: Operation<void>): Promise<string[]> {
  const connection = await connectTo(server.database);
  try {
    await connection.run(run`begin`);
    await connection.run(spoil);
    return await connection.run(tallyCheck.find());
  } finally {
    await connection.run(run`rollback`);
    await connection.close();
  }
}

test('finds nothing wrong in tallies of recorded answers', async () => {
  expect(await findingsAfter(run`select 1`)).toEqual([]);
});

test.each([
  [
    'a wrong tally',
    run`update askwell_tallies set n = n + 1 where bucket = 'o1'`,
    /the result for "o1" is 3, but the answers add up to 2/,
  ],
  [
    'a missing tally',
    run`delete from askwell_tallies where bucket = 'o2'`,
    /the result for "o2" is 0, but the answers add up to 1/,
  ],
  [
    'a wrong write-in',
    run`update askwell_write_ins set n = 5`,
    /the result for .*pizza.* is 5, but the answers add up to 1/,
  ],
  [
    'a wrong number of answers',
    run`update askwell_counters set answers = 9`,
    /the counters say 9 answers, but 4 answers are stored/,
  ],
  [
    'a missing number of answers',
    run`delete from askwell_counters`,
    /the counters are missing, but 4 answers are stored/,
  ],
  [
    'a definition that is not JSON',
    run`update askwell_asks set definition = '{'`,
    /^poll_\w+: .*the definition cannot be read/,
  ],
  [
    "a definition that is not a poll's",
    run`update askwell_asks set definition = '{}'`,
    /the definition cannot be read/,
  ],
  [
    'an answer that is not JSON',
    run`update askwell_answers set body = '{' where id = (select max(id) from askwell_answers)`,
    /^poll_\w+: cannot count the answers, because answer \w+ does not match the definition/,
  ],
])('the check finds %s', async (_what, spoil, finding) => {
  const findings = await findingsAfter(spoil);
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatch(finding);
});

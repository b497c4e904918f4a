import { afterAll, beforeAll, expect, test } from 'vitest';
import { selectAnswers } from '../../src/core/answers/answer-queries.js';
import { everyAnswer } from '../../src/core/answers/answer-selection.js';
import { newAnswerId } from '../../src/core/ids.js';
import { isQuery, type Operation } from '../../src/db/operation.js';
import { all, Fragment, run } from '../../src/db/sql/statement.js';
import { selectAnswersBetween } from '../../src/events/feed/feed-queries.js';
import { createOwner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { connectTo, type DirectConnection } from '../support/store/direct-connection.js';
import { newSchema } from '../support/store/test-database.js';

let server: SocketServer;
let connection: DirectConnection;
let ask: number;
beforeAll(async () => {
  // A schema that other tests used has their statistics.
  server = await startServer({ database: newSchema() });
  connection = await connectTo(server.database);
  const owner = await createOwner(server.services);
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
  const { polls } = server.services;
  ask = (await polls.asks.create(owner.session.scope, draft)).ask.seq;
  // The statistics stay the statistics of an empty table.
  await connection.run(run`alter table askwell_answers set (autovacuum_enabled = false)`);
  await connection.run(run`
    insert into askwell_answers (ask, id, body, created_at)
    select cast(${ask} as bigint), '0' || lpad(to_hex(n), 19, '0'), '{}', n from generate_series(1, 100000) n`);
});
afterAll(async () => {
  await connection.close();
  await server.close();
});

async function planOf(operation: Operation<unknown>): Promise<string> {
  if (!isQuery(operation)) expect.unreachable('It is a single statement.');
  const plan = all<{ 'QUERY PLAN': string }>`explain ${new Fragment(operation.strings, operation.values)}`;
  return (await connection.run(plan)).map((row) => row['QUERY PLAN']).join('\n');
}

const id = newAnswerId(0);
const [all500, since] = [{ limit: 500 }, { ...everyAnswer, since: 1_000, until: 10 ** 15 }];
test.each([
  ['the first answers', () => selectAnswers(ask, everyAnswer, { ...all500, after: null, order: 'desc' })],
  ['the next answers', () => selectAnswers(ask, everyAnswer, { ...all500, after: id, order: 'desc' })],
  [
    'the next answers in the other order',
    () => selectAnswers(ask, everyAnswer, { ...all500, after: id, order: 'asc' }),
  ],
  ['the answers of a period', () => selectAnswers(ask, since, { ...all500, after: id, order: 'asc' })],
  [
    'the next answers with their notes',
    () => selectAnswers(ask, everyAnswer, { ...all500, after: id, order: 'desc' }, { notes: 'all' }),
  ],
  ['the answers of a change', () => selectAnswersBetween(ask, { from: id, last: '1' }, 500)],
])('without statistics, a page of %s is read from the index in its order', async (_, operation) => {
  const plan = await planOf(operation());
  expect(plan).toMatch(/Index Scan (Backward )?using askwell_answers_pkey/);
  expect(plan).not.toMatch(/Sort|Bitmap|Seq Scan/);
});

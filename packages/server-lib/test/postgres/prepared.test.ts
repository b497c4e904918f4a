import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { newAnswerId } from '../../src/asks/ids.js';
import type { AnswerInput } from '../../src/asks/submit/answer-input.js';
import { recordAnswers } from '../../src/asks/submit/record-answers.js';
import { silentLogger } from '../../src/logger.js';
import { writes } from '../../src/registered-writes.js';
import { openPostgresStore } from '../../src/store/postgres/postgres-store.js';
import type { Store } from '../../src/store/store.js';
import { createOwner } from '../support/servers/create-owner.js';
import { startServer, type TestServer } from '../support/servers/start-server.js';
import { emptySchema } from '../support/store/test-database.js';

/** A store over a pool of the test, whose connections have no pooler. */
let store: Store;
let server: TestServer;
let pool: pg.Pool;
let schema: string;
let ask: Pick<AnswerInput, 'ask' | 'version' | 'updatedAt'>;

beforeAll(async () => {
  const database = emptySchema();
  schema = database.split('?schema=')[1] ?? '';
  server = await startServer({ database });
  const { session } = await createOwner(server.services);
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
  const { id } = await server.askwell.polls.create(session.account.id, draft);
  const found = await server.services.polls.submitService.find(id);
  if (!found) throw new Error('The poll was not found.');
  ask = { ask: found.seq, version: found.version, updatedAt: found.updatedAt };
  pool = new pg.Pool({ connectionString: inject('postgresUrl'), pipeline: true, max: 1 });
  store = openPostgresStore({ database: pool, schema, writes, logger: silentLogger });
  await store.ready();
});
afterAll(async () => {
  await store.close();
  await pool.end();
  await server.close();
});

let voters = 0;

function newVote(): AnswerInput {
  const at = server.services.clock.now();
  return {
    ...ask,
    id: newAnswerId(at),
    body: '{"choices":["o1"]}',
    voter: (++voters).toString(16).padStart(32, '0'),
    at,
    createdAt: at,
    maxPerVoter: 1,
    allowChange: false,
    needsTicket: false,
    maxAnswers: null,
    language: null,
    idempotency: null,
    singleUseToken: null,
    checkedAnswers: 0,
  };
}

/** Records votes of new voters at once, and expects all of them to be stored. */
async function recordVotes(count: number): Promise<void> {
  const outcomes = await Promise.all(Array.from({ length: count }, () => store.run(recordAnswers, newVote())));
  expect(outcomes.filter((outcome) => 'answer' in outcome)).toHaveLength(count);
}

async function scansOf(table: string): Promise<{ sequential: number; byIndex: number }> {
  // Otherwise, they are counted with a delay. The pool has one connection.
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query(
    'select seq_scan, idx_scan from pg_stat_user_tables where schemaname = $1 and relname = $2',
    [schema, table],
  );
  return { sequential: Number(rows[0]?.seq_scan), byIndex: Number(rows[0]?.idx_scan) };
}

test('groups find voters by an index, also if they were prepared on an empty table without statistics', async () => {
  await pool.query(`alter table "${schema}".askwell_answers set (autovacuum_enabled = false)`);
  for (let group = 0; group < 10; group++) await recordVotes(1);
  await pool.query(
    `insert into "${schema}".askwell_answers (ask, id, body, voter, nth, created_at)
    select $1, '0' || lpad(to_hex(n), 19, '0'), '{}', sha256(cast(cast(n as text) as bytea)), 0, n from generate_series(1, 50000) n`,
    [ask.ask],
  );
  const before = await scansOf('askwell_answers');
  for (const size of [1, 50, 400]) await recordVotes(size);
  const after = await scansOf('askwell_answers');
  expect(after.byIndex).toBeGreaterThan(before.byIndex);
  expect(after.sequential).toBe(before.sequential);
});

test('a connection parses the statements of groups and limits once', async () => {
  const window = { id: 'aa'.repeat(32), limit: 30, seconds: 60 };
  const useAll = async () => {
    await recordVotes(1);
    await store.windows?.take(window);
  };
  const select = "select name from pg_prepared_statements where name like 'askwell_%' order by name";
  await useAll();
  const before = (await pool.query(select)).rows;
  expect(before.length).toBeGreaterThanOrEqual(6);
  await useAll();
  const after = (await pool.query(select)).rows;
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
});

test('writes go on if the host drops the prepared statements of its connections', async () => {
  await recordVotes(1);
  await pool.query('deallocate all');
  await recordVotes(1);
});

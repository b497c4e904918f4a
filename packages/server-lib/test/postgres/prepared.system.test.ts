import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { silentLogger } from '../../src/base/logger.js';
import { newAnswerId } from '../../src/core/ids.js';
import { dayOf } from '../../src/core/submit/answer-idempotency.js';
import type { AnswerInput } from '../../src/core/submit/answer-input.js';
import { recordAnswers } from '../../src/core/submit/record-answers.js';
import { openPostgresStore } from '../../src/db/postgres/postgres-store.js';
import type { Store } from '../../src/db/store.js';
import { writes } from '../../src/instance/registered-writes.js';
import { createOwner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { newSchema } from '../support/store/test-database.js';

/** A store over a pool of the test, whose connections have no pooler. */
let store: Store | undefined;
let server: SocketServer;
let pool: pg.Pool;
let schema: string;
let ask: Pick<AnswerInput, 'ask' | 'version' | 'updatedAt'>;

/** The number of rows in each large table. */
const filled = 15_000;

async function openDatabase(): Promise<void> {
  await closeDatabase();
  const database = newSchema();
  schema = database.split('?schema=')[1] ?? '';
  server = await startServer({ database });
  const { session } = await createOwner(server.services);
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
  const { id } = await server.askwell.polls.create(session.account, draft);
  const found = await server.services.polls.submitService.find(id);
  if (!found) throw new Error('The poll was not found.');
  ask = { ask: found.seq, version: found.version, updatedAt: found.updatedAt };
  pool = new pg.Pool({ connectionString: inject('postgresUrl'), pipeline: true, max: 1, idleTimeoutMillis: 0 });
  store = openPostgresStore({ database: pool, schema, writes, logger: silentLogger });
  await store.ready();
}

async function closeDatabase(): Promise<void> {
  await store?.close();
  await pool?.end();
  await server?.close();
}

beforeAll(openDatabase);
afterAll(closeDatabase);

const analyze = () => pool.query('vacuum analyze');

let voters = 0;

function newVote(): AnswerInput {
  const at = server.services.clock.now();
  return {
    ...ask,
    id: newAnswerId(at),
    body: '{"choices":["o1"]}',
    voter: (++voters).toString(16).padStart(32, '0'),
    respondent: null,
    whenFull: null,
    at,
    createdAt: at,
    maxPerVoter: 1,
    perNetwork: { network: randomBytes(8).toString('hex'), answers: 20 },
    allowChange: false,
    needsTicket: false,
    maxAnswers: null,
    language: null,
    // So that groups also read the tables of keys and tokens.
    idempotency: { slot: randomBytes(10).toString('hex'), body: randomBytes(8).toString('hex'), belongsToVoter: false },
    singleUseToken: randomBytes(8).toString('hex'),
    checkedAnswers: 0,
    showsResults: false,
    suppressesReceipt: false,
  };
}

/** Records votes of new voters at once, and expects all of them to be stored. */
async function recordVotes(count: number): Promise<void> {
  const outcomes = await Promise.all(Array.from({ length: count }, () => store?.run(recordAnswers, newVote())));
  expect(outcomes.filter((outcome) => outcome && 'answer' in outcome)).toHaveLength(count);
}

/** Returns how many rows and entries of indexes the statements on the tables of the schema have read. */
async function countReads(): Promise<number> {
  // Otherwise, they are counted with a delay. The pool has one connection.
  await pool.query('select pg_stat_force_next_flush()');
  const { rows } = await pool.query(
    `select (select sum(seq_tup_read) from pg_stat_user_tables where schemaname = $1)
      + (select sum(idx_tup_read) from pg_stat_user_indexes where schemaname = $1) as n`,
    [schema],
  );
  return Number(rows[0]?.n);
}

/** Fills the tables that a group reads, in the ask and in others. */
async function fillTables(): Promise<void> {
  await pool.query(`set search_path = "${schema}"`);
  const numbers = `generate_series(1, ${filled}) n`;
  const bytes = 'sha256(cast(cast(n as text) as bytea))';
  await pool.query(`
    insert into askwell_answers (ask, id, body, voter, nth, created_at)
      select ${ask.ask}, '0' || lpad(to_hex(n), 19, '0'), '{}', ${bytes}, 0, n from ${numbers};
    insert into askwell_purged_voters (ask, voter, n) select ${ask.ask}, ${bytes}, 1 from ${numbers};
    insert into askwell_spent (ask, token) select ${ask.ask}, ${bytes} from ${numbers};
    insert into askwell_replays (ask, day, slot, body, answer, second, changed)
      select ${ask.ask}, ${dayOf(server.services.clock.now())}, ${bytes}, '', '', 0, 0 from ${numbers}`);
  await pool.query('reset search_path');
}

test.each([
  ['was never analyzed', 10, async () => {}],
  ['was analyzed when it had few answers', 10, () => analyze()],
  ['was analyzed when it had one answer', 1, () => analyze()],
])('groups read few rows of a large database that %s, by plans of a small one', async (_, votes, prepareTables) => {
  await openDatabase();
  for (const table of ['answers', 'purged_voters', 'spent', 'replays', 'tallies']) {
    await pool.query(`alter table "${schema}".askwell_${table} set (autovacuum_enabled = false)`);
  }
  for (let group = 0; group < votes; group++) await recordVotes(1);
  await prepareTables();
  await fillTables();
  // The connection plans the statements again after some time, or after this number of groups.
  for (let group = 0; group < 60; group++) await recordVotes(1);
  const before = await countReads();
  for (const size of [1, 50, 400]) await recordVotes(size);
  expect((await countReads()) - before).toBeLessThan(filled);
});

test('a connection parses the statements of groups and limits once', async () => {
  const window = { id: 'aa'.repeat(32), limit: 30, seconds: 60 };
  const useAll = async () => {
    await recordVotes(1);
    await store?.windows?.take(window);
  };
  const select = "select name from pg_prepared_statements where name like 'askwell_%' order by name";
  await useAll();
  const before = (await pool.query(select)).rows;
  expect(before.length).toBeGreaterThanOrEqual(6);
  await useAll();
  const after = (await pool.query(select)).rows;
  expect(after.map(({ name }) => name)).toEqual(before.map(({ name }) => name));
});

test('writes and limits continue to work if the host drops the prepared statements of its connections', async () => {
  const window = { id: 'bb'.repeat(32), limit: 30, seconds: 60 };
  const take = async () => (await store?.windows?.take(window))?.remaining;
  await recordVotes(1);
  expect(await take()).toBe(29);
  await pool.query('deallocate all');
  expect(await take()).toBe(28);
  await recordVotes(1);
  await pool.query('deallocate all');
  await recordVotes(1);
});

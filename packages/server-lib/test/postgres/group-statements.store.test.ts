import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { silentLogger } from '../../src/base/logger.js';
import { newAnswerId } from '../../src/core/ids.js';
import { counterCheck } from '../../src/core/results/counter-check.js';
import { tallyCheck } from '../../src/core/results/tally-check.js';
import type { AnswerInput } from '../../src/core/submit/answer-input.js';
import { recordAnswers } from '../../src/core/submit/record-answers.js';
import { addTickets } from '../../src/core/tickets/ticket-queries.js';
import { openPostgresStore } from '../../src/db/postgres/postgres-store.js';
import type { Store } from '../../src/db/store.js';
import { writes } from '../../src/instance/registered-writes.js';
import { createOwner } from '../support/servers/create-owner.js';
import { startService } from '../support/servers/start-service.js';
import type { TestServer } from '../support/servers/test-server.js';
import { listenTo } from '../support/store/listening-pool.js';
import { newSchema } from '../support/store/test-database.js';

/** The number of asks of a group. With one answer to each, the group is sent at once. */
const count = 50;

let server: TestServer;
let pool: pg.Pool;
let store: Store;
let asks: readonly { readonly seq: number; readonly version: number; readonly updatedAt: number }[];
/** The texts of the statements between BEGIN and COMMIT. */
let statements: string[] = [];

beforeAll(async () => {
  const [url = '', schema = ''] = newSchema().split('?schema=');
  server = await startService({ database: `${url}?schema=${schema}` });
  const { session } = await createOwner(server.services);
  const options = [{ label: 'Soup', max_votes: 1 }, { label: 'Salad' }];
  asks = await Promise.all(
    Array.from({ length: count }, async () => {
      const draft = { title: 'Lunch?', options, type: 'multiple' as const, other: true, allow_change: true };
      const { id } = await server.askwell.polls.create(session.account, draft);
      const found = await server.services.polls.submitService.find(id);
      if (!found) throw new Error('The poll was not found.');
      return { seq: found.seq, version: found.version, updatedAt: found.updatedAt };
    }),
  );
  pool = new pg.Pool({ connectionString: url });
  store = openPostgresStore({
    database: listenTo(pool, (text) => {
      if (!/^(begin|commit|rollback)/.test(text)) statements.push(text);
    }),
    schema,
    writes,
    logger: silentLogger,
  });
  await store.ready();
});
afterAll(async () => {
  await store.close();
  await pool.end();
  await server.close();
});
beforeEach(() => {
  statements = [];
});

const hex = (bytes: number) => randomBytes(bytes).toString('hex');

/** Records an answer to each ask, as one group. */
const recordEach = (more: (at: number) => Partial<AnswerInput>) =>
  Promise.all(
    asks.map(({ seq, version, updatedAt }, at) => {
      const now = server.services.clock.now();
      const input = {
        ask: seq,
        version,
        updatedAt,
        id: newAnswerId(now),
        body: '{"choices":["o2"]}',
        voter: hex(16),
        at: now,
        createdAt: now,
      };
      const rules = { maxPerVoter: 1, perNetwork: null, allowChange: false, needsTicket: false, maxAnswers: null };
      const rest = {
        idempotency: null,
        respondent: null,
        whenFull: null,
        language: null,
        singleUseToken: null,
        checkedAnswers: 0,
        showsResults: false,
        suppressesReceipt: false,
      };
      return store.run(recordAnswers, { ...input, ...rules, ...rest, ...more(at) });
    }),
  );

async function differences(): Promise<string[]> {
  return [...(await store.read(counterCheck.find())), ...(await store.read(tallyCheck.find()))];
}

test('votes in fifty polls take a lock, two reads and two writes', async () => {
  const outcomes = await recordEach(() => ({}));
  expect(outcomes.filter((outcome) => 'answer' in outcome)).toHaveLength(count);
  // Polls with limits of options also read the counts of the chosen options. These votes choose none.
  expect(
    statements.map(
      (text) => /for no key update|with w1|from k cross join \S+askwell_\w+|askwell_changes/.exec(text)?.[0],
    ),
  ).toEqual([
    'for no key update',
    expect.stringContaining('askwell_asks'),
    expect.stringContaining('askwell_answers'),
    'with w1',
    'askwell_changes',
  ]);
  expect(await differences()).toEqual([]);
});

test('answers with all optional data take nine statements', async () => {
  const voters = asks.map(() => hex(16));
  for (const [at, { seq }] of asks.entries()) {
    const rest = { at: 0, remaining: 1, quota: 10, onlyVersion: null, idempotency: null, issueRef: '' };
    await store.run(addTickets, {
      ask: seq,
      tickets: [{ voter: voters[at] ?? '', head: 'abcd', reference: null }],
      ...rest,
    });
  }
  const change = (body: string) => (at: number) => ({
    body,
    voter: voters[at] ?? null,
    perNetwork: { network: hex(8), answers: 20 },
    allowChange: true,
    needsTicket: true,
    idempotency: { slot: hex(10), body: hex(8), belongsToVoter: false },
    singleUseToken: hex(8),
  });
  const added = await recordEach(change('{"choices":["o1"],"other":"Bread"}'));
  const isNew = { answer: expect.any(String), changed: false, replayed: false, createdAt: expect.any(Number) };
  expect(added).toEqual(added.map(() => isNew));
  const schema = /(\S+)\.askwell_asks/.exec(statements.join())?.[1];
  await pool.query(`insert into ${schema}.askwell_purged_voters values (${asks[0]?.seq}, '\\x00', 1)`);

  statements = [];
  const changed = await recordEach(change('{"choices":["o2","o1"],"other":"Rice"}'));
  expect(changed).toEqual(added.map((outcome) => ({ ...outcome, changed: true })));
  expect(statements).toHaveLength(9);
  expect(await store.read(tallyCheck.find())).toEqual([]);
});

import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { codeIn, faultsIn } from '../../../test/support/http/parse-replies.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { runDirectly } from '../../../test/support/store/direct-connection.js';
import type { Operation } from '../../db/operation.js';
import { run } from '../../db/sql/statement.js';
import type { Ticket } from '../../shared/contract/resources.js';
import { createTestClock } from '../../tools/testing/test-clock.js';
import { counterCheck } from '../results/counter-check.js';
import { purgeAnswers } from '../retention/purge-answers.js';

const { clock, source } = createTestClock('2026-01-31');
let server: TestServer;
let owner: Owner;
let key: string;
beforeAll(async () => {
  server = await startService({ clock: source });
  owner = await createOwner(server.services);
  key = await owner.key();
});
afterAll(() => server.close());

const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: 'ticket' as const };
const newPoll = async (more: object = {}) =>
  `/api/v1/polls/${(await server.askwell.polls.create(owner.session.account, { ...draft, ...more })).id}`;
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  call(server, method, path, { key, body, headers });
const issue = async (poll: string, body: object): Promise<string[]> =>
  Object(await send('POST', `${poll}/tickets`, body)).body.data.tickets;
const vote = (poll: string, ticket: string | undefined) =>
  call(server, 'POST', `${poll}/votes`, { body: { choices: ['o1'], ticket } });
const count = async (poll: string) => (await send('GET', `${poll}/tickets`)).at('data');

/** Returns the pages of a list from a cursor on. */
async function list(poll: string, query = '', start = ''): Promise<Ticket[]> {
  const found: Ticket[] = [];
  let cursor: string | null = start;
  while (cursor !== null) {
    const reply = await send('GET', `${poll}/tickets/list?${query}${cursor && `&cursor=${cursor}`}`);
    const page: { data: Ticket[]; meta: { next_cursor: string | null } } = Object(reply.body);
    found.push(...page.data);
    cursor = page.meta.next_cursor;
  }
  return found;
}

test('lists tickets with references, masked codes and times, newest first', async () => {
  const poll = await newPoll();
  const [anna = '', ben = ''] = await issue(poll, {
    tickets: [{ reference: 'Anna' }, { reference: 'Ben' }],
  });
  await clock.advance(1_000);
  const [plain = ''] = await issue(poll, { count: 1 });
  await clock.advance(1_000);
  expect((await vote(poll, ben)).status).toBe(201);
  const listed = await list(poll);
  const shared = { id: expect.stringMatching(/^[0-9a-f]{32}$/), used: false, used_at: null };
  const mask = (code: string) => `${code.slice(0, 4)}••••••`;
  const [atFirst, later, atLast] = [0, 1, 2].map((second) => `2026-01-31T00:00:0${second}.000000Z`);
  expect(listed).toEqual([
    { ...shared, masked_code: mask(plain), reference: null, created_at: later },
    { ...shared, masked_code: mask(ben), reference: 'Ben', created_at: atFirst, used: true, used_at: atLast },
    { ...shared, masked_code: mask(anna), reference: 'Anna', created_at: atFirst },
  ]);
  expect(await list(poll, 'order=asc')).toEqual([...listed].reverse());
  expect((await list(poll, 'used=true')).map(({ reference }) => reference)).toEqual(['Ben']);
  expect((await list(poll, 'used=false')).map(({ reference }) => reference)).toEqual([null, 'Anna']);
  expect(await list(poll, 'reference=Anna')).toEqual(listed.slice(2));
  expect(await list(poll, 'reference=Ann')).toEqual([]);
  expect(await list(poll, 'reference=Ben&used=false')).toEqual([]);
  const lines = (await send('GET', `${poll}/tickets/list?format=jsonl`)).text.trim().split('\n');
  expect(lines.map((line) => JSON.parse(line))).toEqual(listed);

  const used = listed[1] ?? expect.unreachable();
  expect((await send('GET', `${poll}/tickets/${used.id}`)).body).toEqual({ data: used });
  expect((await send('GET', `${poll}/votes?voter_ref=${used.id}`)).at('data.0.choices')).toEqual(['o1']);
});

test('never returns or stores the code of a ticket after it was created', async () => {
  const poll = await newPoll();
  const [code = ''] = await issue(poll, { tickets: [{ reference: 'Anna' }] });
  const replies = [await send('GET', `${poll}/tickets/list`), await send('GET', `${poll}/tickets`)];
  for (const { text } of replies) expect(text).not.toContain(code.slice(4));
});

test('withdraws a ticket by its ID, unless it was used', async () => {
  const poll = await newPoll();
  const other = await newPoll();
  const codes = await issue(poll, { tickets: [{ reference: 'Anna' }, { reference: 'Ben' }] });
  expect((await vote(poll, codes[1])).status).toBe(201);
  const [ben, anna] = await list(poll);
  const remove = (path: string, id = '', headers = {}) => send('DELETE', `${path}/tickets/${id}`, undefined, headers);
  expect(codeIn(await remove(poll, anna?.id, { 'if-match': '"2"' }))).toBe('precondition_failed');
  expect((await remove(other, anna?.id)).status).toBe(404);
  expect((await remove(poll, anna?.id)).status).toBe(204);
  expect((await remove(poll, anna?.id)).status).toBe(404);
  for (const id of ['list', 'x', anna?.id.toUpperCase()]) expect((await remove(poll, id)).status).toBeGreaterThan(403);
  const refused = await remove(poll, ben?.id);
  expect([refused.status, refused.body]).toEqual([
    409,
    { message: 'This ticket was used. Delete its answer first.', code: 'conflict' },
  ]);
  expect(faultsIn(await vote(poll, codes[0]))).toEqual(['ticket']);
  expect(await count(poll)).toEqual({ count: 1, used: 1 });
  expect(await server.services.store.read(counterCheck.find())).toEqual([]);
});

test('a withdrawal at the same time as a change of the poll has the version that it requires', async () => {
  const poll = await newPoll();
  await issue(poll, { count: 1 });
  const [ticket] = await list(poll);
  const { store } = server.services;
  const write = store.run.bind(store);
  const watched = vi.spyOn(store, 'run').mockImplementation(async (operation, input) => {
    if (operation.name === 'tickets.withdraw') {
      watched.mockRestore();
      expect((await send('PATCH', poll, { title: 'Changed' })).status).toBe(200);
    }
    return write(operation, input);
  });
  const reply = await send('DELETE', `${poll}/tickets/${ticket?.id}`, undefined, { 'if-match': '"1"' });
  expect([reply.status, codeIn(reply)]).toEqual([412, 'precondition_failed']);
  expect(await list(poll)).toHaveLength(1);
});

test.each<[object, string[]]>([
  [{}, ['count']],
  [{ count: 1, tickets: [{}] }, ['count']],
  [{ count: 0 }, ['count']],
  [{ count: 10_001 }, ['count']],
  [{ tickets: [] }, ['tickets']],
  [{ tickets: [{ reference: 'x'.repeat(201) }] }, ['tickets.0.reference']],
  [{ tickets: [{}, { reference: 7 }, { reference: 'a\0' }] }, ['tickets.1.reference', 'tickets.2.reference']],
  [{ tickets: [{ ref: 'a' }] }, ['tickets.0.ref']],
])('refuses %j and creates nothing', async (body, paths) => {
  const poll = await newPoll();
  expect(faultsIn(await send('POST', `${poll}/tickets`, body))).toEqual(paths);
  expect(await count(poll)).toEqual({ count: 0, used: 0 });
});

test('a repeated request with references returns the same codes, and creates nothing', async () => {
  const poll = await newPoll();
  const body = { tickets: [{ reference: 'Anna' }, { reference: '' }, {}] };
  const headers = { 'idempotency-key': 'tickets' };
  const replies = [1, 2, 3].map(() => send('POST', `${poll}/tickets`, body, headers));
  expect(new Set((await Promise.all(replies)).map(({ text }) => text)).size).toBe(1);
  expect((await list(poll, 'order=asc')).map(({ reference }) => reference)).toEqual(['Anna', null, null]);
});

async function storedPoll(poll: string) {
  const owned = await server.services.polls.asks.find(owner.session.scope, poll.split('/').at(-1) ?? '');
  return owned?.ask ?? expect.unreachable();
}

/** Creates tickets like an earlier version, which stored only their hashes. */
function* insertTickets(ask: number, tickets: number): Operation<void> {
  for (let at = 0; at < tickets; at++) {
    yield* run`insert into askwell_tickets (ask, voter) values (${ask}, ${new Uint8Array(16).fill(at)})`;
  }
  yield* run`update askwell_counters set tickets = ${tickets} where ask = ${ask}`;
}

test('tickets from before they had references are listed last', async () => {
  const poll = await newPoll();
  await runDirectly(server.database, insertTickets((await storedPoll(poll)).seq, 3));
  const [code] = await issue(poll, { count: 1 });
  const listed = await list(poll, 'limit=1');
  expect(listed.map(({ masked_code }) => masked_code)).toEqual([`${code?.slice(0, 4)}••••••`, null, null, null]);
  expect(listed.slice(1).map(({ created_at, reference }) => [created_at, reference])).toEqual(
    Array.from({ length: 3 }, () => [null, null]),
  );
  expect(new Set(listed.map(({ id }) => id)).size).toBe(4);
  expect((await send('DELETE', `${poll}/tickets/${listed[3]?.id}`)).status).toBe(204);
});

test('an answer deleted by age leaves its ticket used, at an unknown time', async () => {
  const poll = await newPoll({ keep_answers_days: 1 });
  const [code] = await issue(poll, { count: 1 });
  await vote(poll, code);
  const { store, clock } = server.services;
  const inThreeDays = clock.now() + 3 * 24 * 3600 * 1_000_000;
  await store.run(purgeAnswers, { ask: (await storedPoll(poll)).seq, at: inThreeDays, olderThan: null });
  expect(await list(poll)).toMatchObject([{ used: true, used_at: null }]);
});

const walks = fc.record({
  calls: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 }),
  used: fc.array(fc.nat(), { maxLength: 6 }),
  removed: fc.array(fc.nat(), { maxLength: 4 }),
  limit: fc.integer({ min: 1, max: 5 }),
  order: fc.constantFrom('asc', 'desc'),
  filter: fc.constantFrom('', '&used=true', '&used=false'),
});

test('pages return each lasting ticket once, in order, while other tickets are created and deleted', async () => {
  await fc.assert(
    fc.asyncProperty(walks, async ({ calls, used, removed, limit, order, filter }) => {
      const poll = await newPoll();
      const codes: string[] = [];
      for (const count of calls) codes.push(...(await issue(poll, { count })));
      for (const at of used) await vote(poll, codes[at % codes.length]);
      const all = await list(poll, `order=${order}`);
      const matching = all.filter((ticket) => filter === '' || filter === `&used=${ticket.used}`);
      const unused = all.filter((ticket) => !ticket.used);
      const gone = new Set(unused.length === 0 ? [] : removed.map((at) => unused[at % unused.length]?.id));
      const first = await send('GET', `${poll}/tickets/list?limit=${limit}&order=${order}${filter}`);
      const { data, meta } = Object(first).body;
      await issue(poll, { count: 2 });
      for (const id of gone) await send('DELETE', `${poll}/tickets/${id}`);
      const rest =
        meta.next_cursor === null ? [] : await list(poll, `limit=${limit}&order=${order}${filter}`, meta.next_cursor);
      const known = new Set(all.map(({ id }) => id));
      const walked: string[] = [...data, ...rest].map(({ id }) => id).filter((id) => known.has(id) && !gone.has(id));
      expect(walked).toEqual(matching.map(({ id }) => id).filter((id) => !gone.has(id)));
    }),
    { numRuns: 20 },
  );
});

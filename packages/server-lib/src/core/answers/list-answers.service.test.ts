import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AccountObject } from '../../owners/access/account-object.js';

let server: TestServer;
let key: string;
let account: AccountObject;
beforeAll(async () => {
  server = await startService();
  const owner = await createOwner(server.services);
  key = await owner.key();
  account = owner.session.account;
});
afterAll(() => server.close());

async function makePoll(): Promise<string> {
  return (await server.askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: null }))
    .id;
}

async function vote(poll: string): Promise<string> {
  const { submitService } = server.services.polls;
  const ask = (await submitService.find(poll)) ?? expect.unreachable('The poll was just made.');
  const { id } = await submitService.submit(ask, {
    members: { choices: ['o1'] },
    clientKey: () => 'test',
    idempotency: null,
    language: null,
  });
  return id;
}

const get = (path: string) => call(server, 'GET', path, { key });

/** Reads a poll's votes page by page. Runs `between` after each page. */
async function walk(poll: string, limit: number, order: string, between: () => Promise<unknown>): Promise<string[]> {
  const seen: string[] = [];
  let cursor = '';
  for (;;) {
    const page = await get(`/api/v1/polls/${poll}/votes?limit=${limit}&order=${order}${cursor}`);
    const { data, meta } = JSON.parse(page.text);
    seen.push(...data.map(({ id }: { id: string }) => id));
    if (meta.next_cursor === null) return seen;
    cursor = `&cursor=${meta.next_cursor}`;
    await between();
  }
}

test('pages without repeating or skipping answers while votes are added and deleted', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 0, max: 12 }),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom('asc', 'desc'),
      fc.array(fc.constantFrom('vote', 'delete'), { maxLength: 8 }),
      async (count, limit, order, steps) => {
        const poll = await makePoll();
        const standing = new Set<string>();
        for (let n = 0; n < count; n++) standing.add(await vote(poll));
        const rest = [...steps];
        const seen = await walk(poll, limit, order, async () => {
          const step = rest.shift();
          const [first] = standing;
          if (step === 'vote') await vote(poll);
          if (step === 'delete' && first !== undefined) {
            standing.delete(first);
            await server.askwell.polls.answers.delete(account, poll, first);
          }
        });
        expect(new Set(seen).size).toBe(seen.length);
        for (const id of standing) expect(seen).toContain(id);
      },
    ),
    { numRuns: 40 },
  );
});

test('treats since as inclusive and until as exclusive, to the microsecond', async () => {
  const poll = await makePoll();
  for (let n = 0; n < 5; n++) await vote(poll);
  const { data } = JSON.parse((await get(`/api/v1/polls/${poll}/votes?order=asc`)).text);
  const times: string[] = data.map(({ created_at }: { created_at: string }) => created_at);
  const between = await get(`/api/v1/polls/${poll}/votes?order=asc&since=${times[1]}&until=${times[3]}`);
  const expected = data.filter(
    ({ created_at: at }: { created_at: string }) => at >= String(times[1]) && at < String(times[3]),
  );
  expect(JSON.parse(between.text).data).toEqual(expected);
  expect(expected.length).toBeGreaterThan(0);
});

test.each([
  ['since', '0000-01-01T00:00:00Z', true],
  ['since', '1969-12-31T23:59:59.999Z', true],
  ['since', '9999-12-31T23:59:59.999999Z', false],
  ['until', '9999-12-31T23:59:59.999999Z', true],
  ['until', '2059-05-26T00:00:00Z', true],
  ['until', '1969-12-31T23:59:59.999Z', false],
])('%s=%s matches answers of today: %s', async (end, time, finds) => {
  const poll = await makePoll();
  const id = await vote(poll);
  const { data } = JSON.parse((await get(`/api/v1/polls/${poll}/votes?${end}=${time}`)).text);
  expect(data.map((found: { id: string }) => found.id)).toEqual(finds ? [id] : []);
});

test.each(['+02:00', '%2B02:00', '-02:00', 'Z'])('accepts a time with the offset %s', async (offset) => {
  const poll = await makePoll();
  const id = await vote(poll);
  const { data } = JSON.parse((await get(`/api/v1/polls/${poll}/votes?since=2026-01-31T09:05:07.5${offset}`)).text);
  expect(data.map((found: { id: string }) => found.id)).toEqual([id]);
});

test('lists the newest first, even within a millisecond', async () => {
  const poll = await makePoll();
  const firstVote: string[] = [];
  await Promise.all(Array.from({ length: 90 }, async () => firstVote.push(await vote(poll))));
  const { data } = JSON.parse((await get(`/api/v1/polls/${poll}/votes?limit=100`)).text);
  const times: string[] = data.map(({ created_at }: { created_at: string }) => created_at);
  expect(times).toEqual([...times].sort().reverse());
  expect(times).toHaveLength(firstVote.length);
});

test('exports the same list as JSON Lines and as CSV', async () => {
  const poll = await makePoll();
  for (let n = 0; n < 3; n++) await vote(poll);
  const { data } = JSON.parse((await get(`/api/v1/polls/${poll}/votes`)).text);
  const lines = await get(`/api/v1/polls/${poll}/votes?format=jsonl`);
  expect(lines.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
  expect(
    lines.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual(data);
  const csv = await get(`/api/v1/polls/${poll}/votes?format=csv`);
  expect(csv.headers.get('content-disposition')).toBe(`attachment; filename="${poll}-votes.csv"`);
  const [header, ...rows] = csv.text.trimEnd().split('\r\n');
  expect(header).toBe('id,created_at,voter_ref,choices');
  expect(rows.map((row) => row.split(',')[0])).toEqual(data.map(({ id }: { id: string }) => id));
});

test('refuses cursors that this list did not return', async () => {
  const poll = await makePoll();
  for (let n = 0; n < 2; n++) await vote(poll);
  const first = await get(`/api/v1/polls/${poll}/votes?limit=1`);
  const cursor: string = JSON.parse(first.text).meta.next_cursor;
  const statusOf = async (text: string) =>
    (await get(`/api/v1/polls/${poll}/votes?cursor=${encodeURIComponent(text)}`)).status;
  expect(await statusOf(cursor)).toBe(200);
  const ofPolls = JSON.parse((await get('/api/v1/polls?limit=1')).text).meta.next_cursor;
  for (const junk of ['', `${cursor}=`, `!${cursor}`, `${cursor}\n`, `${cursor} `, cursor.slice(1), ofPolls]) {
    expect([junk, await statusOf(junk)]).toEqual([junk, 422]);
  }
});

test.each(['cursor=x', 'since=yesterday', 'voter_ref=abc', 'colour=red', 'format=xml'])(
  'refuses the query %s',
  async (query) => {
    const poll = await makePoll();
    const refused = await get(`/api/v1/polls/${poll}/votes?${query}`);
    expect([refused.status, Object.keys(JSON.parse(refused.text).errors)]).toEqual([422, [query.split('=')[0]]]);
  },
);

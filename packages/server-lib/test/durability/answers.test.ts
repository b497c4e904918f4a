import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createAsk } from '../support/asks/create-ask.js';
import { type KindUnderTest, kindsUnderTest } from '../support/asks/kinds-under-test.js';
import { call, newAddress, type Reply } from '../support/http/http-client.js';
import { textIdIn } from '../support/http/parse-replies.js';
import { runCli, type ServedCli, serveCli } from '../support/processes/run-cli.js';
import { integrityErrors, type Prepared, prepareDatabase } from './fixture.js';

let prepared: Prepared;
let key: string;
let server: ServedCli;
const serve = () => serveCli(prepared.database, { words: ['--trust-proxy', '127.0.0.1'] });

beforeAll(async () => {
  prepared = await prepareDatabase({ owners: 1, keys: 1 });
  key = prepared.owners[0]?.keys[0]?.raw ?? '';
  server = await serve();
});
afterAll(async () => {
  await server.stop();
  await prepared.end();
});

const owner = (method: string, path: string, body?: object) =>
  call(server, method, `/api/v1/${path}`, { key, ...(body ? { body } : {}) });
const create = ({ plural, draft }: KindUnderTest, more: object) =>
  createAsk(server, key, plural, { ...draft, ...more });
const idsIn = async ({ plural, answers }: KindUnderTest, ask: string) =>
  z
    .object({ data: z.array(z.object({ id: z.string() })) })
    .parse((await owner('GET', `${plural}/${ask}/${answers}?limit=100`)).body)
    .data.map(({ id }) => id);

type Send = (nth: number) => Promise<Reply>;

/** Sends concurrent requests and kills the server after some replies. Returns the replies. */
async function sendAndKill(count: number, killAfter: number, send: Send): Promise<Reply[]> {
  const replies: Reply[] = [];
  async function sendOne(nth: number): Promise<void> {
    try {
      replies.push(await send(nth));
    } catch (error) {
      // `fetch failed`: the server is gone. Any other error fails the test.
      if (error instanceof TypeError) return;
      throw error;
    }
    if (replies.length === killAfter) server.child.kill('SIGKILL');
  }
  await Promise.all(Array.from({ length: count }, (_, nth) => sendOne(nth)));
  server.child.kill('SIGKILL');
  await server.ended;
  server = await serve();
  expect(integrityErrors(prepared.database)).toEqual([]);
  return replies;
}

const sendAll = (count: number, send: Send) => Promise.all(Array.from({ length: count }, (_, nth) => send(nth)));
const check = () => runCli(['check', '--database-url', prepared.database]);

test.each(kindsUnderTest)(
  'a hundred replays of one of the $answers store it once and get the same reply, over kill -9',
  {
    timeout: 120_000,
  },
  async (kind) => {
    const ask = await create(kind, { one_per: 'browser', allow_change: true });
    for (const killAfter of [1, 50]) {
      const voter = `visitor-${killAfter}-of-a-hundred`;
      const send: Send = () =>
        call(server, 'POST', `/api/v1/${kind.plural}/${ask}/${kind.answers}`, {
          body: { ...kind.answer, voter },
          headers: { 'idempotency-key': 'the same', 'x-forwarded-for': newAddress() },
        });
      const before = (await idsIn(kind, ask)).length;
      const replies = [...(await sendAndKill(100, killAfter, send)), ...(await sendAll(100, send))];
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
      const ids = new Set(replies.map(textIdIn));
      expect(ids.size).toBe(1);
      const stored = await idsIn(kind, ask);
      expect(stored).toHaveLength(before + 1);
      expect(stored).toContain([...ids][0]);
    }
    expect(await check()).toMatchObject({ code: 0 });
  },
);

const [polls, quizzes, forms] = kindsUnderTest;
const oneEach = [
  { kind: polls, onePer: 'browser' },
  { kind: polls, onePer: 'ip' },
  { kind: polls, onePer: 'ticket' },
  { kind: quizzes, onePer: 'browser' },
  { kind: forms, onePer: 'browser' },
].flatMap(({ kind, onePer }) => (kind ? [{ kind, onePer, plural: kind.plural }] : []));

test.each(oneEach)(
  'of two hundred answers of one $onePer to one of the $plural, one is stored, over kill -9',
  {
    timeout: 120_000,
  },
  async ({ kind, onePer }) => {
    for (const killAfter of [1, 100]) {
      const ask = await create(kind, { one_per: onePer });
      const ticket = onePer === 'ticket' ? await ticketOf(kind, ask) : undefined;
      const who = onePer === 'browser' ? { voter: 'visitor-of-one-browser' } : ticket ? { ticket } : {};
      // One IPv6 network is one visitor with a limit of thirty requests a minute; the others get 429.
      const from = (nth: number) => (onePer === 'ip' ? `2001:db8:${killAfter}:1::${nth + 1}` : newAddress());
      const send: Send = (nth) =>
        call(server, 'POST', `/api/v1/${kind.plural}/${ask}/${kind.answers}`, {
          body: { ...kind.answer, ...who },
          headers: { 'x-forwarded-for': from(nth) },
        });
      const first = await sendAndKill(200, killAfter, send);
      const second = await sendAll(200, send);
      const created = [...first, ...second].filter(({ status }) => status === 201);
      expect(created.length).toBeLessThanOrEqual(1);
      const stored = await idsIn(kind, ask);
      expect(stored).toHaveLength(1);
      // The server may be killed after the commit and before the reply; then no reply is 201.
      if (created[0]) expect(stored).toEqual([textIdIn(created[0])]);
      else expect(second.some(({ status }) => status === 409)).toBe(true);
    }
    expect(await check()).toMatchObject({ code: 0 });
  },
);

async function ticketOf({ plural }: KindUnderTest, ask: string): Promise<string | undefined> {
  const issued = await owner('POST', `${plural}/${ask}/tickets`, { count: 1 });
  return z.object({ data: z.object({ tickets: z.array(z.string()) }) }).parse(issued.body).data.tickets[0];
}

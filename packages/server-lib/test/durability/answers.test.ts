import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { type KindUnderTest, kindsUnderTest } from '../support/asks.js';
import { runCli, type ServedCli, serveCli } from '../support/cli.js';
import { call, newAddress, type Reply } from '../support/client.js';
import { createAsk } from '../support/create-ask.js';
import { textIdIn } from '../support/replies.js';
import { faultsIn, type Prepared, prepareDatabase } from './fixture.js';

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

/** Sends many at once, and kills the server after some replies; gives those that came. */
async function sendAndKill(count: number, killAfter: number, send: Send): Promise<Reply[]> {
  const told: Reply[] = [];
  async function one(nth: number): Promise<void> {
    try {
      told.push(await send(nth));
    } catch (error) {
      // `fetch failed`: the server is gone. Anything else is an answer that it should not have given.
      if (error instanceof TypeError) return;
      throw error;
    }
    if (told.length === killAfter) server.child.kill('SIGKILL');
  }
  await Promise.all(Array.from({ length: count }, (_, nth) => one(nth)));
  server.child.kill('SIGKILL');
  await server.ended;
  server = await serve();
  expect(faultsIn(prepared.database)).toEqual([]);
  return told;
}

const sendAll = (count: number, send: Send) => Promise.all(Array.from({ length: count }, (_, nth) => send(nth)));
const check = () => runCli(['check', '--database-url', prepared.database]);

test.each(kindsUnderTest)(
  'a hundred replays leave one of the $answers, one status and one id, over kill -9',
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
      const told = [...(await sendAndKill(100, killAfter, send)), ...(await sendAll(100, send))];
      expect(new Set(told.map(({ status }) => status))).toEqual(new Set([201]));
      const ids = new Set(told.map(textIdIn));
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
  'two hundred answers of one $onePer to one of the $plural leave one, over kill -9',
  {
    timeout: 120_000,
  },
  async ({ kind, onePer }) => {
    for (const killAfter of [1, 100]) {
      const ask = await create(kind, { one_per: onePer });
      const ticket = onePer === 'ticket' ? await ticketOf(kind, ask) : undefined;
      const who = onePer === 'browser' ? { voter: 'visitor-of-one-browser' } : ticket ? { ticket } : {};
      // One network of addresses is one visitor, and has thirty requests a minute: it is told 429 for the rest.
      const from = (nth: number) => (onePer === 'ip' ? `2001:db8:${killAfter}:1::${nth + 1}` : newAddress());
      const send: Send = (nth) =>
        call(server, 'POST', `/api/v1/${kind.plural}/${ask}/${kind.answers}`, {
          body: { ...kind.answer, ...who },
          headers: { 'x-forwarded-for': from(nth) },
        });
      const first = await sendAndKill(200, killAfter, send);
      const second = await sendAll(200, send);
      const made = [...first, ...second].filter(({ status }) => status === 201);
      expect(made.length).toBeLessThanOrEqual(1);
      const stored = await idsIn(kind, ask);
      expect(stored).toHaveLength(1);
      // Recorded, and killed before it was told: then nobody was told 201.
      if (made[0]) expect(stored).toEqual([textIdIn(made[0])]);
      else expect(second.some(({ status }) => status === 409)).toBe(true);
    }
    expect(await check()).toMatchObject({ code: 0 });
  },
);

async function ticketOf({ plural }: KindUnderTest, ask: string): Promise<string | undefined> {
  const issued = await owner('POST', `${plural}/${ask}/tickets`, { count: 1 });
  return z.object({ data: z.object({ tickets: z.array(z.string()) }) }).parse(issued.body).data.tickets[0];
}

import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createAsk } from '../support/asks/create-ask.js';
import { type KindUnderTest, kindsUnderTest } from '../support/asks/kinds-under-test.js';
import { call, newAddress, type Reply } from '../support/http/http-client.js';
import { textIdIn } from '../support/http/parse-replies.js';
import { runCli } from '../support/processes/run-cli.js';
import { type ServedCli, serveCli } from '../support/processes/spawn-cli.js';
import { integrityErrors, type Prepared, prepareDatabase } from './fixture.js';
import { type Send, sendAll, sendToEach, type Target } from './send-answers.js';

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

/** Sends a request again while the server is too busy to store it in time, as clients do. */
async function sendUntilStored(send: () => Promise<Reply>): Promise<Reply> {
  for (;;) {
    const reply = await send();
    if (reply.status !== 503) return reply;
    await delay(Number(reply.headers.get('retry-after')) * 1_000);
  }
}

const check = () => runCli(['check', '--database-url', prepared.database]);

/** Sends answers to each ask, kills the server after a number of replies, and sends them again. Returns all replies by ask. */
async function sendOverKill(targets: readonly Target[], count: number, killAfter: number) {
  const first = await sendToEach(targets, count, (all, send) => sendAndKill(all, killAfter, send));
  const second = await sendToEach(targets, count, sendAll);
  return targets.map((target) => ({
    target,
    before: first.get(target) ?? [],
    after: second.get(target) ?? [],
  }));
}

test('a hundred replays of an answer store it once and get the same reply, over kill -9', {
  timeout: 120_000,
}, async () => {
  for (const killAfter of [1, 150]) {
    const targets = await Promise.all(
      kindsUnderTest.map(async (kind): Promise<Target> => {
        const ask = await create(kind, { one_per: 'browser', allow_change: true });
        const send: Send = () =>
          sendUntilStored(() =>
            call(server, 'POST', `/api/v1/${kind.plural}/${ask}/${kind.answers}`, {
              body: { ...kind.answer, voter: 'visitor-of-one-browser' },
              headers: { 'idempotency-key': 'the same', 'x-forwarded-for': newAddress() },
            }),
          );
        return { kind, ask, send };
      }),
    );
    for (const { target, before, after } of await sendOverKill(targets, 100, killAfter)) {
      const replies = [...before, ...after];
      expect(after).toHaveLength(100);
      expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]));
      expect(await idsIn(target.kind, target.ask)).toEqual([...new Set(replies.map(textIdIn))]);
    }
  }
  expect(await check()).toMatchObject({ code: 0 });
});

const [polls, quizzes, forms] = kindsUnderTest;
const oneEach = [
  { kind: polls, onePer: 'browser' },
  { kind: polls, onePer: 'ip' },
  { kind: polls, onePer: 'ticket' },
  { kind: quizzes, onePer: 'browser' },
  { kind: forms, onePer: 'browser' },
].flatMap(({ kind, onePer }) => (kind ? [{ kind, onePer }] : []));

test('of two hundred answers of one browser, address or ticket, one is stored, over kill -9', {
  timeout: 120_000,
}, async () => {
  for (const killAfter of [1, 500]) {
    const targets = await Promise.all(
      oneEach.map(async ({ kind, onePer }): Promise<Target> => {
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
        return { kind, ask, send };
      }),
    );
    for (const { target, before, after } of await sendOverKill(targets, 200, killAfter)) {
      const created = [...before, ...after].filter(({ status }) => status === 201);
      expect(created.length).toBeLessThanOrEqual(1);
      const stored = await idsIn(target.kind, target.ask);
      expect(stored).toHaveLength(1);
      // The server may be killed after the commit and before the reply; then no reply is 201.
      if (created[0]) expect(stored).toEqual([textIdIn(created[0])]);
      else expect(after.some(({ status }) => status === 409)).toBe(true);
    }
  }
  expect(await check()).toMatchObject({ code: 0 });
});

async function ticketOf({ plural }: KindUnderTest, ask: string): Promise<string | undefined> {
  const issued = await owner('POST', `${plural}/${ask}/tickets`, { count: 1 });
  return z.object({ data: z.object({ tickets: z.array(z.string()) }) }).parse(issued.body).data.tickets[0];
}

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createAsk } from './support/asks/create-ask.js';
import { kindsUnderTest } from './support/asks/kinds-under-test.js';
import { type CallOptions, createClient } from './support/http/http-client.js';
import { codeIn } from './support/http/parse-replies.js';
import { createOwner } from './support/servers/create-owner.js';
import { startService } from './support/servers/start-service.js';
import type { TestServer } from './support/servers/test-server.js';

let server: TestServer;
let key: string;
beforeAll(async () => {
  server = await startService({ webhooks: { send: false } });
  key = await (await createOwner(server.services)).key();
});
afterAll(() => server.close());

const send = (method: string, path: string, more: CallOptions = {}) =>
  createClient(server)(method, path, { key, ...more });

/** Runs a request during which something else happens right before its first write. */
async function withChangeBefore<Result>(
  change: () => Promise<unknown>,
  request: () => Promise<Result>,
  writesOf = /^(?:asks|answers|notes|quizzes|resultLinks|tickets)\./,
) {
  const { store } = server.services;
  const { run } = store;
  const spy = vi.spyOn(store, 'run').mockImplementation(async (write, input) => {
    // The server writes in the background too, such as when a key was last used.
    if (!writesOf.test(write.name)) return run.call(store, write, input);
    spy.mockRestore();
    await change();
    return run.call(store, write, input);
  });
  return request();
}

const writes = kindsUnderTest.flatMap(({ plural, answers, answer }) => {
  const write = (method: string, path: string, body?: object) => ({ plural, answers, answer, method, path, body });
  return [
    write('PATCH', '', { title: 'Late' }),
    write('DELETE', ''),
    write('DELETE', `/${answers}?all=true`),
    write('DELETE', `/${answers}?since=2026-01-01T00:00:00Z`),
    write('POST', `/${answers}/batch`, { answers: [answer] }),
    write('PATCH', `/${answers}/{answer}`, { tags: ['late'] }),
    write('DELETE', `/${answers}/{answer}`),
    write('POST', '/results/link'),
    write('DELETE', '/results/link'),
    write('POST', '/tickets/withdraw-unused'),
    ...(plural === 'quizzes' ? [write('POST', '/regrade')] : []),
  ];
});

test.each(writes)('$method $plural/{id}$path changes nothing if the version changes right before', async (write) => {
  const { plural, answers, answer, method, path, body } = write;
  const ask = `/${plural}/${await createAsk(server, key, plural, { one_per: null })}`;
  expect((await send('POST', `${ask}/${answers}/batch`, { body: { answers: [answer] } })).status).toBe(200);
  if (method === 'DELETE') expect((await send('POST', `${ask}/results/link`)).status).toBe(200);
  const link = (await send('GET', `${ask}/results/link`)).text;
  const id = (await send('GET', `${ask}/${answers}`)).id('data.0.id');
  const target = ask + path.replace('{answer}', id);
  const tag = (await send('GET', path.includes('{answer}') ? target : ask)).headers.get('etag') ?? '';
  const reply = await withChangeBefore(
    () => send('PATCH', ask, { body: { title: 'Changed' } }),
    () => send(method, target, { headers: { 'if-match': tag }, body }),
  );
  expect([reply.status, codeIn(reply)]).toEqual([412, 'precondition_failed']);
  const after = await send('GET', ask);
  expect([after.at('data.title'), after.at('data.answers_count')]).toEqual(['Changed', 1]);
  expect((await send('GET', `${ask}/${answers}`)).at('data')).toMatchObject([{ id, tags: [] }]);
  expect((await send('GET', `${ask}/results/link`)).text).toBe(link);
});

test.each(kindsUnderTest)('an answer of $plural is not deleted if its note changes right before', async (kind) => {
  const { plural, answers, answer } = kind;
  const list = `/${plural}/${await createAsk(server, key, plural, { one_per: null })}/${answers}`;
  expect((await send('POST', `${list}/batch`, { body: { answers: [answer] } })).status).toBe(200);
  const path = `${list}/${(await send('GET', list)).id('data.0.id')}`;
  const tag = (await send('GET', path)).headers.get('etag') ?? '';
  const reply = await withChangeBefore(
    () => send('PATCH', path, { body: { note: 'Keep it.' } }),
    () => send('DELETE', path, { headers: { 'if-match': tag } }),
  );
  expect([reply.status, codeIn(reply)]).toEqual([412, 'precondition_failed']);
  expect((await send('GET', path)).at('data.note')).toBe('Keep it.');
});

test.each([
  ['PATCH', '', { description: 'Late' }],
  ['DELETE', ''],
  ['POST', '/rotate'],
  ['POST', '/test'],
  ['POST', '/deliveries/{delivery}/replay'],
])('%s webhooks/{id}%s changes nothing if the version changes right before', async (method, path, body?: object) => {
  const created = await send('POST', '/webhooks', { body: { url: 'https://8.8.8.8/' } });
  const webhook = `/webhooks/${created.id('data.id')}`;
  const delivery = (await send('POST', `${webhook}/test`)).id('data.id');
  const tag = (await send('GET', webhook)).headers.get('etag') ?? '';
  const reply = await withChangeBefore(
    () => send('PATCH', webhook, { body: { description: 'Changed' } }),
    () => send(method, webhook + path.replace('{delivery}', delivery), { headers: { 'if-match': tag }, body }),
    /^webhooks\./,
  );
  expect([reply.status, codeIn(reply)]).toEqual([412, 'precondition_failed']);
  expect((await send('GET', webhook)).at('data.description')).toBe('Changed');
  expect((await send('GET', `${webhook}/deliveries`)).at('data')).toHaveLength(1);
});

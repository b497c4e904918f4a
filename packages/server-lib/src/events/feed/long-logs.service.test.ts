import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { runDirectly } from '../../../test/support/store/direct-connection.js';
import { nextTurn, ownWork } from '../../base/event-loop.js';
import { changeTypes } from '../../db/changes/change.js';
import type { Operation } from '../../db/operation.js';
import { run } from '../../db/sql/statement.js';
import type { AccountObject } from '../../owners/access/account-object.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const { clock, source } = createTestClock('2026-01-31');
let server: TestServer;
let owner: Owner;
let key: string;
let account: AccountObject;
beforeAll(async () => {
  server = await startService({ clock: source });
  owner = await createOwner(server.services);
  key = await owner.key();
  account = owner.session.account;
});
afterAll(() => server.close());

const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };

/** Logs many times that an answer of a deleted ask was deleted. */
function* logMany(count: number): Operation<void> {
  const type = changeTypes.indexOf('answer.deleted');
  yield* run`
    with recursive n (i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into askwell_changes (account_id, seq, type, ask, site_id, at, detail)
    select h.account_id, h.last_seq + n.i, cast(${type} as bigint), 0, null, 0, '00000000000000000000'
    from n cross join askwell_change_heads h where h.account_id = ${account.id}`;
  yield* run`update askwell_change_heads set last_seq = last_seq + ${count} where account_id = ${account.id}`;
}

async function read(query: string): Promise<{ ids: string[]; next: string }> {
  const { text } = await call(server, 'GET', `/api/v1/changes?${query}`, { key });
  const { data, meta } = JSON.parse(text);
  return { ids: data.map(({ ask_id }: { ask_id: string }) => ask_id), next: meta.next_cursor };
}

test('a page skips many changes that do not match, but covers only a part of a long log', async () => {
  const { polls } = server.askwell;
  const [first, second] = [await polls.create(account, draft), await polls.create(account, draft)];
  const start = await server.services.changes.feed.head({ account: account.id, site: null });
  await runDirectly(server.database, logMany(12_000));
  await polls.update(account, first.id, { title: 'Dinner?' });
  for (const query of ['types=ask.updated', `ask=${first.id}`])
    expect([query, (await read(`cursor=${start}&${query}`)).ids]).toEqual([query, [first.id]]);

  await runDirectly(server.database, logMany(100_000));
  await polls.update(account, second.id, { title: 'Dinner?' });
  for (const query of ['types=ask.updated', `ask=${second.id}`]) {
    const pages = [await read(`cursor=${start}&${query}`)];
    for (let at = start; pages.at(-1)?.next !== at; pages.push(await read(`cursor=${at}&${query}`)))
      at = pages.at(-1)?.next ?? expect.unreachable();
    const expected = query === 'types=ask.updated' ? [[first.id], [second.id], []] : [[], [second.id], []];
    expect([query, pages.map(({ ids }) => ids)]).toEqual([query, expected]);
  }
});

test('a stream skips changes that do not match, and updates its last event ID', async () => {
  const { id } = await server.askwell.polls.create(account, draft);
  const start = await server.services.changes.feed.head({ account: account.id, site: null });
  const headers = { 'x-api-key': key, accept: 'text/event-stream' };
  const open = async (cursor: string) =>
    (await server.fetch(`${server.url}/api/v1/changes?types=ask.deleted&cursor=${cursor}`, { headers })).body
      ?.pipeThrough(new TextDecoderStream())
      .getReader() ?? expect.unreachable();
  const stream = await open(start);
  let text = '';
  const readUntil = async (pattern: RegExp): Promise<RegExpExecArray> => {
    for (;;) {
      const found = pattern.exec(text);
      if (found) return found;
      text += (await stream.read()).value ?? expect.unreachable('The stream ended.');
    }
  };
  await readUntil(/\n:\n/);
  await server.askwell.polls.update(account, id, { title: 'Dinner?' });
  await clock.advance({ seconds: 1 });
  const [, cursor = ''] = await readUntil(/\nid: (\S+)\n\n/);
  expect(cursor).toBe(await server.services.changes.feed.head({ account: account.id, site: null }));
  await server.askwell.polls.delete(account, id);
  await clock.advance({ seconds: 1 });
  const [, type] = await readUntil(/\nevent: (\S+)\n/);
  expect([type, text.includes('ask.updated')]).toEqual(['ask.deleted', false]);
  await stream.cancel();
});

test('a stream ends when its key is deleted, before it sends further events', async () => {
  const raw = await owner.key();
  const keys = await server.askwell.keys.list(owner.session);
  const headers = { 'x-api-key': raw, accept: 'text/event-stream' };
  const { body } = await server.fetch(`${server.url}/api/v1/changes?types=ask.created`, { headers });
  const stream = body?.pipeThrough(new TextDecoderStream()).getReader() ?? expect.unreachable();
  let text = '';
  while (!text.includes('\nid: ')) text += (await stream.read()).value ?? expect.unreachable('The stream ended.');
  await server.askwell.keys.delete(owner.session, Math.max(...keys.map(({ id }) => id)));
  const { id } = await server.askwell.polls.create(account, draft);
  let hasEnded = false;
  const readRest = async () => {
    for (let part = await stream.read(); !part.done; part = await stream.read()) text += part.value;
  };
  const reading = readRest().finally(() => {
    hasEnded = true;
  });
  // The stream may not wait for changes yet.
  while (!hasEnded) {
    await clock.advance({ seconds: 1 });
    await nextTurn(ownWork);
  }
  await reading;
  expect(text).not.toContain(id);
});

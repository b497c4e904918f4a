import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import { kindsUnderTest } from '../../../test/support/asks/kinds-under-test.js';
import { collect } from '../../../test/support/collect.js';
import { call } from '../../../test/support/http/http-client.js';
import { codeIn, faultsIn, textIdIn } from '../../../test/support/http/parse-replies.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let owner: Owner;
let key: string;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  key = await owner.key();
});
afterAll(() => server.close());

const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
  call(server, method, path, { key, body, headers });

describe.each(kindsUnderTest)('$plural', ({ plural, answers, draft, answer }) => {
  /** Creates an ask with an answer. Returns the path of the answer. */
  async function answered(): Promise<string> {
    const list = `/api/v1/${plural}/${await createAsk(server, key, plural, draft)}/${answers}`;
    return `${list}/${textIdIn(await call(server, 'POST', list, { body: answer }))}`;
  }

  test('sets tags and the note, and keeps members that are not sent', async () => {
    const path = await answered();
    const before = await send('GET', path);
    expect(before.at('data')).toMatchObject({ tags: [], note: '' });
    const changed = await send('PATCH', path, { tags: [' urgent ', 'two  words', 'urgent'], note: ' One\r\ntwo ' });
    expect(changed.status).toBe(200);
    expect(changed.at('data')).toEqual({
      ...Object(before.at('data')),
      tags: ['urgent', 'two words'],
      note: 'One\ntwo',
    });
    expect((await send('GET', path)).text).toBe(changed.text);
    expect((await send('PATCH', path, { tags: [] })).at('data')).toMatchObject({ tags: [], note: 'One\ntwo' });
    expect((await send('PATCH', path, { note: null })).text).toBe(before.text);
  });

  test('keeps the first of tags that differ only in case', async () => {
    const changed = await send('PATCH', await answered(), { tags: ['VIP', 'vip', 'stra\u00dfe', 'STRASSE'] });
    expect(changed.at('data.tags')).toEqual(['VIP', 'stra\u00dfe']);
  });

  test('lists and JSON Lines have tags and notes', async () => {
    const path = await answered();
    const { text } = await send('PATCH', path, { tags: ['urgent'], note: 'Called back.' });
    const shown: unknown = Object(JSON.parse(text)).data;
    const list = path.slice(0, path.lastIndexOf('/'));
    expect((await send('GET', list)).at('data')).toEqual([shown]);
    expect(JSON.parse((await send('GET', `${list}?format=jsonl`)).text)).toEqual(shown);
  });

  test('the ETag changes with each change', async () => {
    const path = await answered();
    const first = await send('GET', path);
    const tag = first.headers.get('etag') ?? '';
    const changed = await send('PATCH', path, { tags: ['mine'] }, { 'if-match': tag });
    expect(changed.status).toBe(200);
    const newTag = changed.headers.get('etag') ?? '';
    expect(newTag).not.toBe(tag);
    expect((await send('GET', path, undefined, { 'if-none-match': newTag })).status).toBe(304);
    const stale = await send('PATCH', path, { tags: ['other'] }, { 'if-match': tag });
    expect([stale.status, codeIn(stale)]).toEqual([412, 'precondition_failed']);
    expect((await send('DELETE', path, undefined, { 'if-match': tag })).status).toBe(412);
    expect((await send('GET', path)).text).toBe(changed.text);
    expect((await send('PATCH', path, { note: 'x' }, { 'if-match': newTag })).status).toBe(200);
  });

  test.each([
    [{ tags: ['a,b'] }, 'tags.0'],
    [{ tags: [''] }, 'tags.0'],
    [{ tags: ['x'.repeat(41)] }, 'tags.0'],
    [{ tags: Array.from({ length: 21 }, (_, at) => `t${at}`) }, 'tags'],
    [{ tags: null }, 'tags'],
    [{ note: 'x'.repeat(5_001) }, 'note'],
    [{ choices: ['o2'] }, 'choices'],
  ])('refuses %j', async (body, path) => {
    expect(faultsIn(await send('PATCH', await answered(), body))).toEqual([path]);
  });
});

test('a change of tags is refused if another change came first', async () => {
  const { polls } = server.askwell;
  const { account } = owner.session;
  const poll = await polls.create(account, { title: 'Lunch?', options: ['a', 'b'], one_per: null });
  const vote = await polls.votes.create(poll.id, { choices: ['o1'] });
  const path = `/api/v1/polls/${poll.id}/votes/${vote.id}`;
  const tag = (await send('GET', path)).headers.get('etag') ?? '';
  const replies = await Promise.all(
    ['one', 'two', 'three'].map((name) => send('PATCH', path, { tags: [name] }, { 'if-match': tag })),
  );
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 412, 412]);
});

test('the in-process API sets and returns tags and notes, and visitors and events do not get them', async () => {
  const { polls, answers } = server.askwell;
  const { account } = owner.session;
  const draft = { title: 'Plan?', options: ['a', 'b'], one_per: 'user', anonymous: false } as const;
  const poll = await polls.create(account, draft);
  const vote = await polls.votes.create(poll.id, { choices: ['o1'] }, { id: 'member_1' });
  const noted = { tags: ['seen'], note: 'Mine' };
  expect(await polls.votes.update(account, poll.id, vote.id, noted)).toMatchObject({ id: vote.id, ...noted });
  expect(await polls.votes.get(account, poll.id, vote.id)).toMatchObject(noted);
  expect(await collect(polls.votes.list(account, poll.id))).toMatchObject([noted]);
  await expect(polls.votes.update(account, poll.id, vote.id, { tags: ['a,b'] })).rejects.toMatchObject({
    code: 'invalid',
    issues: [{ path: 'tags.0', code: 'comma_in_tag' }],
  });
  const [own] = await collect(answers.of('member_1'));
  expect(own?.answer).toMatchObject({ id: vote.id, choices: ['o1'] });
  expect(own?.answer).not.toHaveProperty('tags');
  const { data } = Object((await send('GET', '/api/v1/changes?types=answer.created')).body);
  const event = data.find((each: { answer_id: string }) => each.answer_id === vote.id);
  expect(event.data).toMatchObject({ id: vote.id });
  expect(event.data).not.toHaveProperty('note');
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AccountObject } from '../../owners/access/account-object.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const { clock, source } = createTestClock(0);
let server: TestServer;
let key: string;
let account: AccountObject;
beforeAll(async () => {
  server = await startService({ clock: source });
  const owner = await createOwner(server.services);
  key = await owner.key();
  account = owner.session.account;
});
afterAll(() => server.close());
beforeEach(() => clock.set('2026-01-31T09:00:00Z'));

const voter = 'a-visitor-of-these-tests';

async function newPoll(): Promise<string> {
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], one_per: 'browser' as const, allow_change: true };
  return (await server.askwell.polls.create(account, draft)).id;
}

async function vote(poll: string, choice: string): Promise<string> {
  const reply = await call(server, 'POST', `/api/v1/polls/${poll}/votes`, { body: { choices: [choice], voter } });
  expect(reply.status).toBeLessThan(300);
  return JSON.parse(reply.text).data.id;
}

async function read(path: string): Promise<{ etag: string; data: { created_at: string; updated_at: string } }> {
  const reply = await call(server, 'GET', path, { key });
  return { etag: reply.headers.get('etag') ?? '', data: JSON.parse(reply.text).data };
}

const remove = (path: string, ifMatch: string) =>
  call(server, 'DELETE', path, { key, headers: { 'if-match': ifMatch } });

describe('updated_at of an answer', () => {
  test('updated_at increases when the visitor changes the answer, even if the clock was set back', async () => {
    const poll = await newPoll();
    const path = `/api/v1/polls/${poll}/votes/${await vote(poll, 'o1')}`;
    const created = await read(path);
    expect(created.data.updated_at).toBe(created.data.created_at);
    await clock.set('2026-01-31T08:00:00Z');
    await vote(poll, 'o2');
    const changed = await read(path);
    expect(changed.data.created_at).toBe(created.data.created_at);
    expect(changed.data.updated_at > created.data.created_at).toBe(true);
    expect(changed.etag).not.toBe(created.etag);
  });

  test('updated_at increases when a quiz is regraded', async () => {
    const questions = [{ type: 'boolean', prompt: 'Is it?', answer: true }] as const;
    const quiz = await server.askwell.quizzes.create(account, { title: 'Quiz', questions: [...questions] });
    const body = { answers: { q1: true } };
    const attempt = JSON.parse((await call(server, 'POST', `/api/v1/quizzes/${quiz.id}/attempts`, { body })).text).data;
    await clock.advance({ minutes: 1 });
    await call(server, 'POST', `/api/v1/quizzes/${quiz.id}/regrade`, { key });
    const { data } = await read(`/api/v1/quizzes/${quiz.id}/attempts/${attempt.id}`);
    expect(data).toMatchObject({ graded_at: data.updated_at });
    expect(data.updated_at > data.created_at).toBe(true);
  });
});

describe('If-Match on the deletion of an answer', () => {
  test('a deletion with an outdated entity tag is refused and deletes nothing', async () => {
    const poll = await newPoll();
    const path = `/api/v1/polls/${poll}/votes/${await vote(poll, 'o1')}`;
    const before = await read(path);
    await vote(poll, 'o2');
    for (const tag of [before.etag, `W/${(await read(path)).etag}`, '"1"'])
      expect((await remove(path, tag)).status).toBe(412);
    expect((await read(path)).data.updated_at).not.toBe(before.data.updated_at);
    expect((await remove(path, (await read(path)).etag)).status).toBe(204);
    expect((await call(server, 'GET', path, { key })).status).toBe(404);
  });

  test('a deletion is refused if the answer changes between the check and the deletion', async () => {
    const poll = await newPoll();
    const id = await vote(poll, 'o1');
    const ask = (await server.services.polls.submitService.find(poll)) ?? expect.unreachable();
    const row = (await server.services.polls.answers.findNoted(ask, id)) ?? expect.unreachable();
    await vote(poll, 'o2');
    await expect(server.services.polls.answers.delete(ask, row.id, row)).rejects.toMatchObject({
      code: 'precondition_failed',
    });
  });
});

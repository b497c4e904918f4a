import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let owner: Owner;
let quizId: string;
const question = { type: 'boolean', answer: true } as const;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  const { quizzes } = server.askwell;
  const quiz = await quizzes.create(owner.session.account, {
    title: 'Facts',
    questions: [
      { ...question, prompt: 'Sharp', points: 3 },
      { ...question, prompt: 'Sharp *too*', points: 3 },
      { ...question, prompt: 'Wrong key', penalty: 1 },
      { ...question, prompt: 'Always right' },
      { ...question, prompt: 'Without points', points: 0 },
    ],
  });
  quizId = quiz.id;
  for (let n = 0; n < 20; n++) {
    const isGood = n < 5;
    const answers = { q1: isGood, q2: isGood, q3: !isGood, q4: true, q5: isGood };
    await quizzes.attempts.create(quiz.id, { answers });
  }
});
afterAll(() => server.close());

const read = async (query = '', key?: string, id = quizId) =>
  call(server, 'GET', `/api/v1/quizzes/${id}/analysis${query}`, { key: key ?? (await owner.key()) });

test('each question has a difficulty and a discrimination, by request and in process', async () => {
  const known = { attempts: 20, no_discrimination: null };
  const unknown = { attempts: 20, discrimination: null, no_discrimination: 'all_equal' };
  const analysis = {
    quiz_id: quizId,
    questions: [
      { ...known, id: 'q1', prompt: 'Sharp', difficulty: 0.25, discrimination: 1 },
      { ...known, id: 'q2', prompt: 'Sharp too', difficulty: 0.25, discrimination: 1 },
      { ...known, id: 'q3', prompt: 'Wrong key', difficulty: 0.5, discrimination: -1 },
      { ...unknown, id: 'q4', prompt: 'Always right', difficulty: 1 },
      { ...unknown, id: 'q5', prompt: 'Without points', difficulty: null },
    ],
    matching_answers: 20,
    oldest_left_out: false,
  };
  const reply = await read();
  expect([reply.status, reply.at('data')]).toEqual([200, analysis]);
  expect(await server.askwell.quizzes.analysis(owner.session.account, quizId)).toEqual(analysis);
});

test('only the attempts that the filters find are analyzed', async () => {
  const q1 = { attempts: 5, difficulty: 1, discrimination: null, no_discrimination: 'too_few_attempts' };
  for (const query of ['?field.q1=true', '?filter=field.q1:is:true', '?min_score=6']) {
    const reply = await read(query);
    expect(reply.at('data'), query).toMatchObject({ questions: [q1, {}, {}, {}, {}], matching_answers: 5 });
  }
  const { analysis } = server.askwell.quizzes;
  const { account } = owner.session;
  const none = await analysis(account, quizId, { where: { since: '2099-01-01T00:00:00Z' } });
  expect(none).toMatchObject({ matching_answers: 0, questions: [{ attempts: 0, difficulty: null }, {}, {}, {}, {}] });
  const gone = analysis(account, quizId, { where: { 'field.gone': true } });
  await expect(gone).rejects.toMatchObject({ issues: [{ path: 'field.gone' }] });
  expect((await read('?filter=gone:answered')).at('issues.0')).toMatchObject({
    path: 'filter.0',
    code: 'unknown_column',
  });
});

test('a quiz with one question has no discrimination', async () => {
  const { quizzes } = server.askwell;
  const quiz = await quizzes.create(owner.session.account, {
    title: 'One',
    questions: [{ ...question, prompt: 'Only' }],
  });
  for (let n = 0; n < 20; n++) await quizzes.attempts.create(quiz.id, { answers: { q1: n < 5 } });
  const reply = await read('', undefined, quiz.id);
  expect(reply.at('data.questions.0')).toMatchObject({ difficulty: 0.25, no_discrimination: 'no_other_question' });
});

test('the analyses of other owners and sites are not found, and a key is required', async () => {
  const other = await createOwner(server.services);
  expect((await read('', await other.key())).status).toBe(404);
  const site = await server.askwell.sites.create(owner.session.account, { name: 'Shop' });
  expect((await read('', await owner.key(site.id))).status).toBe(404);
  expect((await read('', await owner.key(undefined, { permissions: 'read' }))).status).toBe(200);
  expect((await call(server, 'GET', `/api/v1/quizzes/${quizId}/analysis`)).status).toBe(401);
});

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { exposeServices } from '../../src/create-askwell.js';
import type { Services } from '../../src/instance/assemble-services.js';
import type { QuizDraft } from '../../src/shared/contract/resources.js';
import { countChecks } from '../support/asks/quiz-checks.js';
import { readStart } from '../support/asks/quiz-starts.js';
import { type Reply, readReply, toRequestInit } from '../support/http/http-client.js';
import { useServedDatabase } from '../support/processes/served-database.js';
import { startService } from '../support/servers/start-service.js';

const served = useServedDatabase();

const draft: QuizDraft = {
  title: 'Quiz',
  feedback: 'each',
  questions: [
    { type: 'boolean', prompt: 'Is water wet?', answer: true },
    { type: 'text', prompt: 'Largest ocean?', answer: ['Pacific'] },
  ],
};

/** Sends a request to the services, without a server. */
async function send(services: Services, method: string, path: string, body?: object): Promise<Reply> {
  const { fetch } = exposeServices(services);
  return readReply(
    await fetch(new Request(`http://localhost${path}`, toRequestInit(method, { body })), { address: '192.0.2.1' }),
  );
}

/** Creates a quiz, starts it, and checks two of its answers. */
async function checkAnswers(services: Services) {
  const { id } = await exposeServices(services).quizzes.create(served.owner.session.account, draft);
  const { started } = readStart(await send(services, 'GET', `/embed/quizzes/${id}/start`));
  for (const check of [
    { question: 'q1', answer: false },
    { question: 'q2', answer: 'pacific' },
  ])
    expect((await send(services, 'POST', `/embed/quizzes/${id}/checks`, { ...check, started })).status).toBe(200);
  expect(await countChecks(services)).toBe(2);
  return { quiz: id, started };
}

test('check finds no problems in a database with checked answers', async () => {
  await checkAnswers(served.services);
  const { code, stdout, stderr } = await served.run(['check']);
  expect([code, stdout, stderr]).toEqual([0, expect.stringContaining('No problems found'), '']);
});

test('check finds a checked answer of a missing quiz', async () => {
  await checkAnswers(served.services);
  const database = new Database(served.database);
  database.pragma('foreign_keys = OFF');
  database.exec('update askwell_checks set ask = 999');
  database.close();
  expect((await served.run(['check'])).code).toBe(1);
});

test('a backup has the checked answers, and the attempt is marked with them', async () => {
  const { quiz, started } = await checkAnswers(served.services);
  expect(await served.run(['backup', 'copy.db'])).toMatchObject({ code: 0, stderr: '' });
  expect((await served.run(['check', '--database-url', 'copy.db'])).code).toBe(0);
  await copyFile(`${served.database}.secret`, join(served.folder, 'copy.db.secret'));
  const { services: restored } = await startService({ database: join(served.folder, 'copy.db'), secret: undefined });
  expect(await countChecks(restored)).toBe(2);
  const attempt = await send(restored, 'POST', `/api/v1/quizzes/${quiz}/attempts`, { answers: { q1: true }, started });
  expect([attempt.status, attempt.at('data.score')]).toEqual([201, 1]);
  await restored.close();
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { textIdIn } from '../../../test/support/http/parse-replies.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { connectTo } from '../../../test/support/store/direct-connection.js';
import { exportFile, inChunks } from '../../../test/support/transfer.js';
import { run } from '../../db/sql/statement.js';

const plain = 'https://shop.example.com/offer';
const secret = 'https://user:password@shop.example.com/offer';
const misleading = 'https://bank.example@shop.example.com/offer';

let server: TestServer;
let owner: Owner;
let key: string;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  key = await owner.key();
});
afterAll(() => server.close());

const send = (path: string, body: object, method = 'POST') => call(server, method, `/api/v1/${path}`, { key, body });
const poll = (url: string) => ({ title: 'Lunch?', options: ['Soup', 'Salad'], after: { url } });
const question = { type: 'single', prompt: 'Which?', options: ['A', 'B'], answer: 'o1' };

describe.each([secret, misleading, 'http://:password@shop.example.com/offer'])('a URL with credentials, %s,', (url) => {
  test.each<[string, string, object, string]>([
    ['a redirect', 'polls', poll(url), 'after.url'],
    [
      'a picture of an option',
      'polls',
      { title: 'Lunch?', options: ['A', { label: 'B', image_url: url }] },
      'options.1.image_url',
    ],
    [
      'a picture of a question',
      'quizzes',
      { title: 'Q', questions: [{ ...question, image_url: url }] },
      'questions.0.image_url',
    ],
    ['an origin', 'sites', { name: 'Shop', origins: [url] }, 'origins.0'],
    ['a webhook', 'webhooks', { url }, 'url'],
  ])('is refused as %s', async (_what, path, body, at) => {
    const reply = await send(path, body);
    expect(reply.status).toBe(422);
    expect(reply.at('issues')).toMatchObject([{ path: at, code: 'url_with_credentials' }]);
  });

  test('is refused as an answer', async () => {
    const form = textIdIn(await send('forms', { title: 'F', fields: [{ id: 'site', type: 'url', label: 'Site' }] }));
    const reply = await call(server, 'POST', `/api/v1/forms/${form}/submissions`, { body: { answers: { site: url } } });
    expect(reply.at('issues')).toMatchObject([{ path: 'answers.site', code: 'url_with_credentials' }]);
  });

  test('is refused in an imported file', async () => {
    const other = await createOwner(server.services);
    const draft = JSON.stringify(poll(plain));
    await server.askwell.polls.create(other.session.account, JSON.parse(draft));
    const file = (await exportFile(server.services, other.session.scope)).replaceAll(plain, url);
    expect(file).toContain(url);
    await expect(server.services.transfer.import(other.session.scope, inChunks(file), 'renew')).rejects.toMatchObject({
      message: expect.stringContaining('without a user name and a password'),
    });
  });
});

test('a definition from before stays readable, and can be changed', async () => {
  const { database } = server;
  const id = textIdIn(await send('polls', poll(plain)));
  const connected = await connectTo(database);
  await connected.run(run`update askwell_asks set definition = replace(definition, ${plain}, ${secret})`);
  await connected.close();
  const later = await startService({ database });
  const read = await call(later, 'GET', `/api/v1/polls/${id}`, { key });
  expect([read.status, read.at('data.after.url')]).toEqual([200, secret]);
  const page = await call(later, 'GET', `/p/${id}`);
  expect(page.status).toBe(200);
  const changed = await call(later, 'PATCH', `/api/v1/polls/${id}`, { key, body: { title: 'Dinner?' } });
  expect([changed.status, changed.at('data.after.url')]).toEqual([200, secret]);
  const mended = await call(later, 'PATCH', `/api/v1/polls/${id}`, { key, body: { after: { url: plain } } });
  expect(mended.at('data.after.url')).toBe(plain);
  await later.close();
});

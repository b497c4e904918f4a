import { Readable } from 'node:stream';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { collect } from '../../../test/support/collect.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { inChunks } from '../../../test/support/transfer.js';

let server: TestServer;
beforeAll(async () => {
  server = await startService();
});
afterAll(() => server.close());

const createAccount = async () => (await createOwner(server.services)).session.account;

test('exports an account as a file, and imports the file into another account', async () => {
  const { accounts, sites, polls } = server.askwell;
  const [from, to] = [await createAccount(), await createAccount()];
  await sites.create(from, { name: 'Shop' });
  const { id } = await polls.create(from, { title: 'Lunch?', options: ['Soup', 'Salad'] });
  await polls.votes.create(id, { choices: ['o1'] });

  const file = await accounts.export(from);
  expect([file.filename, file.contentType]).toEqual([expect.stringMatching(/\.jsonl$/), 'application/x-ndjson']);
  const text = await file.text();
  expect(text.split('\n')[0]).toContain('"format":"askwell-export"');

  const imported = await accounts.import(to, inChunks(text), { ids: 'renew' });
  expect(imported).toEqual({
    counts: { sites: 1, webhooks: 0, polls: 1, quizzes: 0, forms: 0, answers: 1, tickets: 0 },
    recognizesVisitors: false,
  });
  expect(await collect(polls.list(to))).toMatchObject([{ title: 'Lunch?', answers_count: 1 }]);
  expect((await collect(sites.list(to))).map(({ name }) => name)).toEqual(['Shop']);
  await expect(accounts.import(to, inChunks(text))).rejects.toMatchObject({ code: 'conflict' });
});

test('refuses files that are not exports, and reports invalid arguments', async () => {
  const { accounts } = server.askwell;
  const account = await createAccount();
  await expect(accounts.import(account, inChunks('no export\n'))).rejects.toMatchObject({ code: 'invalid' });
  await expect(Reflect.apply(accounts.import, accounts, [account, 'file.jsonl'])).rejects.toMatchObject({
    message:
      'askwell.accounts.import: source: expected an async iterable of bytes, such as a stream, got "file.jsonl".',
  });
  const texts = Readable.from(['a line of text: 10\n']);
  await expect(Reflect.apply(accounts.import, accounts, [account, texts])).rejects.toMatchObject({
    message: 'askwell.accounts.import: source: expected chunks of bytes, got "a line of text: 10\\n".',
  });
  await expect(
    Reflect.apply(accounts.import, accounts, [account, inChunks(''), { ids: 'claim' }]),
  ).rejects.toMatchObject({ code: 'invalid', issues: [{ path: 'ids' }] });
  await expect(accounts.export('stranger')).rejects.toMatchObject({ code: 'not_found' });
  await expect(accounts.import('stranger', inChunks(''))).rejects.toMatchObject({ code: 'not_found' });
});

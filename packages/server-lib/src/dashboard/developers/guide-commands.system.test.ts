import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import {
  codeBlockOf,
  createFormBrowser,
  type FormBrowser,
  makeKey,
  register,
} from '../../../test/support/browser/form-browser.js';
import { runInShell } from '../../../test/support/docs/curl-examples.js';
import { call } from '../../../test/support/http/http-client.js';
import { startServer } from '../../../test/support/servers/start-server.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

const home = '/dashboard/developers';

let server: TestServer;
let owner: FormBrowser;
beforeAll(async () => {
  server = await startServer();
  owner = createFormBrowser(server);
  await register(owner);
});
afterAll(() => server.close());

const codeOf = async (path: string, id: string) => codeBlockOf(await owner.open(path), id);

test('the first call creates a poll', async () => {
  const key = await makeKey(owner, { name: 'First' });
  const output = await runInShell(await codeOf(home, 'call'), { ASKWELL_KEY: key });
  expect(output).toMatch(/^HTTP\/1\.1 201 /);
  const [, id = ''] = /"id":"(poll_[a-z0-9]{20})"/.exec(output) ?? [];
  expect((await call(server, 'GET', `/api/v1/polls/${id}`, { key })).status).toBe(200);
});

describe('the commands of the guides work', () => {
  let env: Record<string, string>;
  beforeAll(async () => {
    const key = await makeKey(owner, { name: 'Guides' });
    for (const plural of ['polls', 'quizzes', 'forms'] as const) await createAsk(server, key, plural);
    env = { ASKWELL_KEY: key };
  });

  const run = async (guide: string, id: string) => runInShell(await codeOf(`${home}/guides/${guide}`, id), env);

  test('REST: create, vote, read the results, list, close, find an error', async () => {
    expect(await run('rest', 'create')).toMatch(/^HTTP\/1\.1 201 /);
    expect(await run('rest', 'vote')).toMatch(/^HTTP\/1\.1 201 /);
    expect(await run('rest', 'results')).toContain('"votes_count":1');
    expect(await run('rest', 'list')).toContain('"title":"Lunch on Friday?"');
    expect(await run('rest', 'close')).toContain('"status":"closed"');
    expect(await run('rest', 'errors')).toMatch(/^HTTP\/1\.1 404 /);
  });

  test.each([
    ['a rating', { type: 'rating', scale: { min: 1, max: 3 } }],
    ['a ranking', { type: 'ranked', min_choices: 2 }],
    ['several choices', { type: 'multiple', min_choices: 2, options: ['A', { id: 'own', label: 'B' }, 'C'] }],
  ])('REST: the vote suits %s', async (_type, draft) => {
    await createAsk(server, env['ASKWELL_KEY'], 'polls', draft);
    expect(await run('rest', 'vote')).toMatch(/^HTTP\/1\.1 201 /);
  });

  test('export: a spreadsheet, JSON Lines, and only the new answers', async () => {
    // Without the file, the shell shows the download.
    const download = async (id: string) =>
      runInShell((await codeOf(`${home}/guides/export`, id)).replaceAll(/-o \w+\.csv /g, ''), env);
    expect(await download('csv')).toMatch(/text\/csv/);
    expect((await download('kinds')).match(/text\/csv/g)).toHaveLength(2);
    expect(await download('jsonl')).toContain('"choices":');
    expect(await download('since')).toMatch(/^HTTP\/1\.1 200 /);
  });
});

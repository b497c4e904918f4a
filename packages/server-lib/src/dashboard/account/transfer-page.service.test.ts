import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  createFormBrowser,
  type FormBrowser,
  type Page,
  register,
  wordsOf,
} from '../../../test/support/browser/form-browser.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AccountObject } from '../../owners/access/account-object.js';

let server: TestServer;
let owner: FormBrowser;
let stranger: FormBrowser;
let account: AccountObject;

beforeEach(async () => {
  server = await startService();
  owner = createFormBrowser(server);
  await register(owner);
  stranger = createFormBrowser(server);
  await stranger.submit('/register', { name: 'Other', email: 'other@example.com', password: 'correct horse battery' });
  for await (const listed of server.askwell.accounts.list()) if (listed.email === 'owner@example.com') account = listed;
  const poll = await server.askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'] });
  await server.askwell.polls.vote(poll.id, { choices: ['o1'] }, { id: 'visitor' });
});
afterEach(() => server.close());

const exportFrom = (browser: FormBrowser) => browser.open('/dashboard/account/export');

function importInto(
  browser: FormBrowser,
  file: string,
  ids: string,
  headers: Record<string, string> = {},
): Promise<Page> {
  const body = new FormData();
  body.set('ids', ids);
  body.set('file', new Blob([file]), 'export.jsonl');
  return browser.send('/dashboard/account/import', { method: 'POST', body, headers });
}

describe('the export', () => {
  test('is a file for the owner that is neither cached nor compressed', async () => {
    const page = await owner.open('/dashboard/account/export', { 'accept-encoding': 'gzip, br' });
    expect([page.status, page.headers.get('content-encoding')]).toEqual([200, null]);
    expect(page.headers.get('content-type')).toBe('application/x-ndjson; charset=utf-8');
    expect(page.headers.get('cache-control')).toBe('no-store');
    expect(page.headers.get('content-disposition')).toMatch(
      /^attachment; filename="askwell-export-\d{4}-\d\d-\d\d\.jsonl"$/,
    );
    const lines = page.text.trimEnd().split('\n');
    expect(lines.at(-1)).toBe(
      '{"type":"end","sites":0,"webhooks":0,"polls":1,"quizzes":0,"forms":0,"answers":1,"tickets":0}',
    );
    expect(wordsOf(await owner.open('/dashboard/account'))).toContain('Account exported');
  });

  test('has only what the account owns, and requires a session', async () => {
    const page = await exportFrom(stranger);
    expect([page.status, page.text.includes('Lunch?')]).toEqual([200, false]);
    const reply = await exportFrom(createFormBrowser(server));
    expect([reply.status, reply.location]).toEqual([303, expect.stringMatching(/^\/login\?next=/)]);
  });
});

describe('an import', () => {
  test('says what was imported, and is a security event', async () => {
    const { text } = await exportFrom(owner);
    const page = await importInto(stranger, text, 'renew');
    expect([page.status, wordsOf(page)]).toEqual([
      200,
      expect.stringContaining(
        'Imported 0 sites, 0 webhooks, 1 poll, 0 quizzes, 0 forms, 1 answer and 0 tickets. Polls, quizzes',
      ),
    ]);
    expect(wordsOf(page)).toContain('Export imported');
    const again = await exportFrom(stranger);
    expect(again.text).toContain('"title":"Lunch?"');
  });

  test.each<[what: string, change: (text: string) => string, ids: string, message: string]>([
    ['IDs that exist', (text) => text, 'keep', 'These IDs are not available to this account: poll_'],
    ['another file', () => 'hello', 'renew', 'This is not an Askwell export.'],
    ['no file', () => '', 'renew', 'This is not an Askwell export.'],
    [
      'an invalid line',
      (text) => text.replace('"choices":["o1"]', '"choices":["o9"]'),
      'renew',
      'Line 3: choices.0: Not',
    ],
    ['a line that is cut off', (text) => text.slice(0, -9), 'renew', 'The line is cut off.'],
    ['another choice of IDs', (text) => text, 'some', 'Choose one of the offered values.'],
    [
      'markup',
      (text) => text.replace('"type":"poll"', '"type":"poll","<b>":1'),
      'renew',
      'Line 2: <b>: Unknown field.',
    ],
  ])('refuses %s on the page, and changes nothing', async (_what, change, ids, message) => {
    const { text } = await exportFrom(owner);
    const before = (await exportFrom(stranger)).text;
    const page = await importInto(stranger, change(text), ids);
    expect([page.status, wordsOf(page)]).toEqual([expect.toBeOneOf([409, 422]), expect.stringContaining(message)]);
    expect(page.text).not.toContain('<b>');
    expect(page.text).toContain('<a class="button" href="/dashboard/account">Cancel</a>');
    const after = (await exportFrom(stranger)).text;
    expect(after.split('\n').slice(1)).toEqual(before.split('\n').slice(1));
  });

  test('is refused from other origins, before the file is read', async () => {
    const { text } = await exportFrom(owner);
    for (const headers of [{ 'sec-fetch-site': 'cross-site' }, { origin: 'https://evil.example.com' }]) {
      expect((await importInto(stranger, text, 'renew', headers)).status).toBe(403);
    }
    expect((await exportFrom(stranger)).text).not.toContain('Lunch?');
  });

  test('requires a session', async () => {
    const { text } = await exportFrom(owner);
    const reply = await importInto(createFormBrowser(server), text, 'renew');
    expect([reply.status, reply.location]).toEqual([303, '/login']);
  });

  test('refuses other bodies', async () => {
    const urlencoded = await stranger.submit('/dashboard/account/import', { ids: 'keep' });
    expect(urlencoded.status).toBe(415);
    const body = new FormData();
    body.set('ids', 'keep');
    expect((await stranger.send('/dashboard/account/import', { method: 'POST', body })).status).toBe(400);
    body.set('other', new Blob(['x']), 'x');
    expect((await stranger.send('/dashboard/account/import', { method: 'POST', body })).status).toBe(422);
  });
});

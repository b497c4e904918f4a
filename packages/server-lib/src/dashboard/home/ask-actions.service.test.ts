import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import {
  createFormBrowser,
  type FormBrowser,
  makeKey,
  register,
  wordsOf,
} from '../../../test/support/browser/form-browser.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let owner: FormBrowser;
let key: string;
beforeAll(async () => {
  server = await startService();
  owner = createFormBrowser(server, { 'sec-fetch-site': 'same-origin' });
  await register(owner);
  key = await makeKey(owner, { name: 'Test' });
});
afterAll(() => server.close());

const actionsIn = (text: string) =>
  [...text.matchAll(/<button name="do" value="(\w+):poll_/g)].map(([, action]) => action);
const act = (action: string, id: string, tab: string) =>
  owner.submit(`/dashboard/asks/actions?from=${tab}`, { do: `${action}:${id}` });

test('each page of a poll closes, reopens, duplicates, archives and deletes it, and shows itself or the copy', async () => {
  const id = await createAsk(server, key, 'polls');
  for (const tab of ['edit', 'design', 'settings', 'code', 'share', 'results', 'answers'])
    expect([tab, actionsIn((await owner.open(`/dashboard/asks/${id}/${tab}`)).text)]).toEqual([
      tab,
      ['close', 'duplicate', 'archive', 'delete'],
    ]);
  expect((await act('close', id, 'results')).location).toBe(`/dashboard/asks/${id}/results?notice=asks-closed`);
  expect(actionsIn((await owner.open(`/dashboard/asks/${id}/edit`)).text)).toContain('open');
  expect((await act('open', id, 'edit')).location).toBe(`/dashboard/asks/${id}/edit?notice=asks-opened`);
  const copy = (await act('duplicate', id, 'share')).location ?? '';
  expect(copy).toMatch(/^\/dashboard\/asks\/poll_\w+\/edit\?notice=asks-duplicated$/);
  expect(copy).not.toContain(id);
  expect((await act('delete', id, 'edit')).location).toBe(`/dashboard/asks/delete?id=${id}`);
  expect((await act('close', id, 'no-tab')).location).toBe('/dashboard?notice=asks-closed');
});

test('a draft is published where it is shared', async () => {
  const id = await createAsk(server, key, 'polls', { status: 'draft' });
  const share = `/dashboard/asks/${id}/share`;
  expect(wordsOf(await owner.open(share))).toContain('Publish the poll');
  await act('open', id, 'share');
  expect(wordsOf(await owner.open(share))).not.toContain('Publish the poll');
});

test('a draft is published with its latest changes, or not at all', async () => {
  const id = await createAsk(server, key, 'polls', { status: 'draft', title: 'First' });
  const save = async (title: string) => {
    const shown = JSON.parse((await owner.send(path(), jsonOf({ revision: '', definition: {} }))).text);
    const definition = { ...shown.definition, title };
    await owner.send(path(), jsonOf({ revision: shown.revision, definition }));
  };
  const path = () => `/dashboard/asks/${id}/working-copy`;
  await save('');
  expect((await act('open', id, 'share')).status).toBe(422);
  const share = `/dashboard/asks/${id}/share`;
  expect(wordsOf(await owner.open(share))).toContain('Publish the poll');
  await save('Second');
  await act('open', id, 'share');
  expect(wordsOf(await owner.open(share))).toContain('Second');
});

function jsonOf(body: object): RequestInit {
  return { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}

test('the guide has the shortcuts, and each page of the dashboard links to it', async () => {
  expect((await owner.open('/dashboard')).text).toContain('href="/dashboard/guide"');
  const guide = await owner.open('/dashboard/guide');
  expect(guide.text).toMatch(/id="shortcuts".*<kbd>\?<\/kbd>/s);
});

test('templates are found by the words of their texts, and listed by kind', async () => {
  const count = (text: string) => [...text.matchAll(/<li class="template">/g)].length;
  const all = await owner.open('/dashboard/asks/new');
  expect(all.text).toMatch(/Start from scratch.*id="poll-templates".*id="quiz-templates".*id="form-templates"/s);
  const polls = await owner.open('/dashboard/asks/new?kind=poll');
  expect(polls.text).toMatch(/kind=poll#templates" aria-current="true">Polls/);
  expect([polls.text.includes('id="poll-templates"'), polls.text.includes('id="form-templates"')]).toEqual([
    true,
    false,
  ]);
  // A kind and a search narrow the list together.
  const both = await owner.open('/dashboard/asks/new?kind=poll&q=date');
  expect(count(both.text)).toBeLessThan(count(polls.text));
  expect(both.text).toContain('href="/dashboard/asks/new?q=date#templates"');
  expect(both.text).toContain('<input type="hidden" name="kind" value="poll">');
  const found = await owner.open('/dashboard/asks/new?q=contact+FORM');
  expect(wordsOf(found)).toContain('Contact form');
  expect(count(found.text)).toBeLessThan(count(all.text));
  const none = await owner.open('/dashboard/asks/new?q=%3Cb%3E');
  expect(none.text).toContain('No template matches “<bdi>&lt;b&gt;</bdi>”.');
});

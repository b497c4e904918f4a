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
import { languages } from '../../shared/messages/languages.js';
import { applyAction } from './apply-action.js';
import { itemsOf } from './render-member.js';

let server: TestServer;
let owner: FormBrowser;
let form: string;
beforeAll(async () => {
  server = await startService({ imageHosts: ['images.example.com'] });
  owner = createFormBrowser(server, { 'sec-fetch-site': 'same-origin' });
  await register(owner);
  const fields = [
    { id: 'name', type: 'short_text', label: 'Your name' },
    { id: 'work', type: 'page', label: 'About your work' },
    { id: 'role', type: 'short_text', label: 'Your role', show_if: { all: [{ field: 'name', is: 'Ada' }] } },
  ];
  form = await createAsk(server, await makeKey(owner, { name: 'Test' }), 'forms', { title: 'Registration', fields });
});
afterAll(() => server.close());

const edit = (query = '') => owner.open(`/dashboard/asks/${form}/edit${query}`);
const rowsIn = (text: string) => [...text.matchAll(/<li class="(outline-[^"]*)"/g)].map(([, name]) => name);
const typesAt = (text: string) =>
  [...text.matchAll(/value="add:fields:email(:\d+)?"/g)].map(([, place]) => place ?? 'end');

test('the outline has the pages of a form as headings, and marks the chosen field', async () => {
  const page = await edit('?item=role');
  const { text } = page;
  expect(rowsIn(text)).toEqual(['outline-page', 'outline-item', 'outline-item outline-page', 'outline-item current']);
  expect(text).toMatch(/Page 1<.*Your name.*Page 2<.*About your work/s);
  expect(wordsOf(page)).toContain('Shown if “Your name” is “Ada”.');
});

test('a field is added after the chosen one, at a place between two, or at the end', async () => {
  expect(typesAt((await edit()).text)).toEqual(['end']);
  expect(typesAt((await edit('?item=name')).text)).toEqual([':1']);
  expect(typesAt((await edit('?item=role')).text)).toEqual(['end']);
  const between = await edit('?item=name&add=2');
  expect(typesAt(between.text)).toEqual([':2']);
  expect(between.text).toContain('<details class="confirm add-item" id="outline-add" open>');
  expect(wordsOf(between)).toContain('After “ About your work ”');
  expect(typesAt((await edit('?add=999')).text)).toEqual(['end']);
});

test('a phone shows the outline first, and the fields of the title or of a field by their links', async () => {
  const paneOf = ({ text }: { text: string }) => /name="pane" value="(\w+)" form="panes" checked/.exec(text)?.[1];
  expect(paneOf(await edit())).toBe('outline');
  const [, title] = /class="outline-head" href="[^"]*\/edit([^"]*)"/.exec((await edit()).text) ?? [];
  const texts = await edit(title);
  expect(paneOf(texts)).toBe('inspector');
  expect(texts.text).toContain('value="Registration"');
  expect(paneOf(await edit('?item=role'))).toBe('inspector');
});

test('the preview has the chosen field, and loads the images that the page for visitors loads', async () => {
  const page = await edit('?item=role');
  expect(page.text).toContain('data-preview-frame data-chosen="role"');
  const imagesOf = (policy: string | null) => /img-src [^;]*; media-src [^;]*/.exec(policy ?? '')?.[0];
  const hosted = await createFormBrowser(server).open(`/p/${form}`);
  const expected = imagesOf(hosted.headers.get('content-security-policy'));
  expect(expected).toContain('images.example.com');
  expect(imagesOf(page.headers.get('content-security-policy'))).toBe(expected);
  const design = await owner.open(`/dashboard/asks/${form}/design`);
  expect(imagesOf(design.headers.get('content-security-policy'))).toBe(expected);
});

test.each([
  ['add:fields:date', ['first', 'second', 'new']],
  ['add:fields:date:0', ['new', 'first', 'second']],
  ['add:fields:date:1', ['first', 'new', 'second']],
  ['add:fields:date:9', ['first', 'second', 'new']],
  ['add:fields:date:no number', ['new', 'first', 'second']],
])('%s adds a field at its place, at the end without one', (action, order) => {
  const fields = ['first', 'second'].map((id) => ({ id, type: 'email', label: id }));
  const { draft, item } = applyAction('form', { fields }, action);
  expect(itemsOf(draft['fields']).map(({ id }) => (id === item ? 'new' : id))).toEqual(order);
});

test('members of a field that are rarely used are folded, unless one has a value or a fault', async () => {
  const fields = [
    { id: 'plain', type: 'short_text', label: 'Plain' },
    { id: 'short', type: 'short_text', label: 'Short', max_length: 20 },
    { id: 'when', type: 'date', label: 'When' },
  ];
  const key = await makeKey(owner, { name: 'Folds' });
  const id = await createAsk(server, key, 'forms', { title: 'Folds', fields });
  const foldOf = async (item: string) => {
    const { text } = await owner.open(`/dashboard/asks/${id}/edit?item=${item}`);
    return /<details class="more" id="m-more-\w+"( open)?>(?:(?!<\/details>).)*max_length/s
      .exec(text)?.[0]
      .includes(' open>');
  };
  expect([await foldOf('plain'), await foldOf('short'), await foldOf('when')]).toEqual([false, true, undefined]);
});

test('the pairs of a match question stand side by side, and other matches below them', async () => {
  const labels = (...ids: string[]) => ids.map((id) => ({ id, label: id }));
  const match = {
    id: 'q',
    type: 'match',
    prompt: 'Match',
    options: labels('one', 'two'),
    targets: labels('a', 'b', 'wrong'),
  };
  const key = await makeKey(owner, { name: 'Pairs' });
  const open = async (answer: object) => {
    const id = await createAsk(server, key, 'quizzes', { title: 'Pairs', questions: [{ ...match, answer }] });
    return (await owner.open(`/dashboard/asks/${id}/edit?item=q`)).text;
  };
  const namesIn = (text: string) =>
    [...text.matchAll(/<li class="label-row">(?:(?!<\/li>).)*/gs)].map(([row]) =>
      [...row.matchAll(/name="questions\.0\.((?:options|targets)\.\d)\.label"/g)].map(([, name]) => name),
    );
  const paired = await open({ one: 'b', two: 'a' });
  expect(namesIn(paired)).toEqual([['options.0', 'targets.1'], ['options.1', 'targets.0'], ['targets.2']]);
  expect(paired).not.toContain('Correct pairs');
  const shared = await open({ one: 'a', two: 'a' });
  expect(shared).toContain('Correct pairs');
  expect(namesIn(shared)).toHaveLength(5);
});

test('the choice of languages separates those with texts for visitors from the others, by their own names', async () => {
  const { text } = await owner.open(`/dashboard/asks/${form}/settings`);
  const [, ...groups] = (/<select [^>]*name="locale".*?<\/select>/s.exec(text)?.[0] ?? '').split('<optgroup ');
  const [translated = [], english = []] = groups.map((group) =>
    [...group.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)/g)].map(([, tag = '', name]) => ({ tag, name })),
  );
  expect(translated.map(({ tag }) => tag)).toEqual(expect.arrayContaining([...languages, 'pt-BR', 'zh-Hant']));
  expect(english.filter(({ tag }) => languages.includes(tag.slice(0, 2)))).toEqual([]);
  expect(translated).toEqual(
    expect.arrayContaining([
      { tag: 'he', name: 'עברית (Hebrew)' },
      { tag: 'nb', name: 'norsk bokmål (Norwegian Bokmål)' },
      { tag: 'fr-informal', name: 'français, avec tu (French, informal)' },
    ]),
  );
});

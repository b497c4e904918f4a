import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { filledIn, openEditor, plainFields, sendDraft } from '../../../test/support/browser/editor-client.js';
import { createFormBrowser, type FormBrowser, register, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { templates } from '../../kinds/templates/index.js';
import type { AccountObject } from '../../owners/access/account-object.js';
import type { Form, Poll, Quiz } from '../../shared/contract/resources.js';
import { itemTypes } from './definition-parts.js';

let server: TestServer;
let owner: FormBrowser;
let account: AccountObject;
beforeAll(async () => {
  server = await startService();
  owner = createFormBrowser(server, { 'sec-fetch-site': 'same-origin' });
  await register(owner);
  for await (const listed of server.askwell.accounts.list()) account = listed;
});
afterAll(() => server.close());

async function createFrom(template: string): Promise<string> {
  const { location } = await owner.submit('/dashboard/asks/new', { template });
  return /\/dashboard\/asks\/([^/]+)\/edit$/.exec(location ?? '')?.[1] ?? expect.unreachable('The ask was created.');
}

const apis = () => ({ poll: server.askwell.polls, quiz: server.askwell.quizzes, form: server.askwell.forms });

function apiOf(id: string): { get(account: AccountObject, id: string): Promise<Poll | Quiz | Form> } {
  const { poll, quiz, form } = apis();
  return id.startsWith('poll_') ? poll : id.startsWith('quiz_') ? quiz : form;
}

const definitionOf = (id: string) => apiOf(id).get(account, id);

describe.each(templates.map(({ name }) => name))('the template %s', (name) => {
  test('is unchanged after each of its pages was opened and saved', async () => {
    const id = await createFrom(name);
    const before = await definitionOf(id);
    const first = await openEditor(owner, `/dashboard/asks/${id}/edit`);
    const items = [...first.page.text.matchAll(/<a href="[^"]*(\/edit\?item=[^"]+)"/g)].map(([, path]) => path ?? '');
    for (const path of ['/edit', '/design', '/settings', ...items]) {
      const { fields } = await openEditor(owner, `/dashboard/asks/${id}${path}`);
      const saved = await owner.submit(
        `/dashboard/asks/${id}${path.replace(/\?.*/, '')}`,
        filledIn(fields, { do: 'save' }),
      );
      expect([path, saved.status]).toEqual([path, 303]);
    }
    expect(await definitionOf(id)).toEqual(before);
    expect(wordsOf(await owner.open(`/dashboard/asks/${id}/edit`))).toContain('Saved. Publish');
  });
});

test('each question can be moved, but not the first one up or the last one down', async () => {
  const questions = ['First', 'Second', 'Third'].map((prompt) => ({ type: 'boolean' as const, prompt, answer: true }));
  const { id } = await server.askwell.quizzes.create(account, { title: 'Places', questions });
  const { text } = await owner.open(`/dashboard/asks/${id}/edit`);
  const moves = [...text.matchAll(/class="icon-button" name="do" value="((?:up|down):questions\.\d)"/g)].map(
    ([, action]) => action,
  );
  expect(moves).toEqual(['down:questions.0', 'up:questions.1', 'down:questions.1', 'up:questions.2']);
});

test('a draft is changed and published with one button', async () => {
  const { id } = await server.askwell.polls.create(account, {
    title: 'Lunch?',
    options: ['Soup', 'Salad'],
    status: 'draft',
  });
  const { fields } = await openEditor(owner, `/dashboard/asks/${id}/edit`);
  const published = await owner.submit(
    `/dashboard/asks/${id}/edit`,
    filledIn(fields, { title: 'Dinner?', do: 'publish' }),
  );
  expect([published.status, published.location]).toEqual([303, expect.stringContaining(`/dashboard/asks/${id}/share`)]);
  expect(await definitionOf(id)).toMatchObject({ title: 'Dinner?', status: 'open' });
});

const toOptions = (...labels: string[]) => labels.map((label, at) => ({ id: `o${at + 1}`, label }));

/** Sends the form of a page with other values. */
async function change(path: string, values: Readonly<Record<string, string>>) {
  const { fields } = await openEditor(owner, path);
  return owner.submit(path.replace(/\?.*/, ''), filledIn(fields, values));
}

test('leads to the whole definition if the form is for an item that does not exist', async () => {
  const path = `/dashboard/asks/${await createFrom('yes-no')}/edit`;
  // Longer than a header of a response may be in browsers and proxies.
  expect((await change(path, { item: 'x'.repeat(20_000), do: 'save' })).location).toBe(path);
});

test('changes texts and options of a poll, and publishes it', async () => {
  const id = await createFrom('yes-no');
  const path = `/dashboard/asks/${id}/edit`;
  await change(path, { title: 'Move <b>on</b>?', do: 'add:options' });
  await change(path, { 'options.0.label': 'Absolutely', do: 'down:options.0' });
  await change(path, { 'options.pasted': '- Tomorrow\r\n2. Later\tnever seen\r\n\r\n', do: 'save' });
  const { title, options, status } = await server.askwell.polls.get(account, id);
  expect([title, status]).toEqual(['Move <b>on</b>?', 'draft']);
  expect(options.map(({ label }) => label)).toEqual([
    ...['No', 'Absolutely', 'Either is fine', 'Option 4', 'Tomorrow', 'Later'],
  ]);
  await change(path, { 'options.pasted': 'Later\nLater still', do: 'save' });
  const longer = (await server.askwell.polls.get(account, id)).options.map(({ label }) => label);
  expect(longer.slice(-3)).toEqual(['Tomorrow', 'Later', 'Later still']);
  const page = await owner.open(path);
  expect(page.text).not.toContain('<b>on</b>');
  const published = await change(path, { do: 'publish' });
  expect(published.location).toBe(`/dashboard/asks/${id}/share?notice=published`);
  expect((await server.askwell.polls.get(account, id)).status).toBe('open');
});

test('changes the type of a question, and keeps the members that both types have', async () => {
  const { location } = await owner.submit('/dashboard/asks/new', { blank: 'quiz' });
  const id = location?.split('/').at(-2) ?? '';
  const path = `/dashboard/asks/${id}/edit?item=q1`;
  await change(path, { 'questions.0.prompt': 'How many?', 'questions.0.points': '2,5', 'questions.0.type': 'number' });
  await change(path, { 'questions.0.answer.value': '42', 'questions.0.answer.tolerance': '1' });
  const [question] = (await server.askwell.quizzes.get(account, id)).questions;
  expect(question).toMatchObject({
    id: 'q1',
    type: 'number',
    prompt: 'How many?',
    points: 2.5,
    options: [],
    answer: { value: 42, tolerance: 1 },
  });
  await change(path, { 'questions.0.type': 'match' });
  await change(path, { 'questions.0.answer.o1': 't2', 'questions.0.answer.o2': 't1' });
  expect((await server.askwell.quizzes.get(account, id)).questions[0]).toMatchObject({
    type: 'match',
    answer: { o1: 't2', o2: 't1' },
  });
});

test('the options of a poll cannot be marked as correct', async () => {
  const { location } = await owner.submit('/dashboard/asks/new', { blank: 'poll' });
  const { text } = await owner.open(location ?? '');
  expect(text).toContain('name="options.0.label"');
  expect(text).not.toMatch(/key-mark|name="answer"/);
});

test('nothing is correct before the owner marks it at the options, and the preview stays', async () => {
  const { location } = await owner.submit('/dashboard/asks/new', { blank: 'quiz' });
  const id = location?.split('/').at(-2) ?? '';
  const path = `/dashboard/asks/${id}/edit`;
  const types = ['single', 'multiple', 'boolean', 'number', 'text', 'match', 'order'];
  for (const type of types) await change(path, { do: `add:questions:${type}` });
  const first = await owner.open(path);
  expect(wordsOf(first)).toContain('5 things need a change before this can be published');
  expect(first.text).toContain('preview="draft"');
  const marks = async (item: string) =>
    (await owner.open(`${path}?item=${item}`)).text.match(/class="key-mark"/g)?.length;
  expect([await marks('q2'), await marks('q3'), await marks('q8')]).toEqual([2, 2, undefined]);
  expect((await owner.open(`${path}?item=q2`)).text).not.toMatch(/type="radio" name="questions.1.answer"[^>]* checked/);

  await change(`${path}?item=q2`, { 'questions.1.options.pasted': 'Red\nGreen\nRed\nBlue', do: 'save' });
  await change(`${path}?item=q2`, { 'questions.1.answer': 'o5' });
  await change(`${path}?item=q3`, { 'questions.2.answer': 'o2' });
  await change(`${path}?item=q4`, { 'questions.3.answer': 'false' });
  await change(`${path}?item=q5`, { 'questions.4.answer.value': '42' });
  await change(`${path}?item=q6`, { 'questions.5.answer': 'Answer' });
  await change(`${path}?item=q7`, { 'questions.6.answer.o1': 't2', 'questions.6.answer.o2': 't1' });
  // The correct order follows the list.
  await change(`${path}?item=q8`, { do: 'down:questions.7.options.0' });
  const { questions } = await server.askwell.quizzes.get(account, id);
  const [, single, ...others] = questions;
  expect(single).toMatchObject({ answer: 'o5', options: ['Red', 'Green', 'Blue'].map((label) => ({ label })) });
  expect(others.map(({ answer }) => answer)).toEqual([
    ['o2'],
    false,
    { value: 42, tolerance: 0 },
    ['Answer'],
    { o1: 't2', o2: 't1' },
    ['o2', 'o1'],
  ]);
});

test('offers what has an effect, and shows what is stored without one instead of dropping it', async () => {
  const fields = [
    { id: 'f1', type: 'heading' as const, label: 'Part one' },
    { id: 'f2', type: 'heading' as const, label: 'Part two', placeholder: 'Kept' },
    { id: 'f3', type: 'short_text' as const, label: 'Name' },
  ];
  const { id } = await server.askwell.forms.create(account, { title: 'Form', status: 'draft', fields });
  const path = `/dashboard/asks/${id}`;
  const namesAt = async (at: string) => (await openEditor(owner, `${path}${at}`)).page.text;
  const heading = await namesAt('/edit?item=f1');
  expect([/name="fields.0.placeholder"/.test(heading), /name="fields.0.required"/.test(heading)]).toEqual([
    false,
    false,
  ]);
  expect(await namesAt('/edit?item=f2')).toContain('name="fields.1.placeholder"');
  expect(await namesAt('/edit?item=f3')).toContain('name="fields.2.required"');
  await change(`${path}/edit?item=f1`, { 'fields.0.label': 'First' });
  await change(`${path}/edit?item=f2`, { 'fields.1.label': 'Second' });
  expect((await server.askwell.forms.get(account, id)).fields).toMatchObject([
    { label: 'First', placeholder: null, required: false },
    { label: 'Second', placeholder: 'Kept' },
    { label: 'Name' },
  ]);
  const settings = await namesAt('/settings');
  expect(settings).not.toContain('name="allow_change"');
  await change(`${path}/settings`, { one_per: 'browser' });
  expect(await namesAt('/settings')).toContain('name="allow_change"');
  for (const [, group] of settings.matchAll(/<li><a href="#(settings-[^"]*)"/g))
    expect(settings).toContain(`<section class="settings" id="${group}"`);
});

test.each(['poll', 'quiz', 'form'] as const)('no page that edits a %s has a name of the API', async (kind) => {
  const { location } = await owner.submit('/dashboard/asks/new', { blank: kind });
  const path = (location ?? '').replace(/\/edit$/, '');
  const list = kind === 'quiz' ? 'questions' : 'fields';
  if (kind !== 'poll') for (const type of itemTypes(kind)) await change(`${path}/edit`, { do: `add:${list}:${type}` });
  const { text } = await owner.open(`${path}/edit`);
  const items = [...text.matchAll(/<a href="[^"]*(\/edit\?item=[^"]+)"/g)].map(([, item]) => item ?? '');
  for (const page of ['/edit', ...items, '/settings', '/design', '/share', '/results', '/answers']) {
    const shown = await owner.open(path + page);
    const seen = wordsOf({ ...shown, text: shown.text.replace(/<(script|pre|code|output)\b.*?<\/\1>/gs, '') });
    const words = seen.replaceAll('JSON Lines', '').match(/\w+_\w+|`|\bnull\b|\bBCP\b|\bJSON\b/g) ?? [];
    expect([page, words]).toEqual([page, []]);
  }
});

test('without an email server, pages say what needs one', async () => {
  const id = await createFrom('contact');
  const words = async (path: string) => wordsOf(await owner.open(path));
  const settings = `/dashboard/asks/${id}/settings`;
  expect(await words(settings)).not.toContain('a receipt by email');
  await server.askwell.forms.update(account, id, { receipt: true });
  expect(await words(settings)).toContain('This service sends no emails, so no receipts arrive.');
  expect(await words(`/dashboard/asks/${id}/share`)).toContain('Notices of new answers need an email server');
  const visitor = createFormBrowser(server, {});
  expect(wordsOf(await visitor.open('/login'))).toContain('Forgot your password? This service sends no emails');
});

test('texts by result begin after the last one', async () => {
  const questions = [{ type: 'boolean' as const, prompt: 'Is it?', answer: true }];
  const { id } = await server.askwell.quizzes.create(account, { title: 'Quiz', status: 'draft', questions });
  for (const _ of [1, 2, 3]) await change(`/dashboard/asks/${id}/settings`, { do: 'add:bands' });
  const { bands } = await server.askwell.quizzes.get(account, id);
  expect(bands.map(({ min_percentage }) => min_percentage)).toEqual([0, 50, 75]);
});

test('adds fields with conditions, which are removed with the field that they refer to', async () => {
  const { location } = await owner.submit('/dashboard/asks/new', { blank: 'form' });
  const id = location?.split('/').at(-2) ?? '';
  const path = `/dashboard/asks/${id}/edit`;
  const added = await change(path, { do: 'add:fields:single_choice' });
  expect(added.location).toBe(`${path}?item=f2`);
  await change(`${path}?item=f2`, { 'fields.1.options.0.label': 'Good', do: 'add:fields:long_text' });
  await change(`${path}?item=f3`, {
    'fields.2.show_if.0.field': 'f2',
    'fields.2.show_if.0.operator': 'is',
    'fields.2.show_if.0.value': 'o1',
  });
  const fields = async () => (await server.askwell.forms.get(account, id)).fields;
  expect((await fields())[2]?.show_if).toEqual({ all: [{ field: 'f2', is: 'o1' }] });
  expect(wordsOf(await owner.open(path))).toContain('Shown if “Choose one” is “Good”.');
  await change(path, { do: 'remove:fields.1' });
  expect((await fields()).map((field) => [field.id, field.show_if])).toEqual([
    ['f1', null],
    ['f3', null],
  ]);
});

test('keeps invalid values, says what to correct, and does not publish the changes', async () => {
  const id = await createFrom('contact');
  const path = `/dashboard/asks/${id}/edit`;
  await change(path, { title: '' });
  const page = await owner.open(path);
  expect(wordsOf(page)).toContain('1 thing needs a change before this can be published: Title : Enter a title.');
  expect(page.text).toMatch(/>Title and description<span class="outline-fault"/);
  const refused = await change(path, { do: 'publish' });
  expect(refused.location).toBe(`${path}?unpublished=1`);
  expect((await owner.open(`${path}?unpublished=1`)).text).toMatch(/role="alert"[^>]*data-problems/);
  expect((await definitionOf(id)).status).toBe('draft');
});

test('a fault names the question, and leads to the control on its page', async () => {
  const questions = [
    { type: 'boolean' as const, prompt: 'Is it?', answer: true },
    { type: 'single' as const, prompt: 'Which port is for HTTPS?', options: toOptions('80', '443'), answer: 'o2' },
  ];
  const { id } = await server.askwell.quizzes.create(account, { title: 'Quiz', status: 'draft', questions });
  const path = `/dashboard/asks/${id}`;
  const bands = ['Low', 'High'].map((title) => ({ min_percentage: 0, title }));
  const [first, second] = questions;
  const definition = {
    title: 'Quiz',
    bands,
    questions: [first, { ...second, id: 'q2', answer: 'o9' }],
  };
  await change(`${path}/code`, { definition: JSON.stringify(definition) });
  const { text } = await owner.open(`${path}/edit`);
  const links = [...text.matchAll(/<li><a href="([^"]*)" dir="auto">([^<]*)<\/a>: ([^<]*)<\/li>/g)].map(
    ([, ...found]) => found,
  );
  expect(links).toEqual([
    [
      `${path}/edit?item=q2#m-questions-1-answer`,
      'Question 2, “Which port is for HTTPS?”, Correct answer',
      'Choose one of the options.',
    ],
    [
      `${path}/settings#m-bands-1-min_percentage`,
      'Text by result 2, From',
      'Another text begins at the same percentage.',
    ],
  ]);
  for (const link of links) {
    const [page = '', element = ''] = (link[0] ?? '').split('#');
    expect((await owner.open(page)).text).toContain(`id="${element}"`);
  }
  expect(text).toMatch(/class="problem" data-problems/);
});

test('names the texts with formulas that visitors see as TeX, and leads to them, before the answers are chosen', async () => {
  const { id } = await server.askwell.quizzes.create(account, {
    title: 'Halves',
    status: 'draft',
    languages: ['en', 'de'],
    questions: [{ id: 'half', type: 'single', prompt: 'Half of {1}?', options: ['$x^2$', '$\\sqrt{$'], answer: 'o1' }],
    translations: { de: { questions: { half: { options: { o2: { label: '$\\wurzel$' } } } } } },
  });
  const path = `/dashboard/asks/${id}/edit`;
  const because = 'as you typed it, because it has a mistake or a command that cannot be shown.';
  const option = `Question 1, “Half of {1}?”, Option 2 : Visitors see the formula “$\\sqrt{$” ${because}`;
  const first = await owner.open(path);
  expect(wordsOf(first)).toContain('2 things to check. You can publish this anyway:');
  expect(wordsOf(first)).toContain(option);
  expect(wordsOf(first)).toContain(
    `Translation, de, Question 1, “Half of {1}?”, Option 2 : Visitors see the formula “$\\wurzel$” ${because}`,
  );
  expect(first.text).toContain(`href="${path}?item=half#m-questions-0-options-1-label"`);
  const translate = `/dashboard/asks/${id}/translate?item=de#m-translations-de-questions-half-options-o2-label`;
  expect(first.text).toContain(`href="${translate}"`);
  expect((await owner.open(translate)).text).toContain('id="m-translations-de-questions-half-options-o2-label"');

  const { quizzes } = server.askwell;
  const { revision, definition } = await quizzes.workingCopy.get(account, id);
  const questions = [{ type: 'single', prompt: '$x^2^3$', options: toOptions('A', 'B') }];
  await quizzes.workingCopy.update(account, id, {
    revision,
    definition: { ...definition, questions, translations: {}, languages: [] },
  });
  const unanswered = wordsOf(await owner.open(path));
  expect(unanswered).toContain('1 thing needs a change before this can be published:');
  expect(unanswered).toContain(`Question 1, “$x^2^3$”, Question : Visitors see the formula “$x^2^3$” ${because}`);
});

test('refuses the changes of a second tab, and shows the differences', async () => {
  const id = await createFrom('contact');
  const path = `/dashboard/asks/${id}/edit`;
  const [mine, other] = [await openEditor(owner, path), await openEditor(owner, path)];
  await owner.submit(path, filledIn(other.fields, { title: 'Theirs' }));
  const refused = await owner.submit(path, filledIn(mine.fields, { title: 'Mine <i>' }));
  expect(refused.status).toBe(412);
  expect(wordsOf(refused)).toMatch(/Your changes were not saved\..*title Yours Mine <i> Saved Theirs/);
  expect((await definitionOf(id)).title).toBe('Theirs');
  const fields = [...refused.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name = '', value = '']) =>
      [name, value.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>')] as const,
  );
  expect((await owner.submit(`/dashboard/asks/${id}/code`, [...fields, ['do', 'save']])).status).toBe(303);
  expect((await definitionOf(id)).title).toBe('Mine <i>');
});

test('without scripts, the changes of two tabs are put together, and only what both changed is asked', async () => {
  const fields = ['Name', 'City', 'Job'].map((label, at) => ({ id: `f${at}`, type: 'short_text' as const, label }));
  const { id } = await server.askwell.forms.create(account, { title: 'Contact', status: 'draft', fields });
  const path = `/dashboard/asks/${id}/edit`;
  const stored = async () => {
    const { title, description, fields: kept } = await server.askwell.forms.get(account, id);
    return [title, description, ...kept.map(({ label }) => label)];
  };
  const open = async (query = '') => plainFields(await owner.open(path + query), path);
  const send = (form: Awaited<ReturnType<typeof open>>, values: Record<string, string>) =>
    owner.submit(path, filledIn(form, values));

  let [mine, other] = [await open('?item=f1'), await open()];
  await send(other, { description: 'Theirs', do: 'remove:fields.0' });
  const merged = await send(mine, { 'fields.1.label': 'Town', do: 'publish' });
  expect([merged.status, merged.location]).toEqual([303, `${path}?item=f1&notice=changes-merged`]);
  expect(await stored()).toEqual(['Contact', 'Theirs', 'Town', 'Job']);
  expect((await server.askwell.forms.get(account, id)).status).toBe('draft');
  expect(wordsOf(await owner.open(merged.location ?? ''))).toContain('Saved, together with changes of another tab');

  for (const [choice, title] of [
    ['mine', 'Mine <i>'],
    ['stored', 'Theirs'],
  ] as const) {
    [mine, other] = [await open(), await open()];
    await send(other, { title: 'Theirs' });
    const asked = await send(mine, { title: 'Mine <i>', description: `Kept with ${choice}` });
    expect(asked.status).toBe(412);
    expect(wordsOf(asked)).toMatch(/Title Yours Mine <i> Saved by the other Theirs Keep the chosen version/);
    expect(wordsOf(asked)).not.toContain('Description Yours');
    const chosen = await send(plainFields(asked, path), { 'choice.0': choice });
    expect(chosen.location).toBe(`${path}?notice=changes-merged`);
    expect(await stored()).toEqual([title, `Kept with ${choice}`, 'Town', 'Job']);
    await send(await open(), { title: 'Contact' });
  }

  // A third change in between is asked again, and the input stays.
  [mine, other] = [await open(), await open()];
  await send(other, { title: 'Second' });
  const asked = plainFields(await send(mine, { title: 'First' }), path);
  await send(await open(), { title: 'Third' });
  const again = await send(asked, {});
  expect([again.status, wordsOf(again)]).toEqual([412, expect.stringMatching(/Yours First Saved by the other Third/)]);

  // The other tab has removed the item that was edited.
  [mine, other] = [await open('?item=f2'), await open()];
  await send(other, { do: 'remove:fields.1' });
  const removed = await send(mine, { 'fields.1.label': 'Work' });
  expect(wordsOf(removed)).toMatch(/Work Yours Work Saved by the other Removed/);
  expect((await send(plainFields(removed, path), { 'choice.0': 'stored' })).location).toBe(
    `${path}?notice=changes-merged`,
  );
  expect(await stored()).toEqual(['Third', 'Kept with stored', 'Town']);
});

test('any text as the definition that a form was filled in for is handled, and a stale form never gets a 500', async () => {
  const { id } = await server.askwell.forms.create(account, {
    title: 'Contact',
    status: 'draft',
    fields: [{ id: 'f1', type: 'short_text', label: 'Name' }],
  });
  const tabs = ['edit', 'logic', 'translate', 'settings', 'design'];
  const pages = await Promise.all(
    tabs.map(async (tab) => (await openEditor(owner, `/dashboard/asks/${id}/${tab}`)).fields),
  );
  const send = async (tab: number, base: string) => {
    const form = filledIn(pages[tab] ?? [], { revision: 'stale', base, item: 'f1' });
    return (await owner.submit(`/dashboard/asks/${id}/${tabs[tab]}`, form)).status;
  };
  const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`;
  for (const at of tabs.keys()) {
    expect([await send(at, nested(33)), await send(at, nested(9_000)), await send(at, '[]')], tabs[at]).toEqual([
      422, 422, 422,
    ]);
  }
  const member = fc.constantFrom(
    'title',
    'fields',
    'pages',
    'rules',
    'translations',
    'design',
    'endings',
    'after',
    'x',
  );
  const item = fc.record({ id: fc.constantFrom<unknown>('f1', 'f2', null, 7), label: fc.jsonValue() });
  const base = fc.dictionary(member, fc.oneof(fc.jsonValue(), fc.array(fc.oneof(item, fc.jsonValue()))));
  await fc.assert(
    fc.asyncProperty(fc.nat(tabs.length - 1), base, async (tab, value) => {
      expect(await send(tab, JSON.stringify(value))).toBeLessThan(500);
    }),
    { numRuns: 60 },
  );
});

test('takes times in UTC without scripts, and keeps the seconds of unchanged times', async () => {
  const id = await createFrom('yes-no');
  const closes_at = '2030-06-30T20:00:30.250000Z';
  await server.askwell.polls.update(account, id, { closes_at });
  const path = `/dashboard/asks/${id}/settings`;
  expect(wordsOf(await owner.open(path))).toMatch(/Closes at .*Time zone: UTC\./);
  await change(path, { opens_at: '2030-06-01T08:00' });
  const { opens_at, closes_at: kept } = await server.askwell.polls.get(account, id);
  expect([opens_at, kept]).toEqual(['2030-06-01T08:00:00.000000Z', closes_at]);
});

test('takes a time limit in minutes and the language by its name, and keeps what its controls do not show', async () => {
  const questions = [{ type: 'boolean' as const, prompt: 'Is it?', answer: true }];
  const { id } = await server.askwell.quizzes.create(account, {
    title: 'Quiz',
    status: 'draft',
    questions,
    time_limit_seconds: 100,
    locale: 'gsw',
  });
  const path = `/dashboard/asks/${id}/settings`;
  const quiz = () => server.askwell.quizzes.get(account, id);
  await change(path, { pass_percentage: '60' });
  expect(await quiz()).toMatchObject({ time_limit_seconds: 100, locale: 'gsw', pass_percentage: 60 });
  await change(path, { time_limit_seconds: '1,5', locale: 'de' });
  expect(await quiz()).toMatchObject({ time_limit_seconds: 90, locale: 'de' });
  const { text } = await owner.open(path);
  expect(text).toMatch(/name="time_limit_seconds"[^>]*value="1.5"[^>]*><span class="unit"[^>]*>minutes</);
  expect(text).toMatch(/<option value="de" selected>Deutsch \(German\)</);
  await change(path, { time_limit_seconds: '', locale: '' });
  expect(await quiz()).toMatchObject({ time_limit_seconds: null, locale: null });
});

test('saves a definition for scripts, and returns what is saved', async () => {
  const id = await createFrom('yes-no');
  const draft = { title: 'By a script', options: [{ id: 'o1', label: 'One' }, 'Two'] };
  const saved = await sendDraft(owner, id, 'v1', draft);
  expect(JSON.parse(saved.text)).toMatchObject({
    definition: { title: 'By a script', options: [{ id: 'o1' }, { label: 'Two' }] },
    revision: 'v2',
    isChanged: false,
    issues: [],
    embedded: { poll: { id, title: 'By a script', status: 'draft' }, results: null },
  });
  const stale = await sendDraft(owner, id, 'v1', { ...draft, title: 'Late' });
  expect([stale.status, JSON.parse(stale.text)]).toMatchObject([
    412,
    { definition: { title: 'By a script' }, revision: 'v2' },
  ]);
  const faulty = JSON.parse((await sendDraft(owner, id, 'v2', { title: '', options: ['One'] })).text);
  expect([faulty.isChanged, faulty.issues.map(({ path }: { path: string }) => path)]).toEqual([
    true,
    ['title', 'options'],
  ]);
});

test('shows neither pages nor changes of an ask to other owners', async () => {
  const id = await createFrom('yes-no');
  const { fields } = await openEditor(owner, `/dashboard/asks/${id}/edit`);
  const other = await createOwner(server.services);
  const elsewhere = createFormBrowser(server, { 'sec-fetch-site': 'cross-site' });
  for (const [name, value] of owner.cookies) elsewhere.cookies.set(name, value);
  const stranger = createFormBrowser(server, { 'sec-fetch-site': 'same-origin' });
  const intruder = createFormBrowser(server, { 'sec-fetch-site': 'same-origin' });
  await intruder.submit('/login', { email: other.email, password: other.password });
  for (const tab of ['edit', 'design', 'settings', 'code', 'results']) {
    const path = `/dashboard/asks/${id}/${tab}`;
    expect([tab, (await stranger.open(path)).location]).toEqual([tab, `/login?next=${encodeURIComponent(path)}`]);
    expect([tab, (await intruder.open(path)).status]).toEqual([tab, 404]);
    if (tab === 'results') continue;
    expect((await sendDraft(stranger, id, 'v1', {})).location).toBe('/login');
    expect((await sendDraft(intruder, id, 'v1', {})).status).toBe(404);
    expect((await sendDraft(elsewhere, id, 'v1', {})).status).toBe(403);
    const values = filledIn(fields, { title: 'Taken', definition: '{"title":"Taken"}' });
    expect([tab, (await stranger.submit(path, values)).location]).toEqual([tab, '/login']);
    expect([tab, (await intruder.submit(path, values)).status]).toEqual([tab, 404]);
    expect([tab, (await elsewhere.submit(path, values)).status]).toEqual([tab, 403]);
  }
  expect((await definitionOf(id)).title).not.toBe('Taken');
});

test('saves a definition as JSON, and refuses text that is not JSON', async () => {
  const id = await createFrom('yes-no');
  const path = `/dashboard/asks/${id}/code`;
  const { fields } = await openEditor(owner, path);
  for (const definition of ['[1]', '{', 'null', '['.repeat(40)]) {
    const refused = await owner.submit(path, filledIn(fields, { definition }));
    expect([definition, refused.status]).toEqual([definition, 422]);
    expect(wordsOf(refused)).toContain('Must be a JSON object.');
  }
  const unclosed = await owner.submit(path, filledIn(fields, { definition: '{\n  "title": "A"' }));
  expect(wordsOf(unclosed)).toContain('Line 2, column 15 is not valid JSON.');
  const draft = { title: 'From JSON', options: ['One', 'Two'], __proto__: { polluted: true } };
  expect((await owner.submit(path, filledIn(fields, { definition: JSON.stringify(draft) }))).status).toBe(303);
  expect(await definitionOf(id)).toMatchObject({ title: 'From JSON', options: [{ label: 'One' }, { label: 'Two' }] });
});

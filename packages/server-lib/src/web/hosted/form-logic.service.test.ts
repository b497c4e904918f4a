import { describe, expect, test } from 'vitest';
import { type Page, wordsOf } from '../../../test/support/browser/form-browser.js';
import { formIn, policyOf, type Visitor } from '../../../test/support/browser/hosted-page-client.js';
import { useHostedPageServer } from '../../../test/support/browser/hosted-page-server.js';
import { collect } from '../../../test/support/collect.js';
import type { FormDraft } from '../../shared/contract/resources.js';

const services = useHostedPageServer();

/** A form of three pages with a jump over the second, and two endings. */
const order: Partial<FormDraft> = {
  description: 'It takes a minute.',
  welcome: { title: 'Order a drink', text: 'Three questions.', button: 'Begin' },
  variables: [
    {
      id: 'price',
      type: 'number',
      value: 0,
      rules: [{ set: { score: 'drink' } }, { multiply: { field: 'cups' } }],
    },
  ],
  fields: [
    { type: 'page', id: 'p1', label: 'You', next: [{ when: { field: 'age', less: 18 }, to: 'young' }] },
    { id: 'name', type: 'short_text', label: 'Name' },
    { id: 'age', type: 'number', label: 'Age', required: true },
    {
      type: 'page',
      id: 'p2',
      label: 'Hello {{name|there}}',
      next: [{ when: { field: 'drink', is: 'water' }, to: 'p4' }],
    },
    {
      id: 'drink',
      type: 'single_choice',
      label: 'What would you like, {{name|friend}}?',
      required: true,
      options: [
        { id: 'water', label: 'Water', score: 0 },
        { id: 'tea', label: 'Tea', score: 2.5 },
        { id: 'wine', label: 'Wine', score: 5, show_if: { field: 'age', at_least: 21 } },
      ],
    },
    { id: 'cups', type: 'number', label: 'Cups', require_if: { field: 'drink', is_not: 'water' } },
    { type: 'page', id: 'p3', label: 'Your {{drink}}' },
    { id: 'milk', type: 'consent', label: 'Milk' },
    { type: 'page', id: 'p4', label: 'Last' },
    { id: 'note', type: 'short_text', label: 'Note', help: 'It costs {{price}}.' },
  ],
  endings: [
    { id: 'young', when: { field: 'age', less: 0 }, title: 'Sorry, {{name|friend}}', outcome: 'disqualified' },
    {
      id: 'done',
      title: 'Enjoy your {{drink}}',
      text: 'It costs {{price}}.',
      button: { label: 'Pay', url: 'https://example.com/pay' },
    },
  ],
};

/** Returns the text of a page without the isolates around values. */
const words = (page: Page) => wordsOf(page).replace(/[\u2068\u2069]/g, '');

async function open(draft: Partial<FormDraft> = order) {
  const id = await services.hosted.form(draft);
  const visitor = services.hosted.visitor();
  return { id, visitor, page: await visitor.open(`/p/${id}`) };
}

type Values = Readonly<Record<string, string | readonly string[]>>;

function filled(page: Page, values: Values): [name: string, value: string][] {
  const entered = Object.entries(values).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, one]),
  );
  return [...formIn(page).hidden.filter(([name]) => !(name in values)), ...entered];
}

/** Fills in a page and presses its button. Returns the page after it, or the reply to the answer. */
async function next(visitor: Visitor, page: Page, values: Values = {}): Promise<Page> {
  const fields = filled(page, values);
  const sent = await visitor.submit(formIn(page).action.replaceAll('&amp;', '&'), fields);
  if (sent.status !== 307) return sent;
  const stored = await visitor.submit(sent.location ?? '', fields);
  return stored.location?.startsWith('/') ? visitor.open(stored.location) : stored;
}

/** Presses the button to go back. */
function back(visitor: Visitor, page: Page, values: Values = {}): Promise<Page> {
  const [, path = ''] = /formaction="([^"]*)"/.exec(page.text) ?? [];
  return visitor.submit(path.replaceAll('&amp;', '&'), filled(page, values));
}

const answersTo = (id: string) => collect(services.server.askwell.forms.answers.list(services.hosted.account, id));

describe('a form with logic, without scripts', () => {
  test('leads from the welcome through its pages to an ending', async () => {
    const { id, visitor, page: welcome } = await open();
    expect(words(welcome)).toContain('It takes a minute. Order a drink Three questions. Begin');
    expect(welcome.text).not.toMatch(/name="name"|class="progress"|formaction/);
    const you = await next(visitor, welcome);
    expect(words(you)).toContain('1 of 5 You Name');
    expect(words(you)).not.toContain('It takes a minute.');
    const drink = await next(visitor, you, { name: '<b>Ada</b>', age: '30' });
    expect(words(drink)).toContain('2 of 5');
    expect(drink.text).toContain('Hello \u2068&lt;b&gt;Ada&lt;/b&gt;\u2069');
    expect(words(drink)).toContain('Water Tea Wine');
    const cups = await next(visitor, drink, { drink: 'tea' });
    expect(words(cups)).toContain('3 of 5 Cups required');
    expect(words(await next(visitor, cups))).toContain('Cups – An answer is required.');
    const milk = await next(visitor, cups, { cups: '2' });
    expect(words(milk)).toContain('4 of 5 Your Tea');
    const last = await next(visitor, milk, { milk: 'true' });
    expect(words(last)).toContain('It costs 5.');
    expect(last.text).toContain('>Send<');
    const ending = await next(visitor, last, { note: 'Hot' });
    expect(words(ending)).toContain('Enjoy your Tea It costs 5. Pay');
    expect(ending.text).toContain('<h2 dir="auto">Enjoy your');
    expect(ending.text).toContain('href="https://example.com/pay"');
    expect(await answersTo(id)).toMatchObject([
      {
        answers: { name: '<b>Ada</b>', age: 30, drink: 'tea', cups: 2, milk: true, note: 'Hot' },
        variables: { price: 5 },
        ending: 'done',
        outcome: 'completed',
      },
    ]);
  });

  test('computes everything behind an answer again when the visitor goes back and changes it', async () => {
    const { id, visitor, page } = await open();
    const drink = await next(visitor, await next(visitor, page), { age: '30' });
    const cups = await next(visitor, drink, { drink: 'wine' });
    const milk = await next(visitor, cups, { cups: '3' });
    expect(words(milk)).toContain('Your Wine');
    const again = await back(visitor, await back(visitor, await back(visitor, milk)), {});
    expect(again.text).toContain('value="30"');
    // Wine is not offered any more, and its answer no longer counts.
    const young = await next(visitor, again, { age: '19' });
    expect(words(young)).toContain('Hello there');
    expect(words(young)).not.toContain('Wine');
    expect(young.text).not.toContain('checked');
    const water = await next(visitor, young, { drink: 'water' });
    expect(words(water)).toContain('3 of 4 Cups');
    expect(words(water)).not.toContain('required');
    // The jump skips the page about the drink.
    const last = await next(visitor, water, { cups: '' });
    expect(words(last)).toContain('4 of 4 Last');
    expect(words(await next(visitor, last))).toContain('Enjoy your Water It costs 0. Pay');
    expect(await answersTo(id)).toMatchObject([{ answers: { age: 19, drink: 'water' }, variables: { price: 0 } }]);
  });

  test('sends the form at once when an answer leads to an ending', async () => {
    const { id, visitor, page } = await open();
    const ending = await next(visitor, await next(visitor, page), { age: '17', name: '' });
    expect(words(ending)).toContain('Sorry, friend');
    expect(await answersTo(id)).toMatchObject([{ answers: { age: 17 }, ending: 'young', outcome: 'disqualified' }]);
  });

  test.each(['*a* _b_', '[x](https://evil.example)', '`code`'])(
    'shows the value %j as text, among texts with marks',
    async (value) => {
      const template = '**Dear** {{name}}';
      const { visitor, page } = await open({
        fields: [
          { id: 'name', type: 'short_text', label: 'Name' },
          { type: 'page', label: template, help: template },
          { id: 'one', type: 'single_choice', label: template, help: template, options: [template] },
          { id: 'list', type: 'dropdown', label: 'List', options: [template] },
          { id: 'rank', type: 'ranking', label: 'Rank', options: [template, 'Other'] },
          { id: 'how', type: 'matrix', label: 'How', options: [template], rows: [template] },
          { id: 'ok', type: 'consent', label: template },
        ],
        endings: [{ title: template, text: template }],
      });
      const shown = await next(visitor, page, { name: value });
      const marked = `<strong>Dear</strong> \u2068${value}\u2069`;
      const plain = `**Dear** \u2068${value}\u2069`;
      // The help of the page and of the question, the option, its place in the ranking, the column, its cell, the row and the consent.
      expect(shown.text.split(marked)).toHaveLength(9);
      expect(shown.text).toContain(`>Dear \u2068${value}\u2069</option>`);
      expect(shown.text.split(plain)).toHaveLength(3);
      const ending = await next(visitor, shown);
      expect(ending.text).toContain(plain);
      expect(ending.text.replaceAll('\u2060', '')).toContain(marked);
      expect(ending.text + shown.text).not.toContain('href="https://evil.example');
    },
  );

  test('goes on to the URL of an ending', async () => {
    const endings = [{ title: 'Gone', text: 'Not shown', url: 'http://example.com/next' }];
    const { visitor, page } = await open({ fields: [{ id: 'a', type: 'short_text', label: 'A' }], endings });
    expect(policyOf(page)).toContain("form-action 'self' https: http:");
    expect(await visitor.fill(page, { a: 'x' })).toMatchObject({ status: 303, location: 'http://example.com/next' });
  });

  test('shows the rows of a matrix that apply, after the answer that they depend on', async () => {
    const { visitor, page } = await open({
      fields: [
        { id: 'some', type: 'multiple_choice', label: 'Which?', options: ['Room', 'Food'] },
        {
          id: 'how',
          type: 'matrix',
          label: 'How was it?',
          required: true,
          options: ['Bad', 'Good'],
          rows: [
            { label: 'The room', show_if: { field: 'some', contains: 'o1' } },
            { label: 'The food', show_if: { field: 'some', contains: 'o2' } },
          ],
        },
      ],
    });
    expect(words(page)).toContain('Which?');
    expect(words(page)).not.toContain('How was it?');
    const how = await next(visitor, page, { some: ['o2'] });
    expect(words(how)).toContain('The food');
    expect(words(how)).not.toContain('The room');
    expect(words(await next(visitor, how, { 'how.r2': 'o1' }))).toContain('Your answer has been received');
  });

  test('asks for no more choices than the options that apply', async () => {
    const { visitor, page } = await open({
      fields: [
        { id: 'diet', type: 'single_choice', label: 'Diet?', options: ['Vegan', 'None'] },
        {
          id: 'some',
          type: 'multiple_choice',
          label: 'Which?',
          min_choices: 3,
          options: [
            'Bread',
            'Soup',
            { label: 'Fish', show_if: { field: 'diet', is: 'o2' } },
            { label: 'Meat', show_if: { field: 'diet', is: 'o2' } },
          ],
        },
      ],
    });
    const all = await next(visitor, page, { diet: 'o2' });
    expect(words(all)).toContain('Choose at least 3.');
    const vegan = await next(visitor, page, { diet: 'o1' });
    expect(words(vegan)).toContain('Choose at least 2.');
    expect(words(await next(visitor, vegan, { some: ['o1', 'o2'] }))).toContain('Your answer has been received');
  });

  test('has the welcome in front of a form without other logic, in the language of the form', async () => {
    const { visitor, page } = await open({
      locale: 'ar',
      welcome: { title: 'مرحبا' },
      fields: [{ id: 'a', type: 'short_text', label: 'الاسم' }],
    });
    expect(page.text).toContain('<html lang="ar" dir="rtl">');
    expect(words(page)).toContain('مرحبا التالي');
    const only = await next(visitor, page);
    expect(words(only)).not.toContain('1');
    expect(only.text).toContain('formaction');
    expect(words(await back(visitor, only, { a: 'x' }))).toContain('مرحبا');
  });

  test('is on one page if its texts only name what does not exist', async () => {
    const { page } = await open({ fields: [{ id: 'a', type: 'short_text', label: 'Use {{b}}' }] });
    expect(words(page)).toContain('Use {{b}}');
    expect(page.text).not.toContain('/step?');
  });

  test('is on one page if it has conditions of fields only', async () => {
    const { page } = await open({
      fields: [
        { id: 'a', type: 'consent', label: 'A' },
        { id: 'b', type: 'short_text', label: 'B', show_if: { all: [{ field: 'a', is: true }] } },
      ],
    });
    expect(words(page)).toContain('Only if “A” is checked.');
    expect(page.text).not.toContain('/step?');
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { filledIn, openEditor } from '../../../test/support/browser/editor-client.js';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { FieldAnswers, FormDraft } from '../../shared/contract/resources.js';

let server: TestServer;
let owner: Owner;
let browser: FormBrowser;
let path: string;
let id: string;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  browser = createFormBrowser(server, { 'sec-fetch-site': 'same-origin' });
  await browser.submit('/login', { email: owner.email, password: owner.password });
});
afterAll(() => server.close());

const account = () => owner.session.account;
const fields: FormDraft['fields'] = [
  { id: 'name', type: 'short_text', label: 'Name <b>' },
  {
    id: 'going',
    type: 'single_choice',
    label: 'Attending',
    options: [
      { id: 'o1', label: 'Yes' },
      { id: 'o2', label: 'No' },
    ],
  },
  { id: 'guests', type: 'number', label: 'Guests', show_if: { all: [{ field: 'going', is: 'o1' }] } },
  { id: 'more', type: 'page', label: 'More' },
  {
    id: 'names',
    type: 'long_text',
    label: 'Names of your guests',
    show_if: {
      all: [
        { field: 'going', is: 'o1' },
        { field: 'guests', greater: 2 },
      ],
    },
  },
];
beforeEach(async () => {
  const form = await server.askwell.forms.create(account(), { title: 'Party', status: 'draft', fields });
  id = form.id;
  path = `/dashboard/asks/${id}/logic`;
});

/** Sends the form of a page with other values. */
async function change(at: string, values: Readonly<Record<string, string>>) {
  const { fields: shown } = await openEditor(browser, at);
  return browser.submit(path, filledIn(shown, values));
}

const words = async (query = '') => wordsOf(await browser.open(path + query));
const stored = async () => (await server.askwell.forms.get(account(), id)).fields;
const ruleOf = async (field: string) => (await stored()).find((candidate) => candidate.id === field)?.show_if;
const rowOf = (text: string, field: string) =>
  new RegExp(`<li class="flow-field[^>]*id="field-${field}">(.*?)</li>`, 's').exec(text)?.[1] ?? '';

test('shows each field in order with its condition and the fields that depend on it', async () => {
  const shown = await words();
  expect(shown).toMatch(
    /2 of 4 fields show only after certain answers\..* Page 1 .* Name <b> Short text Attending Single choice Add condition to Attending Decides whether “ Guests ” and “ Names of your guests ” are shown\. Guests Number .*Change the condition of Guests Decides whether “ Names of your guests ” is shown\. Shown if “Attending” is “Yes” \..* More Page 2 .* Names of your guests Long text .*Shown if “Attending” is “Yes” and “Guests” is greater than 2\./,
  );
  expect(shown).toContain('Remove the condition of Guests');
  // The field that is edited has its conditions in place of the sentence.
  const open = await words('?item=guests');
  expect(open).toContain('Always show this field : Guests');
  expect(open).not.toContain('Remove the condition of Guests');
  expect([shown, open].map((text) => text.split('Shown if').length - 1)).toEqual([2, 1]);
  // A field without conditions is one line.
  const { text } = await browser.open(path);
  const isLine = (field: string) => text.includes(`<li class="flow-field quiet" id="field-${field}">`);
  expect(['name', 'going', 'guests', 'names'].filter(isLine)).toEqual(['name', 'going']);
  expect(text).not.toContain('Always shown');
  // No field is before the first one, and only the edited condition has controls.
  expect(shown).not.toContain('Add condition to Name <b>');
  expect(shown).not.toContain('Choose a field');
});

test('names the fields to which placeholders refer, and keeps the placeholders in inputs', async () => {
  const form = await server.askwell.forms.create(account(), {
    title: 'Greeting',
    status: 'draft',
    fields: [
      { id: 'guest', type: 'short_text', label: 'Your *name*' },
      {
        id: 'going',
        type: 'single_choice',
        label: 'Will you come, {{guest|friend}}?',
        options: [
          { id: 'o1', label: '{{guest}} comes' },
          { id: 'o2', label: 'No' },
        ],
      },
      { id: 'more', type: 'page', label: 'More about {{guest}}' },
      { id: 'why', type: 'long_text', label: 'Why?', show_if: { field: 'going', is: 'o1' } },
    ],
    endings: [{ id: 'bye', title: 'See you, {{guest|friend}}!', when: { field: 'going', is: 'o1' } }],
  });
  const pages = ['logic?item=endings.0', 'logic?item=why', 'logic?try=1', 'edit'];
  const texts = await Promise.all(
    pages.map(async (page) => {
      const { text } = await browser.open(`/dashboard/asks/${form.id}/${page}`);
      // Inputs, the preview and the data of the script keep the placeholders.
      return text.replaceAll(/value="[^"]*"|<(textarea|script|iframe)[^>]*>.*?<\/\1>|srcdoc="[^"]*"/gs, '');
    }),
  );
  for (const [at, text] of texts.entries())
    expect([pages[at], /.{0,80}\{\{guest.{0,20}/.exec(text)?.[0]]).toEqual([pages[at], undefined]);
  const [logic = '', condition = ''] = texts;
  const sentences = logic.replaceAll(/<\/?b>/g, '');
  expect(sentences).toContain('Shown if “Will you come, ‹Your name›?” is “‹Your name› comes”.');
  expect(sentences).toContain('See you, ‹Your name›! if “Will you come, ‹Your name›?” is “‹Your name› comes”');
  expect(condition).toMatch(/<option[^>]*>‹Your name› comes<\/option>/);
  const { text } = await browser.open(`/dashboard/asks/${form.id}/edit?item=going`);
  const inputs = [...text.matchAll(/<(?:input|textarea)[^>]*name="fields\.1\.[^>]*>[^<]*/g)].join();
  expect(inputs).toContain('Will you come, {{guest|friend}}?');
  expect(inputs).toContain('{{guest}} comes');
  const buttons = [...text.matchAll(/<span class="unseen">([^<]*)/g)].map(([, hidden]) => hidden);
  expect(buttons.filter((hidden) => hidden?.includes('{{'))).toEqual([]);
  for (const hidden of [
    'Move down Will you come, ‹Your name›?',
    'Actions for Will you come, ‹Your name›?',
    'Add below Will you come, ‹Your name›?',
    'Move down ‹Your name› comes',
    'Remove ‹Your name› comes',
    'More about ‹Your name› comes',
  ])
    expect(buttons).toContain(hidden);
});

test('changes, adds and removes only conditions, in place', async () => {
  const before = await stored();
  const saved = await change(`${path}?item=names`, { 'fields.4.show_if.1.value': '4', do: 'save' });
  expect([saved.status, saved.location]).toEqual([303, `${path}?item=names`]);
  expect(await ruleOf('names')).toEqual({ all: [expect.anything(), { field: 'guests', greater: 4 }] });
  await change(`${path}?item=names`, { 'fields.4.show_if.removed': '0', 'fields.4.show_if.match': 'any' });
  expect(await ruleOf('names')).toEqual({ any: [{ field: 'guests', greater: 4 }] });
  // How conditions are combined is asked from the second condition on, and kept until then.
  await change(`${path}?item=names`, { do: 'save' });
  expect(await ruleOf('names')).toEqual({ any: [{ field: 'guests', greater: 4 }] });
  expect((await browser.open(`${path}?item=names`)).text).not.toContain('any of these is true');
  expect(wordsOf(await browser.open(`${path}?item=more`))).toContain('Without conditions, the field always shows.');
  await change(`${path}?item=more`, {
    'fields.3.show_if.0.field': 'going',
    'fields.3.show_if.0.operator': 'is_not',
    'fields.3.show_if.0.value': 'o2',
  });
  expect(await ruleOf('more')).toEqual({ all: [{ field: 'going', is_not: 'o2' }] });
  for (const at of [3, 4]) await change(path, { do: `remove:fields.${at}.show_if` });
  const after = await stored();
  expect(after).toEqual(before.map((field) => (field.id === 'names' ? { ...field, show_if: null } : field)));
});

test('offers the operators and values of the chosen field, and marks nothing before a value was chosen', async () => {
  const at = 'fields.3.show_if.0';
  const open = async () => (await browser.open(`${path}?item=more`)).text;
  const optionsOf = (text: string, name: string) =>
    [
      ...(new RegExp(`<select [^>]*name="${name}"[^>]*>(.*?)</select>`).exec(text)?.[1] ?? '').matchAll(/>([^<]+)</g),
    ].map(([, option]) => option);
  // Without a field, there is nothing to compare.
  expect((await open()).includes(`name="${at}.operator"`)).toBe(false);
  await change(`${path}?item=more`, { [`${at}.field`]: 'going' });
  const chosen = await open();
  expect(optionsOf(chosen, `${at}.operator`)).toEqual(['is', 'is not', 'is one of', 'is answered', 'is not answered']);
  expect(optionsOf(chosen, `${at}.value`)).toEqual(['Choose …', 'Yes', 'No']);
  expect(chosen.includes('class="fault"')).toBe(false);
  expect(wordsOf(await browser.open(path))).toContain('Field 4, “More”, Show this field if : Choose or enter a value.');
  // A value of another field is not kept.
  await change(`${path}?item=more`, { [`${at}.value`]: 'o1' });
  await change(`${path}?item=more`, { [`${at}.field`]: 'guests' });
  const other = await open();
  expect(optionsOf(other, `${at}.operator`)).toContain('is greater than');
  expect(other).toMatch(new RegExp(`inputmode="decimal"[^>]*name="${at}.value"[^>]*value=""`));
  await change(`${path}?item=more`, { [`${at}.operator`]: 'greater', [`${at}.value`]: '2,5' });
  expect(await ruleOf('more')).toEqual({ all: [{ field: 'guests', greater: 2.5 }] });
});

test('says which conditions can never be true, and which refer to missing fields or options', async () => {
  const definition = {
    title: 'Party',
    fields: [
      fields[1],
      {
        ...fields[0],
        show_if: {
          all: [
            { field: 'going', is: 'o1' },
            { field: 'going', is: 'o2' },
          ],
        },
      },
      { ...fields[2], show_if: { all: [{ field: 'going', is: 'o9' }] } },
      {
        ...fields[4],
        show_if: {
          all: [
            { field: 'later', answered: true },
            { field: 'gone', is: 'x' },
          ],
        },
      },
      { id: 'later', type: 'consent', label: 'Agree', show_if: { all: [{ field: 'name', answered: true }] } },
    ],
  };
  const { fields: code } = await openEditor(browser, `/dashboard/asks/${id}/code`);
  await browser.submit(`/dashboard/asks/${id}/code`, filledIn(code, { definition: JSON.stringify(definition) }));
  const { text } = await browser.open(`${path}?item=names`);
  const said = (field: string) =>
    wordsOf({ text: rowOf(text, field), status: 200, location: null, headers: new Headers() });
  expect(said('guests')).toContain('“Attending” has no option “o9” any more. Its options are “Yes”, “No”.');
  expect(said('names')).toContain('“Agree” comes later in the form');
  expect(said('names')).toContain('A condition refers to a field that was removed.');
  expect(said('going')).not.toContain('never');
  // A condition that is not valid stays until the owner changes it.
  await change(`${path}?item=names`, { do: 'save' });
  expect(await words()).toContain('“Agree” comes later in the form');
});

test('lists what the logic probably does not mean, next to what it is about, and publishes it anyway', async () => {
  const [name, going, guests, more] = fields;
  const definition = {
    title: 'Party',
    fields: [
      { id: 'start', type: 'page', next: [{ to: 'done' }] },
      { ...name, label: 'Name of {{nobody}}' },
      going,
      {
        ...guests,
        required: true,
        show_if: {
          all: [
            { field: 'going', is: 'o1' },
            { field: 'going', is: 'o2' },
          ],
        },
      },
      more,
    ],
    variables: [{ id: 'price', type: 'number' }],
    endings: [
      { id: 'done', title: 'Thanks' },
      { id: 'late', title: 'Too late', when: { field: 'guests', greater: 3 } },
    ],
  };
  const code = `/dashboard/asks/${id}/code`;
  const { fields: typed } = await openEditor(browser, code);
  await browser.submit(code, filledIn(typed, { definition: JSON.stringify(definition) }));
  const shown = await browser.open(path);
  const said = wordsOf(shown);
  expect(said).toContain('7 things to check. You can publish this anyway:');
  for (const warning of [
    'Field 4, “Guests”, Show this field if : No answers fulfil this condition.',
    'Field 4, “Guests”, An answer is required : Has no effect, because visitors never see the field.',
    'Field 5, “More” : No answers lead to this page.',
    'Ending 2, Visitors read it if (“Too late”) : No answers fulfil this condition.',
    'Ending 2 (“Too late”) : No answers lead to this ending.',
    'Field 2, “Name of {{nobody}}”, Label : No field or variable is called “nobody”, so visitors see the name and the braces.',
    'Variable 1 (“price”) : No condition, rule or text uses it. It is only saved with the answers.',
  ])
    expect(said).toContain(warning);
  expect(shown.text).toContain(`href="${path}?item=endings.1#m-endings-1"`);
  expect(shown.text).toContain(`href="/dashboard/asks/${id}/edit?item=name#m-fields-1-label"`);

  const box = /<div class="map-box unreachable">.*?<\/div>/gs;
  const boxes = shown.text.match(box)?.map((text) => text.replaceAll(/<[^>]*>/g, ' '));
  expect(boxes).toEqual([expect.stringContaining('Page 2, “More”'), expect.stringContaining('Too late')]);
  const row = rowOf(shown.text, 'guests');
  expect(row).toContain('No answers can make this true, so the field never shows.');
  expect(row).toContain('class="fault mild"');

  await change(path, { do: 'publish' });
  expect(await server.askwell.forms.get(account(), id)).toMatchObject({ status: 'open', variables: [{ id: 'price' }] });
});

test('shows how many answers took each path through the pages and endings', async () => {
  const visit = await server.askwell.forms.create(account(), {
    title: 'Visit',
    fields: [
      { id: 'came', type: 'dropdown', label: 'Did you come?', options: ['Yes', 'No', 'Late'] },
      {
        id: 'stay',
        type: 'page',
        label: 'Your stay',
        show_if: { all: [{ field: 'came', is_not: 'o2' }] },
        next: [
          { when: { field: 'liked', is: 'All' }, to: 'submit' },
          { when: { field: 'liked', is: 'Work' }, to: 'staff' },
          { when: { field: 'liked', is: 'Nothing' }, to: 'submit' },
        ],
      },
      {
        id: 'liked',
        type: 'short_text',
        label: 'What did you like?',
        show_if: { all: [{ field: 'came', is_not: 'o2' }] },
      },
      { id: 'bye', type: 'page', label: 'Goodbye' },
      { id: 'more', type: 'short_text', label: 'Anything else?' },
    ],
    endings: [
      { id: 'thanks', title: 'Thank you' },
      { id: 'staff', title: 'Only for guests', outcome: 'disqualified' },
    ],
  });
  const map = async () => {
    const { text } = await browser.open(`/dashboard/asks/${visit.id}/logic`);
    return /<section class="map".*?<\/section>/s.exec(text)?.[0] ?? '';
  };
  const itemsIn = (text: string) =>
    text
      .split('<li')
      .map((item) => `<li${item}`.replaceAll(/<[^>]*>/g, '').trim())
      .filter((item) => item !== '');
  const empty = await map();
  expect(empty).not.toContain('answers');
  expect(empty).not.toContain('stroke-width');

  const submissions: FieldAnswers[] = [
    { came: 'o1', liked: 'All' },
    { came: 'o1', liked: 'Nothing' },
    { came: 'o3', liked: 'Work' },
    { came: 'o3', liked: 'Food', more: 'No' },
    { came: 'o2' },
  ];
  for (const answers of submissions) await server.askwell.forms.submit(visit.id, { answers });
  const counted = await map();
  expect(itemsIn(counted)).toEqual([
    'Pages and endingsWith the paths of the newest 5 answers, by the published conditions.',
    'Page 1 1 field, 5 answers',
    'On to page 2, “Your stay”: 4 answers',
    'On to page 3, “Goodbye”: 1 answer',
    'Page 2, “Your stay” 1 field, 4 answers',
    'To the end of the form if “What did you like?” is “All”',
    'To the ending “Only for guests” if “What did you like?” is “Work”: 1 answer',
    'To the end of the form if “What did you like?” is “Nothing”: together 2 answers',
    'On to page 3, “Goodbye”: 1 answer',
    'Page 3, “Goodbye” 1 field, 2 answers',
    'Thank you Ending, 4 answers',
    'Only for guests Ending, does not count, 1 answer',
  ]);
  expect(counted).toContain('stroke-width="');
});

test('does not warn about a condition whose value is not entered yet', async () => {
  await change(`${path}?item=more`, { 'fields.3.show_if.0.field': 'name', do: 'save' });
  expect(await ruleOf('more')).toEqual({ all: [{ field: 'name', is: '' }] });
  const { text } = await browser.open(`${path}?item=more`);
  expect(text).not.toContain('to check');
  expect(text).not.toContain('class="fault');
});

test('shows which fields appear for some answers, and keeps the answers while a condition is changed', async () => {
  const none = await words('?try=1');
  expect(none).toContain('2 of 4 fields show.');
  const query = '?try=1&a.going=o1&a.guests=3';
  const page = await browser.open(path + query);
  expect(wordsOf(page)).toContain('4 of 4 fields show.');
  expect(rowOf(page.text, 'names')).not.toContain('>Not shown in “Try it”<');
  const fewer = await browser.open(`${path}?try=1&a.going=o1&a.guests=2`);
  expect(rowOf(fewer.text, 'names')).toContain('>Not shown in “Try it”<');
  const link = /href="([^"]*item=names[^"]*#condition)"/.exec(page.text)?.[1]?.replaceAll('&amp;', '&') ?? '';
  const saved = await change(link.replace('#condition', ''), { 'fields.4.show_if.1.value': '3' });
  const next = new URL(saved.location ?? '', server.url).searchParams;
  expect([...next].sort()).toEqual([
    ['a.going', 'o1'],
    ['a.guests', '3'],
    ['item', 'names'],
    ['try', '1'],
  ]);
  expect(wordsOf(await browser.open(saved.location ?? ''))).toContain('3 of 4 fields show.');
});

test('polls have no conditions, and a deleted field is not found', async () => {
  const poll = await server.askwell.polls.create(account(), { title: 'Lunch?', options: ['Soup', 'Salad'] });
  const other = `/dashboard/asks/${poll.id}/logic`;
  expect((await browser.open(other)).status).toBe(404);
  expect((await browser.submit(other, { revision: 'v1' })).status).toBe(404);
  expect((await browser.open(`/dashboard/asks/${poll.id}/edit`)).text).not.toContain('/logic"');
  expect((await browser.open(`${path}?item=nobody`)).status).toBe(404);
});

test('the largest form has a page of moderate size', async () => {
  const many = Array.from({ length: 200 }, (_, at) => ({
    id: `q${at}`,
    type: 'multiple_choice' as const,
    label: `Question ${at}`,
    options: ['a', 'b', 'c', 'd', 'e'],
    show_if: at === 0 ? null : { any: [{ field: `q${Math.floor(at / 2)}`, contains: 'o1' }] },
  }));
  many[1] = { ...(many[1] ?? expect.unreachable()), show_if: { any: [{ field: 'q0', contains: 'o1' }] } };
  ({ id } = await server.askwell.forms.create(account(), { title: 'Long', fields: many }));
  path = `/dashboard/asks/${id}/logic`;
  const { text } = await browser.open(`${path}?item=q199&try=1`);
  expect(text.match(/class="flow-field/g)).toHaveLength(200);
  expect(text.match(/class="conditions"/g)).toHaveLength(2);
  expect(text.length).toBeLessThan(900_000);
});

describe('without scripts', () => {
  const definition = () => server.askwell.forms.get(account(), id);
  const act = (action: string) => change(path, { do: action });

  test('variables, endings and quotas are added, changed, sorted and removed', async () => {
    const added = await act('add:variables:number');
    expect(added.location).toContain('item=variables.0');
    await change(`${path}?item=variables.0`, {
      'variables.0.value': '2,5',
      'variables.0.renamed': 'Total price',
      do: 'save',
    });
    await act('add:variables.0.rules');
    const at = 'variables.0.rules.0';
    await change(`${path}?item=${at}`, { [`${at}.change`]: 'multiply', [`${at}.operand.from`]: 'guests' });
    expect((await definition()).variables).toEqual([
      { id: 'total_price', type: 'number', value: 2.5, rules: [{ multiply: { field: 'guests' } }] },
    ]);
    expect(await words()).toContain('total_price starts with 2.5 Change');
    expect(await words()).toContain('Multiply by the answer to “Guests”');

    await act('add:endings');
    await change(`${path}?item=endings.0`, { 'endings.0.title': 'Thanks', do: 'add:endings' });
    await change(`${path}?item=endings.1`, { 'endings.1.title': 'Sorry', 'endings.1.outcome': 'disqualified' });
    await change(`${path}?item=endings.1`, { 'endings.1.when.0.field': '$total_price' });
    await change(`${path}?item=endings.1`, {
      'endings.1.when.0.operator': 'greater',
      'endings.1.when.0.value': '10',
      do: 'up:endings.1',
    });
    expect((await definition()).endings.map(({ title, when, outcome }) => [title, when, outcome])).toEqual([
      ['Sorry', { all: [{ variable: 'total_price', greater: 10 }] }, 'disqualified'],
      ['Thanks', null, 'completed'],
    ]);
    expect(await words()).toContain('Sorry if “total_price” is greater than 10 (does not count)');

    await act('add:quotas');
    await change(`${path}?item=quotas.0`, { 'quotas.0.limit': '5', 'quotas.0.ending': 'e2' });
    expect((await definition()).quotas).toEqual([{ id: 'q1', when: null, limit: 5, ending: 'e2' }]);
    await act('remove:variables.0');
    await act('remove:endings.0');
    const { variables, endings, quotas } = await definition();
    expect([variables, endings.map(({ when }) => when), quotas[0]?.ending]).toEqual([[], [null], null]);
  });

  test('a page leads to a later page or an ending', async () => {
    await act('add:endings');
    await act('add:fields.3.next');
    expect((await browser.open(path)).text).not.toContain('class="fault"');
    await change(`${path}?item=fields.3.next.0`, {
      'fields.3.next.0.to': 'e1',
      'fields.3.next.0.when.0.field': 'names',
    });
    await change(`${path}?item=fields.3.next.0`, {
      'fields.3.next.0.when.0.operator': 'starts_with',
      'fields.3.next.0.when.0.value': 'A',
    });
    const [, , , page] = await stored();
    expect(page).toMatchObject({ next: [{ to: 'e1', when: { all: [{ field: 'names', starts_with: 'A' }] } }] });
    expect(await words()).toContain(
      'Page 2, “More” 1 field To the ending “Ending 1” if “Names of your guests” starts with “A”',
    );
    const walked = await words('?try=1&a.going=o1&a.guests=3&a.names=Ann&p=1');
    expect(walked).toContain('Page 2 of 2');
    expect(walked).toContain('Ending Ending 1');
    await change(path, { do: 'remove:fields.3' });
    expect((await stored()).map(({ type }) => type)).not.toContain('page');
    await act('add:fields:page:1');
    expect((await act('add:next')).location).toContain('item=fields.0.next.0');
  });

  test('conditions are grouped', async () => {
    await change(`${path}?item=names`, { 'fields.4.show_if.grouped': '1' });
    await change(`${path}?item=names`, { 'fields.4.show_if.2.0.field': 'name', 'fields.4.show_if.2.match': 'none' });
    await change(`${path}?item=names`, {
      'fields.4.show_if.2.0.operator': 'one_of',
      'fields.4.show_if.1.operator': 'between',
    });
    await change(`${path}?item=names`, {
      'fields.4.show_if.2.0.value': 'Ann\nBob',
      'fields.4.show_if.1.high': '7',
    });
    expect(await ruleOf('names')).toEqual({
      all: [
        { field: 'going', is: 'o1' },
        { field: 'guests', between: [2, 7] },
        { none: [{ field: 'name', one_of: ['Ann', 'Bob'] }] },
      ],
    });
  });

  test('options and required answers depend on earlier answers', async () => {
    await change(`${path}?item=fields.1.options.1`, { 'fields.1.options.1.show_if.0.field': 'name' });
    await change(`${path}?item=fields.1.options.1`, { 'fields.1.options.1.show_if.0.value': 'Ann' });
    await change(`${path}?item=guests`, { 'fields.2.require_if.0.field': 'going' });
    await change(`${path}?item=guests`, { 'fields.2.require_if.0.value': 'o1' });
    const [, going, guests] = await stored();
    expect(going).toMatchObject({ options: [{}, { show_if: { all: [{ field: 'name', is: 'Ann' }] } }] });
    expect(guests).toMatchObject({ require_if: { all: [{ field: 'going', is: 'o1' }] } });
    const shown = await words();
    expect(shown).toContain('Required if “Attending” is “Yes” .');
    // Options without conditions are folded.
    expect(shown).toMatch(/“No” is shown if “Name <b>” is “Ann” Change .* Other options of Attending Yes Change/);
  });
});

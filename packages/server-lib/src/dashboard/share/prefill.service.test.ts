import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyFieldType } from '../../../test/support/asks/sample-fields.js';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let browser: FormBrowser;
let owner: Owner;
let key: string;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  key = await owner.key();
  browser = createFormBrowser(server);
  await browser.submit('/login', { email: owner.email, password: owner.password });
});
afterAll(() => server.close());

async function create(plural: string, body: object): Promise<string> {
  const made = await call(server, 'POST', `/api/v1/${plural}`, { key, body });
  expect(made.text).toContain('"id"');
  return made.id('data.id');
}

function unescaped(text: string): string {
  const entities: Record<string, string> = { '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#39;': "'", '&amp;': '&' };
  return text.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? '');
}

const escapeRegExp = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Sends the form of the page with values by the name of the input, and returns the link and the attribute. */
async function prefill(id: string, values: readonly (readonly [string, string])[]) {
  const path = `/dashboard/asks/${id}/share/prefill`;
  const empty = await browser.open(path);
  for (const [name] of values) expect(empty.text).toContain(`name="p-${name}"`);
  const query = new URLSearchParams(values.map(([name, value]): [string, string] => [`p-${name}`, value]));
  const page = await browser.open(`${path}?${query}`);
  expect(page.status).toBe(200);
  const [, link = ''] = /<output id="prefilled-link">([^<]*)</.exec(page.text.replaceAll('<wbr>', '')) ?? [];
  const [, tag = ''] = /<code id="prefilled-element">([^<]*)<\/code>/.exec(page.text) ?? [];
  // The tag is text on the page, and its attribute is escaped too.
  const [, attribute = ''] = / prefill="([^"]*)"/.exec(unescaped(tag)) ?? [];
  return { page, link: unescaped(link), attribute: [...new URLSearchParams(unescaped(attribute))] };
}

/** The names of the inputs on the page, with all their choices. */
async function offeredNames(id: string): Promise<string[]> {
  const { text } = await browser.open(`/dashboard/asks/${id}/share/prefill`);
  return [...new Set([...text.matchAll(/ name="p-([^"]+)"/g)].map(([, name]) => name ?? ''))];
}

test('fills in every type of field on the hosted page', async () => {
  const id = await create('forms', { title: 'Everything', fields: everyFieldType });
  const values = [
    ['f1', 'Zoë 🙂 "&<'],
    ['f2', 'one\ntwo'],
    ['f3', 'a@b.c'],
    ['f4', 'https://example.com/?q=1&r=2'],
    ['f5', '+44 20 7946 0958'],
    ['f6', '-0.5'],
    ['f7', '2024-02-29'],
    ['f8', '09:05'],
    ['f9', 'o2'],
    ['f10', 'o1'],
    ['f10', 'o3'],
    ['f11', 'o1'],
    ['f12.rank.o1', '2'],
    ['f12.rank.o2', '1'],
    ['f13', '4'],
    ['f14', '0'],
    ['f15.r1', 'o1'],
    ['f15.r2', 'o2'],
    ['f17', 'campaign-7'],
  ] as const;
  const { link, attribute } = await prefill(id, values);
  expect(link.startsWith(`${server.url}/p/${id}?f1=`)).toBe(true);
  expect(attribute).toEqual(values);
  const hosted = await createFormBrowser(server).open(link.slice(server.url.length));
  const text = unescaped(hosted.text);
  for (const [name, value] of values) {
    const isFilled = [
      new RegExp(`name="${name}"[^>]* value="${escapeRegExp(value)}"`),
      new RegExp(`name="${name}" value="${escapeRegExp(value)}" checked`),
      new RegExp(`name="${name}"[^>]*>(?:(?!</select>).)*<option value="${escapeRegExp(value)}" selected`, 's'),
      new RegExp(`name="${name}"[^>]*>\\n?${escapeRegExp(value)}</textarea>`),
      new RegExp(`name="${name}"[^>]* checked`),
    ].some((pattern) => pattern.test(text));
    expect(isFilled, name).toBe(true);
  }
  expect(await offeredNames(id)).toEqual([...new Set(values.map(([name]) => name))]);
});

test('offers no link that agrees for the visitor', async () => {
  const fields = [
    { id: 'agree', type: 'consent', label: 'I agree', required: true },
    { id: 'city', type: 'short_text', label: 'City' },
  ];
  for (const layout of ['pages', 'steps']) {
    const id = await create('forms', { title: 'Terms', fields, layout });
    expect(await offeredNames(id)).toEqual(['city']);
    const visitor = createFormBrowser(server);
    const { text } = await visitor.open(`/p/${id}?agree=true&city=Rome`);
    expect(text).toMatch(/name="agree" value="true"(?! checked)/);
    expect(text).toMatch(/name="city"[^>]* value="Rome"/);
  }
});

test('lists the inputs of each type of poll', async () => {
  const title = 'Lunch?';
  const options = ['Soup', 'Pie'];
  const names = async (more: object) => offeredNames(await create('polls', { title, options, ...more }));
  expect(await names({})).toEqual(['choices']);
  expect(await names({ type: 'multiple', other: true })).toEqual(['choices', 'other']);
  expect(await names({ type: 'ranked' })).toEqual(['rank.o1', 'rank.o2']);
  expect(await names({ type: 'rating', scale: { min: -2, max: 2 } })).toEqual(['ratings.o1', 'ratings.o2']);
  const rated = await create('polls', { title, options, type: 'rating', scale: { min: -2, max: 2 } });
  const { link } = await prefill(rated, [['ratings.o2', '-1']]);
  const hosted = await createFormBrowser(server).open(link.slice(server.url.length));
  expect(hosted.text).toMatch(/name="ratings\.o2" value="-1" checked/);
});

const questions = [
  { id: 'name', type: 'text', prompt: 'The name of the river?', answer: ['Seine'] },
  { type: 'boolean', prompt: 'Is it long?', answer: true },
  { type: 'order', prompt: 'Sort.', options: ['a', 'b'], answer: ['o1', 'o2'] },
];

test('keeps a question with the ID `name` apart from the name of the visitor', async () => {
  const id = await create('quizzes', { title: 'Rivers', questions, collect_name: true, collect_email: true });
  // Visitors get the options of a question to sort in another order.
  expect((await offeredNames(id)).sort()).toEqual(['.name', 'email', 'name', 'q1', 'q2.rank.o1', 'q2.rank.o2']);
  const { link } = await prefill(id, [
    ['.name', 'Zoë'],
    ['name', 'Rhine'],
    ['q1', 'false'],
  ]);
  const hosted = await createFormBrowser(server).open(link.slice(server.url.length));
  expect(hosted.text).toMatch(/name="\.name"[^>]* value="Zoë"/);
  expect(hosted.text).toMatch(/name="name"[^>]* value="Rhine"/);
  expect(hosted.text).toMatch(/name="q1" value="false" checked/);
});

test('offers the name and the email only if the quiz asks for them', async () => {
  const id = await create('quizzes', { title: 'Rivers', questions: questions.slice(1) });
  expect(await offeredNames(id)).not.toContain('name');
  const named = await create('quizzes', { title: 'Rivers', questions: questions.slice(1), collect_name: true });
  const names = await offeredNames(named);
  expect([names.includes('name'), names.includes('email')]).toEqual([true, false]);
});

test('offers only the attribute for a quiz that has to be started first', async () => {
  const id = await create('quizzes', { title: 'Rivers', questions, time_limit_seconds: 60, collect_email: true });
  const { page, link, attribute } = await prefill(id, [['email', 'a@b.c']]);
  expect([link, attribute]).toEqual(['', [['email', 'a@b.c']]]);
  expect(wordsOf(page)).toContain('so a link cannot fill them in');
});

test('leaves names that the hosted page uses out of the link', async () => {
  const fields = ['ticket', 'preview', 'city'].map((id) => ({ id, type: 'short_text', label: id }));
  const id = await create('forms', { title: 'Reserved', fields });
  const { page, link, attribute } = await prefill(id, [
    ['ticket', 'a'],
    ['preview', 'b'],
    ['city', 'Rome'],
  ]);
  expect(link).toBe(`${server.url}/p/${id}?city=Rome`);
  expect(attribute).toHaveLength(3);
  expect(wordsOf(page)).toContain('Only for the element: the hosted page uses this name itself.');
  expect((await prefill(id, [['ticket', 'a']])).link).toBe('');
});

test('ignores empty values and unknown names', async () => {
  const id = await create('polls', { title: 'Lunch?', options: ['Soup', 'Pie'] });
  const page = await browser.open(`/dashboard/asks/${id}/share/prefill?p-choices=&p-nothing=1&choices=o1`);
  expect(page.status).toBe(200);
  expect(page.text).not.toContain('prefilled-element');
});

test('names the fields to which placeholders refer', async () => {
  const options = [{ label: 'The *soup* of {{name}}' }];
  const id = await create('forms', {
    title: 'Lunch',
    variables: [{ id: 'price', type: 'number' }],
    fields: [
      { id: 'name', type: 'short_text', label: 'Your **name**' },
      { id: 'dish', type: 'single_choice', label: 'What do you eat, *{{name|friend}}*?', options, other: true },
      { id: 'order', type: 'ranking', label: 'Sort for {{name}}', options: [...options, { label: '{{price}}' }] },
      { id: 'rate', type: 'matrix', label: 'Rate, {{name}}', rows: [{ label: 'Row of {{name}}' }], options },
      { id: 'unknown', type: 'short_text', label: 'Use {{braces}}' },
    ],
  });
  const shown = wordsOf(await browser.open(`/dashboard/asks/${id}/share/prefill`));
  expect(shown).not.toMatch(/\{\{(name|price)/);
  for (const text of [
    'What do you eat, ‹Your name›?',
    'The soup of ‹Your name›',
    'What do you eat, ‹Your name›? Other',
    'Sort for ‹Your name› ‹price›',
    'Rate, ‹Your name› Row of ‹Your name›',
    'Use {{braces}}',
  ])
    expect(shown).toContain(text);
  // The visitors of another website read the HTML form, before they have answered anything.
  const share = await browser.open(`/dashboard/asks/${id}/share`);
  const markup = unescaped(/<code id="embed-plain-0">([^<]*)<\/code>/.exec(share.text)?.[1] ?? '');
  for (const text of [
    '<legend>What do you eat, friend?</legend>',
    '<label>Sort for …: The soup of … <',
    'Use {{braces}} <',
  ])
    expect(markup).toContain(text);
});

test('stays small for long rankings', async () => {
  const options = Array.from({ length: 40 }, (_, n) => `Option ${n}`);
  const id = await create('quizzes', {
    title: 'Sort',
    questions: [{ type: 'order', prompt: 'Sort.', options, answer: options.map((_, n) => `o${n + 1}`) }],
  });
  const { page, link } = await prefill(id, [['q1.rank.o39', '1']]);
  expect(page.text).not.toContain('<option');
  expect(link).toBe(`${server.url}/p/${id}?q1.rank.o39=1`);
  const ranked = await create('forms', {
    title: 'Rank',
    fields: Array.from({ length: 12 }, () => ({
      type: 'ranking',
      label: 'Rank',
      options: Array.from({ length: 10 }, (_, n) => `Option ${n}`),
    })),
  });
  expect(wordsOf(await browser.open(`/dashboard/asks/${ranked}/share/prefill`))).toMatch(
    /\d+ more inputs are not listed/,
  );
  expect((await browser.open(`/dashboard/asks/${ranked}/share`)).text).not.toContain('embed-plain');
});

test('shows an HTML form that the server accepts', async () => {
  const fields = [
    ...everyFieldType.map((field, index) => ({ ...field, id: `f${index + 1}` })),
    { type: 'multiple_choice', label: 'More?', options: ['a', 'b'], other: true, required: true },
  ];
  const id = await create('forms', { title: 'Everything', fields, one_per: 'ticket' });
  const { text } = await browser.open(`/dashboard/asks/${id}/share`);
  const [, escaped = ''] = /<code id="embed-plain-0">([^<]*)<\/code>/.exec(text) ?? [];
  const markup = unescaped(escaped);
  const [, action = ''] = /<form method="post" action="([^"]+)">/.exec(markup) ?? [];
  expect(action).toBe(`${server.url}/api/v1/forms/${id}/submissions`);
  expect(markup).toContain('<input type="checkbox" name="f20" value="o2"> b');
  expect(markup).toMatch(/<input type="radio" name="f9" value="o1"/);
  expect(markup).toMatch(/<select name="f11"[^>]*>\s*<option value=""><\/option>\s*<option value="o1">/);
  expect(markup).toContain('<input type="text" inputmode="url" name="f4"');
  const names = [...new Set([...markup.matchAll(/ name="([^"]+)"/g)].map(([, name]) => name ?? ''))];
  const values: Record<string, string> = { f3: 'a@b.c', f4: 'example.com', f5: '+44 20 7946 0958', f6: '1' };
  const [ticket = ''] = await server.askwell.forms.issueTickets(owner.session.account, id, 1);
  const more = { f7: '2024-02-29', f8: '09:05', f13: '4', f14: '9', f16: 'true', 'f20.other': 'Else', ticket };
  const [first, second] = [/\.rank\.o2$/, /\.rank\.o1$|\.r\d$|^f(9|10|11|20)$/];
  const entered = (name: string) =>
    ({ ...values, ...more })[name] ??
    (first.test(name) ? '2' : name.endsWith('.rank.o1') ? '1' : second.test(name) ? 'o1' : 'x');
  const reply = await server.fetch(action, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(names.map((name): [string, string] => [name, entered(name)])),
  });
  expect(await reply.text()).toContain('"id":"submission_');
  expect(reply.status).toBe(201);
  expect(names).toContain('f17');
});

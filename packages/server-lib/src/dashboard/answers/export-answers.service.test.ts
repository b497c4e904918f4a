import { inflateRawSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import { answersPath, startAnswerPages } from '../../../test/support/browser/answer-pages.js';

const start = Date.parse('2026-03-01T12:00:00Z');
let seconds = 0;
const { server, owner, key } = await startAnswerPages({ clock: () => start + seconds++ * 1_000 });
let form: string;
let ids: string[];
beforeAll(async () => {
  form = await createAsk(server, key, 'forms', {
    fields: [
      { type: 'short_text', label: '=Name' },
      { type: 'number', label: 'Size' },
      { type: 'single_choice', label: 'Which?', options: ['Soup', '+Salad'] },
    ],
  });
  ids = [];
  for (const answers of [{ f1: '=1+1', f2: -5, f3: 'o2' }, { f1: 'Zoë "Z"', f2: 2.5 }, { f1: 'no' }]) {
    ids.push((await server.askwell.forms.submit(form, { answers }, { language: 'pt-BR' })).id);
  }
  await owner.submit(`${answersPath(form)}/${ids[0]}/note`, { tags: 'a, b', note: '@note' });
});
afterAll(() => server.close());

const exportOf = (query: string) => owner.open(`${answersPath(form)}/export?${query}`);

test('CSV has labels, and no text that a spreadsheet would run', async () => {
  const file = await exportOf('format=csv&sort=oldest');
  expect(file.headers.get('content-type')).toContain('text/csv');
  expect(file.headers.get('content-encoding')).toBeNull();
  expect(file.headers.get('content-disposition')).toBe('attachment; filename="Contact 2026-03-01.csv"');
  const [head, first, second] = file.text.split('\r\n');
  expect(head).toBe("Time (UTC),'=Name,Size,Which?,Tags,Note,Language,Visitor,Answer ID");
  expect(first).toMatch(new RegExp(`^2026-03-01T12:[\\d:.]+Z,'=1\\+1,-5,'\\+Salad,"a, b",'@note,pt-BR,,${ids[0]}$`));
  expect(second).toMatch(/Z,"Zoë ""Z""",2\.5,,,,pt-BR,,submission_/);
});

test('JSON Lines has the answers of the REST API with tags and notes', async () => {
  const file = await exportOf('format=jsonl&sort=oldest');
  const lines = file.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.map(({ id }) => id)).toEqual(ids);
  expect(lines[0]).toMatchObject({
    answers: { f1: '=1+1', f2: -5, f3: 'o2' },
    tags: ['a', 'b'],
    note: '@note',
    language: 'pt-BR',
  });
});

test('all formats have the filters of the table', async () => {
  for (const filter of ['tag=a', 'q=1%2B1', 'field=f2&operator=less&value=0']) {
    const csv = await exportOf(`format=csv&${filter}`);
    expect(csv.text.trimEnd().split('\r\n')).toHaveLength(2);
    const lines = await exportOf(`format=jsonl&${filter}`);
    expect(JSON.parse(lines.text).id).toBe(ids[0]);
  }
  expect((await exportOf('format=csv&since=2026-03-02')).text.trimEnd()).not.toContain('\r\n');
});

test('all formats have the order of the table', async () => {
  const idsIn = ({ text }: { text: string }) => text.match(/submission_[0-9a-z]{20}/g);
  for (const format of ['csv', 'jsonl']) {
    expect(idsIn(await exportOf(`format=${format}&sort=ascending:f2`))).toEqual(ids);
    expect(idsIn(await exportOf(`format=${format}&sort=descending:f2`))).toEqual([ids[1], ids[0], ids[2]]);
  }
});

test('Excel has numbers as numbers and texts as texts', async () => {
  const { cookies } = owner;
  const cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
  const reply = await server.fetch(`${server.url}${answersPath(form)}/export?format=xlsx&sort=oldest`, {
    headers: { cookie },
  });
  expect(reply.headers.get('content-type')).toContain('spreadsheetml');
  const bytes = Buffer.from(await reply.arrayBuffer());
  // The sheet is the first entry, after a header of 30 bytes and its name.
  const sheet = inflateRawSync(bytes.subarray(30 + bytes.readUInt16LE(26))).toString();
  expect(sheet).toContain('<t xml:space="preserve">=Name</t>');
  expect(sheet).toMatch(/=1\+1<\/t><\/is><\/c><c><v>-5<\/v><\/c><c t="inlineStr"><is><t xml:space="preserve">\+Salad</);
});

test('Excel has dates and times, a bold head and columns as wide as their content', async () => {
  const fields = [
    { type: 'date', label: 'Day' },
    { type: 'time', label: 'Time of day' },
    { type: 'long_text', label: 'Why?' },
  ];
  const id = await createAsk(server, key, 'forms', { fields });
  await server.askwell.forms.submit(id, { answers: { f1: '2026-03-01', f2: '18:00', f3: 'x'.repeat(100) } });
  await server.askwell.forms.submit(id, { answers: { f1: '1850-01-01' } });
  const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ');
  const reply = await server.fetch(`${server.url}${answersPath(id)}/export?format=xlsx&sort=oldest`, {
    headers: { cookie },
  });
  const bytes = Buffer.from(await reply.arrayBuffer());
  const sheet = inflateRawSync(bytes.subarray(30 + bytes.readUInt16LE(26))).toString();
  expect(sheet).toContain('<c s="1" t="inlineStr"><is><t xml:space="preserve">Day</t>');
  expect(sheet).toMatch(/<row><c s="2"><v>46082\.5\d*<\/v><\/c><c s="3"><v>46082<\/v><\/c><c s="4"><v>0\.75<\/v><\/c>/);
  expect(sheet).toContain('<t xml:space="preserve">1850-01-01</t>');
  expect(sheet).toContain(
    '<col min="1" max="1" width="21" customWidth="1"/><col min="2" max="2" width="12" customWidth="1"/>',
  );
  expect(sheet).toContain('<col min="4" max="4" width="60" customWidth="1"/>');
});

test('each option has a column by choice, CSV a mark by choice, and files are named by their title', async () => {
  const fields = [
    { type: 'multiple_choice', label: 'Which?', options: ['Soup', 'Salad'], other: true },
    { type: 'ranking', label: 'Rank', options: ['A', 'B'] },
    { type: 'phone', label: 'Phone' },
  ];
  const id = await createAsk(server, key, 'forms', { title: 'Größe: "A/B"\n', fields });
  await server.askwell.forms.submit(id, {
    answers: { f1: ['o2', { other: 'Bread' }], f2: ['o2', 'o1'], f3: '+49 170 1234567' },
  });
  const file = await owner.open(`${answersPath(id)}/export?format=csv&options=columns&mark=1`);
  const [head, row] = file.text.split('\r\n');
  expect(head).toContain('Which?: Soup,Which?: Salad,Which?: Other,Rank: A,Rank: B,Phone');
  expect(row).toContain('Z,0,1,Bread,2,1,+49 170 1234567,');
  const bytes = await owner.open(`${answersPath(id)}/export?format=csv`);
  expect(bytes.text).toContain('"Salad, Bread","1. B, 2. A",+49 170 1234567');
  expect(file.headers.get('content-disposition')).toBe(
    `attachment; filename="Gr__e A B 2026-03-01.csv"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20A%20B%202026-03-01.csv`,
  );
});

test('questions and options are in the language of the choice', async () => {
  const fields = [{ type: 'single_choice', label: 'Which?', options: ['Soup', 'Salad'] }];
  const translations = { de: { fields: { f1: { label: 'Welche?', options: { o1: { label: 'Suppe' } } } } } };
  const id = await createAsk(server, key, 'forms', { title: 'Lunch', fields, languages: ['en', 'de'], translations });
  for (const option of ['o1', 'o2']) await server.askwell.forms.submit(id, { answers: { f1: option } });
  const textIn = async (query: string) => (await owner.open(`${answersPath(id)}/export?format=csv${query}`)).text;
  expect(await textIn('')).toMatch(/Which\?[\s\S]*Salad[\s\S]*Soup/);
  expect(await textIn('&lang=de')).toMatch(/Welche\?[\s\S]*Salad[\s\S]*Suppe/);
  expect((await owner.open(answersPath(id))).text).toContain('<select name="lang">');
});

test('refuses other formats', async () => {
  expect((await exportOf('format=pdf')).status).toBe(422);
});

test('all formats have the variables, the ending and the outcome of a form', async () => {
  const id = await createAsk(server, key, 'forms', {
    fields: [{ type: 'number', label: 'Size' }],
    variables: [{ id: 'price', type: 'number', value: 2, rules: [{ multiply: { field: 'f1' } }] }],
    endings: [{ id: 'out', title: 'Too large', outcome: 'disqualified' }],
  });
  await server.askwell.forms.submit(id, { answers: { f1: 21 } });
  const open = (format: string) => owner.open(`${answersPath(id)}/export?format=${format}`);
  const [head, row] = (await open('csv')).text.split('\r\n');
  expect(head).toContain(',Size,price,Ending,Outcome,');
  expect(row).toContain('Z,21,42,Too large,Disqualified,');
  const line = JSON.parse((await open('jsonl')).text);
  expect(line).toMatchObject({ variables: { price: 42 }, ending: 'out', outcome: 'disqualified' });
  const cookie = [...owner.cookies].map((pair) => pair.join('=')).join('; ');
  const reply = await server.fetch(`${server.url}${answersPath(id)}/export?format=xlsx`, { headers: { cookie } });
  const bytes = Buffer.from(await reply.arrayBuffer());
  const sheet = inflateRawSync(bytes.subarray(30 + bytes.readUInt16LE(26))).toString();
  expect(sheet).toMatch(/<v>21<\/v><\/c><c><v>42<\/v><\/c>.*>Too large<.*>Disqualified</);
});

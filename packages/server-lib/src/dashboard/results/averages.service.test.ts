import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFormBrowser, type FormBrowser, wordsOf } from '../../../test/support/browser/form-browser.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let owner: Owner;
let browser: FormBrowser;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  browser = createFormBrowser(server);
  const { email, password } = owner;
  expect((await browser.submit('/login', { email, password })).status).toBe(303);
});
afterAll(() => server.close());

const pathOf = (id: string, rest = '') => `/dashboard/asks/${id}/results${rest}`;

describe('the averages of a form', () => {
  let id: string;
  beforeAll(async () => {
    const { forms } = server.askwell;
    const form = await forms.create(owner.session.account, {
      title: 'Visit',
      fields: [
        { id: 'nps', type: 'scale', label: 'Recommend <us>?', nps: true },
        { id: 'stars', type: 'rating', label: 'Stars' },
        { id: 'size', type: 'number', label: 'Size' },
        { id: 'age', type: 'dropdown', label: 'Age', options: ['Young', 'Old'] },
      ],
    });
    id = form.id;
    for (const answers of [
      { nps: 10, stars: 5, size: -1.5, age: 'o1' },
      { nps: 9, stars: 4, age: 'o2' },
      { nps: 8, age: 'o1' },
      { nps: 2, age: 'o1' },
    ])
      await forms.submit(id, { answers });
  });

  test.each([
    ['field.nps', 'Net promoter score of 4 answers: 25.', /25 4 /],
    ['field.stars', 'Average of 2 answers: 4.5.', /4\.5 2 /],
    ['field.size', 'Average of 1 answer: −1.5.', /−1\.5 1 /],
  ])('of %s are a chart with a table', async (question, note, row) => {
    const page = await browser.open(pathOf(id, `?average=${question}`));
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('<us>');
    expect(page.text).toContain(`<option value="${question}" selected>`);
    const select = /<select id="averages-average"[\s\S]*?<\/select>/.exec(page.text)?.[0] ?? '';
    expect([...select.matchAll(/value="([^"]+)"/g)].map(([, id]) => id)).toEqual([
      'field.nps',
      'field.stars',
      'field.size',
    ]);
    const words = wordsOf(page);
    expect(words).toContain(note);
    expect(words.slice(words.indexOf(note))).toMatch(row);
  });

  test('keep the filters, and count only the answers that they find', async () => {
    const page = await browser.open(pathOf(id, '?answer=age.o1&rows=field.age&average=field.nps'));
    expect(page.text).toContain('<input type="hidden" name="average" value="field.nps">');
    expect(page.text).toContain('<input type="hidden" name="rows" value="field.age">');
    expect(wordsOf(page)).toContain('Net promoter score of 3 answers: 0.');
    const none = await browser.open(pathOf(id, '?answer=age.o2&average=field.size'));
    expect(wordsOf(none)).toContain('Nobody has answered this question.');
  });

  test('are an SVG file', async () => {
    const file = await browser.open(pathOf(id, '/chart.svg?average=field.nps&chart=average'));
    expect([file.status, file.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8']);
    expect(file.text).toContain('Net promoter score per day: Recommend &lt;us&gt;?');
    expect(file.text).toContain('>-100</text>');
    expect((await browser.open(pathOf(id, '/chart.svg?chart=average'))).status).toBe(404);
  });

  test('say that a question does not exist', async () => {
    const page = await browser.open(pathOf(id, '?average=field.age'));
    expect([page.status, wordsOf(page).includes('Choose a question from the list.')]).toEqual([200, true]);
  });
});

test('a quiz has the average of its scores, and a rating poll those of its options', async () => {
  const { quizzes, polls } = server.askwell;
  const { account } = owner.session;
  const quiz = await quizzes.create(account, {
    title: 'Facts',
    questions: [{ id: 'flat', type: 'boolean', prompt: 'Is it flat?', answer: false }],
  });
  for (const flat of [true, false, false, false]) await quizzes.attempt(quiz.id, { answers: { flat } });
  const words = wordsOf(await browser.open(pathOf(quiz.id, '?average=percentage')));
  expect(words).toContain('Average of 4 answers: 75.');
  const poll = await polls.create(account, { title: 'Rate', type: 'rating', options: ['A', 'B'] });
  await polls.vote(poll.id, { ratings: { o1: 1, o2: 4 } });
  expect(wordsOf(await browser.open(pathOf(poll.id, '?average=ratings.o2')))).toContain('Average of 1 answer: 4.');
  const single = await polls.create(account, { title: 'One?', options: ['A', 'B'] });
  expect(wordsOf(await browser.open(pathOf(single.id)))).not.toContain('Averages over time');
});

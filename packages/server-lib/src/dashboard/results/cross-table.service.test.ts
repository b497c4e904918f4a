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

describe('the cross table of a form', () => {
  let id: string;
  beforeAll(async () => {
    const { forms } = server.askwell;
    const form = await forms.create(owner.session.account, {
      title: 'Visit',
      fields: [
        { id: 'age', type: 'dropdown', label: 'Age <group>', options: ['Young', 'Old'] },
        { id: 'likes', type: 'multiple_choice', label: 'Likes', options: ['Art', '=Food'], other: true },
        { id: 'stars', type: 'rating', label: 'Stars' },
        { id: 'note', type: 'short_text', label: 'Note' },
      ],
    });
    id = form.id;
    for (const answers of [
      { age: 'o1', likes: ['o1', 'o2'], stars: 5 },
      { age: 'o1', likes: ['o2'] },
      { age: 'o2', likes: [{ other: 'Sun' }] },
      { age: 'o2', note: 'Only one question' },
    ])
      await forms.submit(id, { answers });
  });

  test('has counts and percentages of rows, and escapes labels', async () => {
    const page = await browser.open(pathOf(id, '?rows=field.age&columns=field.likes'));
    expect(page.status).toBe(200);
    expect(page.text).not.toContain('<group>');
    expect(page.text).toContain('<option value="field.age" selected>');
    expect(page.text).not.toContain('<option value="field.note"');
    const words = wordsOf(page);
    expect(words).toContain('3 answers to both questions.');
    expect(words).toContain('Young 50 % 1 100 % 2 0 % 0 2');
    expect(words).toContain('Old 0 % 0 0 % 0 100 % 1 1');
  });

  test('keeps the filters, and counts only the answers that they find', async () => {
    const query = '?answer=likes.o1&rows=field.age&columns=field.stars';
    const page = await browser.open(pathOf(id, query));
    expect(page.text).toContain('<input type="hidden" name="rows" value="field.age">');
    expect(page.text).toContain('<input type="hidden" name="answer" value="likes.o1">');
    expect(wordsOf(page)).toContain('1 answer to both questions.');
  });

  test('is a CSV file without formulas', async () => {
    const file = await browser.open(pathOf(id, '/cross.csv?rows=field.age&columns=field.likes'));
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.text).toBe("Age <group>,Art,'=Food,Others,Answers\r\nYoung,1,2,0,2\r\nOld,0,0,1,1\r\nAll,1,2,1,3\r\n");
    expect((await browser.open(pathOf(id, '/cross.csv?rows=field.age'))).status).toBe(404);
  });

  test.each([
    ['rows=field.age&columns=field.age', 'Choose two different questions.'],
    ['rows=field.age', 'Choose two questions from the lists.'],
    ['rows=field.gone&columns=field.note', 'Choose two questions from the lists.'],
  ])('says what is wrong with %s', async (query, problem) => {
    const page = await browser.open(pathOf(id, `?${query}`));
    expect([page.status, wordsOf(page).includes(problem)]).toEqual([200, true]);
  });

  test('says when no answer has both questions', async () => {
    const page = await browser.open(pathOf(id, '?answer=age.o2&rows=field.age&columns=field.stars'));
    expect(wordsOf(page)).toContain('Nobody has answered both questions.');
  });
});

test('a quiz crosses true or false with options, and a rating poll its ratings', async () => {
  const { quizzes, polls } = server.askwell;
  const { account } = owner.session;
  const quiz = await quizzes.create(account, {
    title: 'Facts',
    questions: [
      { id: 'flat', type: 'boolean', prompt: 'Is it flat?', answer: false },
      { id: 'of', type: 'single', prompt: 'Of what?', options: ['Rock', 'Air'], answer: 'o1' },
    ],
  });
  await quizzes.attempt(quiz.id, { answers: { flat: true, of: 'o2' } });
  const words = wordsOf(await browser.open(pathOf(quiz.id, '?rows=field.flat&columns=field.of')));
  expect(words).toContain('True 0 % 0 100 % 1 1 False – 0 – 0 0');
  const poll = await polls.create(account, {
    title: 'Rate',
    type: 'rating',
    options: ['A', 'B'],
    scale: { min: 1, max: 2 },
  });
  await polls.vote(poll.id, { ratings: { o1: 1, o2: 2 } });
  expect(wordsOf(await browser.open(pathOf(poll.id, '?rows=ratings.o1&columns=ratings.o2')))).toContain(
    '1 0 % 0 100 % 1 1',
  );
  const single = await polls.create(account, { title: 'One?', options: ['A', 'B'] });
  expect(wordsOf(await browser.open(pathOf(single.id)))).not.toContain('Two questions side by side');
});

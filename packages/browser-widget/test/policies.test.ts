import { expect, test } from 'vitest';
import { everyField, everyQuestion } from './support/asks.js';
import { house, leave, make, open, stateOf } from './support/scene.js';

/** Nothing is allowed but the server, and that for scripts, connections and images alone. */
const strict = {
  'content-security-policy': [
    "default-src 'none'",
    `script-src ${house.askwell}`,
    `connect-src ${house.askwell}`,
    `img-src ${house.askwell}`,
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join('; '),
  'cross-origin-embedder-policy': 'require-corp',
  'cross-origin-opener-policy': 'same-origin',
};

test('under the strictest policies all three elements work, with no violation and no error', async () => {
  const [poll, quiz, form] = await Promise.all([
    make('polls', { title: 'Lunch?', options: ['Soup', 'Salad'] }),
    make('quizzes', { questions: everyQuestion, reveal: 'answers', locale: 'de' }),
    make('forms', { fields: everyField.filter(({ type }) => type !== 'page'), results_visibility: 'after_answer' }),
  ]);
  const page = await open('', { page: { body: '', policies: strict } });
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(String(error)));
  const body = `<script async src="${house.askwell}/widget.js"></script>
    <askwell-poll poll-id="${poll}"></askwell-poll><askwell-quiz quiz-id="${quiz}" layout="list"></askwell-quiz>
    <div data-askwell="${form}" data-prefill="name=Visitor&email=visitor%40example.com"></div>`;
  await page.goto(
    page.url().replace(/page=[^&]*/, `page=${encodeURIComponent(JSON.stringify({ body, policies: strict }))}`),
  );

  await page.getByRole('radio', { name: 'Soup' }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
  await stateOf(page, 'answered');
  await page.getByRole('button', { name: 'Fertig' }).click();
  await page.getByText('Danke.').waitFor();
  await page.getByRole('checkbox', { name: 'I agree' }).check();
  await page.getByRole('button', { name: 'Send' }).click();
  await page.locator('askwell-form[state=answered]').waitFor();
  expect(
    await page
      .locator('.fill')
      .first()
      .evaluate((bar) => getComputedStyle(bar).height),
  ).toBe('8px');
  expect(errors).toEqual([]);
  expect(await page.context().cookies()).toEqual([]);
  expect(await page.evaluate(() => document.querySelectorAll('iframe').length)).toBe(0);
  await leave(page);
});

test('a definition in the page is shown without a request', async () => {
  const id = await make('polls', { title: 'Lunch?', options: ['Soup', 'Salad'] });
  const { data } = JSON.parse(await (await fetch(`${house.askwell}/embed/polls/${id}`)).text());
  const asked: string[] = [];
  const page = await open('');
  page.on('request', (request) => asked.push(request.url()));
  const markup = `<askwell-poll><script type="application/json">${JSON.stringify(data)}</script></askwell-poll>`;
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), markup);
  await page.getByRole('radio', { name: 'Soup' }).check();
  expect(asked).toEqual([]);
  await page.getByRole('button', { name: 'Vote' }).click();
  await stateOf(page, 'answered');
  await leave(page);
});

test('a plain form stays where the ask can not be had, and goes where it can', async () => {
  const id = await make('polls', { title: 'Lunch?', options: ['Soup', 'Salad'] });
  const plain = '<form action="/vote"><button>Plain</button></form>';
  const page = await open(
    `<askwell-poll poll-id="${id}">${plain}</askwell-poll><askwell-poll id="gone" poll-id="poll_00000000000000000000">${plain}</askwell-poll>`,
  );
  await stateOf(page, 'open');
  await stateOf(page, 'missing');
  await expect.poll(() => page.getByRole('button', { name: 'Plain' }).count()).toBe(1);
  await expect.poll(() => page.locator('#gone').getByRole('button', { name: 'Plain' }).isVisible()).toBe(true);
  await leave(page);
});

test.each([
  ['markup', '<img src=x onerror="window.hit=1"><script>window.hit=1</script>&amp;'],
  ['5,000 characters without a space', 'x'.repeat(5_000)],
  ['signs that turn the direction round', '\u202Eevil\u2066 \u05d0\u05d1 (1) \u202D'],
])('%s in a text is text, and breaks no layout', async (_what, text) => {
  const id = await make('polls', {
    title: text.slice(0, 300),
    description: text,
    options: [text.slice(0, 500), 'Fine'],
    after: { message: text },
  });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`, { viewport: { width: 320, height: 640 } });
  await page.getByRole('radio').first().check();
  expect(await page.getByRole('heading', { level: 2 }).evaluate((title) => title.textContent)).toBe(text.slice(0, 300));
  await page.getByRole('button', { name: 'Vote' }).click();
  await stateOf(page, 'answered');
  expect(await page.evaluate(() => [document.documentElement.scrollWidth, 'hit' in window])).toEqual([320, false]);
  await leave(page);
});

test('events tell the page what happens, through whatever shadow stands between', async () => {
  const id = await make('polls', { title: 'Lunch?', options: ['Soup', 'Salad'] });
  const page = await open('');
  await page.evaluate(() => {
    const told: string[] = [];
    Object.assign(window, { told });
    for (const name of ['ready', 'answer', 'error'])
      document.addEventListener(`askwell:${name}`, (event) => {
        if (event instanceof CustomEvent) told.push(`${name} ${event.detail.id} ${event.detail.code ?? ''}`);
      });
  });
  await page.evaluate((poll) => {
    const shadow = document.body.appendChild(document.createElement('div')).attachShadow({ mode: 'open' });
    for (const one of [poll, 'poll_00000000000000000000']) {
      const element = document.createElement('askwell-poll');
      element.setAttribute('poll-id', one);
      shadow.append(element);
    }
  }, id);
  await page.getByRole('radio', { name: 'Soup' }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
  await stateOf(page, 'answered');
  expect((await page.evaluate(() => Reflect.get(window, 'told'))).sort()).toEqual([
    `answer ${id} `,
    'error poll_00000000000000000000 not_found',
    `ready ${id} `,
  ]);
  await leave(page);
});

test('a definition is found even where the script has come before it', async () => {
  const definition = {
    poll: {
      id: 'poll_00000000000000000000',
      title: 'Lunch?',
      type: 'single',
      accepting: true,
      options: [{ id: 'o1', label: 'Soup' }],
    },
    results: null,
  };
  const body = `<script src="${house.askwell}/widget.js"></script>
    <askwell-poll><script type="application/json">${JSON.stringify(definition)}</script></askwell-poll>`;
  const page = await open('', { page: { body } });
  await page.getByRole('radio', { name: 'Soup' }).waitFor();
  await leave(page);
});

test('what it can not show leaves the visitor with words, not with nothing', async () => {
  const beyond = {
    poll: { id: 'poll_00000000000000000000', title: 'New', type: 'auction', accepting: true },
    results: null,
  };
  const page = await open(
    `<askwell-poll><script type="application/json">${JSON.stringify(beyond)}</script></askwell-poll>
    <askwell-form form-id="form_00000000000000000000"><script type="application/json">{"form": </script></askwell-form>`,
  );
  await stateOf(page, 'failed');
  await page.getByText('This could not be loaded.').waitFor();
  await page.getByText('There is nothing here any more.').waitFor();
  await leave(page);
});

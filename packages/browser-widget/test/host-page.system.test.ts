import { expect, test } from 'vitest';
import { close, createAsk, open, readView, servers, stateOf } from './support/browser.js';

test('an inline definition is shown without a request', async () => {
  const id = await createAsk('polls', { title: 'Lunch?', options: ['Soup', 'Salad'] });
  const definition = JSON.stringify(await readView('polls', id));
  const requested: string[] = [];
  const page = await open('');
  page.on('request', (request) => requested.push(request.url()));
  const markup = `<askwell-poll><script type="application/json">${definition}</script></askwell-poll>`;
  await page.evaluate((html) => document.body.insertAdjacentHTML('beforeend', html), markup);
  await page.getByRole('radio', { name: 'Soup' }).check();
  expect(requested).toEqual([]);
  await page.getByRole('button', { name: 'Vote' }).click();
  await stateOf(page, 'answered');
  await close(page);
});

test('a fallback form is replaced when the ask is loaded, and stays if loading fails', async () => {
  const id = await createAsk('polls', { title: 'Lunch?', options: ['Soup', 'Salad'] });
  const plain = '<form action="/vote"><button>Plain</button></form>';
  const page = await open(
    `<askwell-poll poll-id="${id}">${plain}</askwell-poll><askwell-poll id="gone" poll-id="poll_00000000000000000000">${plain}</askwell-poll>`,
  );
  await stateOf(page, 'open');
  await stateOf(page, 'missing');
  await expect.poll(() => page.getByRole('button', { name: 'Plain' }).count()).toBe(1);
  await expect.poll(() => page.locator('#gone').getByRole('button', { name: 'Plain' }).isVisible()).toBe(true);
  await close(page);
});

test.each([
  ['markup', '<img src=x onerror="window.hit=1"><script>window.hit=1</script>&amp;'],
  ['5,000 characters without a space', 'x'.repeat(5_000)],
  ['bidirectional control characters', '\u202Eevil\u2066 \u05d0\u05d1 (1) \u202D'],
])('%s in a text are shown as text and do not break the layout', async (_what, text) => {
  const id = await createAsk('polls', {
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
  await close(page);
});

test('events cross shadow roots', async () => {
  const id = await createAsk('polls', { title: 'Lunch?', options: ['Soup', 'Salad'] });
  const page = await open('');
  await page.evaluate(() => {
    const events: string[] = [];
    Object.assign(window, { events });
    for (const name of ['ready', 'answer', 'error'])
      document.addEventListener(`askwell:${name}`, (event) => {
        if (event instanceof CustomEvent) events.push(`${name} ${event.detail.id} ${event.detail.code ?? ''}`);
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
  expect((await page.evaluate(() => Reflect.get(window, 'events'))).sort()).toEqual([
    `answer ${id} `,
    'error poll_00000000000000000000 not_found',
    `ready ${id} `,
  ]);
  await close(page);
});

test('an inline definition is found if the script runs before it is parsed', async () => {
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
  const body = `<script src="${servers.askwell}/widget.js"></script>
    <askwell-poll><script type="application/json">${JSON.stringify(definition)}</script></askwell-poll>`;
  const page = await open('', { page: { body } });
  await page.getByRole('radio', { name: 'Soup' }).waitFor();
  await close(page);
});

test('an unknown type and an invalid definition show a message', async () => {
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
  await page.getByText('This is no longer available.').waitFor();
  await close(page);
});

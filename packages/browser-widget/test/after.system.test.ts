import type { Page as Tab } from 'playwright-core';
import { expect, test } from 'vitest';
import { blank, close, createAsk, open, servers } from './support/browser.js';
import { pathOf } from './support/pages.js';

const thanksUrl = servers.site + pathOf({ body: '<p id="arrived">Arrived</p>' });
const message = 'We will call you.';

/** Creates a poll whose results a visitor may see after voting. */
const createPoll = (after: object) => createAsk('polls', { options: ['Soup', 'Salad'], after });

async function openHostedPage(id: string, javaScriptEnabled: boolean): Promise<Tab> {
  const page = await blank({ javaScriptEnabled });
  await page.goto(`${servers.askwell}/p/${id}`);
  if (javaScriptEnabled) await page.locator('[state=open]').waitFor();
  return page;
}

/** The ways to vote. The plain form does not know who has voted, so it is the last one. */
const surfaces: readonly (readonly [string, (id: string) => Promise<Tab>])[] = [
  ['the widget', (id) => open(`<askwell-poll poll-id="${id}"></askwell-poll>`)],
  ['the hosted page', (id) => openHostedPage(id, true)],
  ['the hosted page without JavaScript', (id) => openHostedPage(id, false)],
  [
    'a plain HTML form',
    (id) =>
      open(`<form method="post" action="${servers.askwell}/api/v1/polls/${id}/votes">
        <label><input type="radio" name="choices" value="o1"> Soup</label><button>Vote</button></form>`),
  ],
];

async function vote(page: Tab): Promise<void> {
  await page.getByRole('radio', { name: 'Soup' }).check();
  await page.getByRole('button', { name: 'Vote' }).click();
}

test.each(surfaces)('after an answer on %s, a visitor goes to `after.url`', async (_surface, openPage) => {
  const page = await openPage(await createPoll({ url: thanksUrl }));
  await vote(page);
  await page.locator('#arrived').waitFor();
  expect(page.url()).toBe(thanksUrl);
  await close(page);
});

test.each(surfaces)(
  'after an answer on %s, a visitor sees `after.message` and a link to `after.url`',
  async (_surface, openPage) => {
    const page = await openPage(await createPoll({ url: thanksUrl, message }));
    await vote(page);
    await page.getByText(message).waitFor();
    await page.getByRole('link', { name: 'Continue' }).click();
    await page.locator('#arrived').waitFor();
    await close(page);
  },
);

test.each(surfaces.slice(0, 3))('a visitor who returns to %s gets the link', async (_surface, openPage) => {
  const id = await createPoll({ url: thanksUrl });
  const page = await openPage(id);
  await vote(page);
  await page.locator('#arrived').waitFor();
  await page.goBack();
  await page.reload();
  expect(await page.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(thanksUrl);
  await close(page);
});

test('a page can keep the visitor by preventing the default action of the event', async () => {
  const page = await open(
    `<askwell-poll poll-id="${await createPoll({ url: thanksUrl })}"></askwell-poll>
    <script>document.addEventListener('askwell:answer', (event) => event.preventDefault())</script>`,
  );
  await vote(page);
  await page.getByText('100%').waitFor();
  expect(await page.getByRole('link', { name: 'Continue' }).getAttribute('href')).toBe(thanksUrl);
  await close(page);
});

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { openWindow } from './dashboard-fixture.js';
import { beyond, faults } from './faults.js';

let browser: Browser;
let server: SocketServer;
let owner: Owner;
let context: BrowserContext;
let page: Page;
let id: string;
beforeAll(async () => {
  browser = await launchChromium();
  server = await startServer();
});
afterAll(async () => {
  await browser.close();
  await server.close();
});
beforeEach(async () => {
  owner = await createOwner(server.services);
  const fields = [
    { id: 'p1', type: 'page' as const, label: 'You' },
    { id: 'age', type: 'number' as const, label: 'Age' },
    { id: 'p2', type: 'page' as const, label: 'More' },
    { id: 'why', type: 'short_text' as const, label: 'Why do you apply?' },
  ];
  id = (await server.askwell.forms.create(owner.session.account, { title: 'Study', status: 'draft', fields })).id;
  context = await openWindow(browser, server, owner, { reducedMotion: 'reduce' });
  page = await context.newPage();
  await page.goto(`${server.url}/dashboard/asks/${id}/logic`);
});
afterEach(() => context.close());

const named = (name: string) => page.locator(`[name="${name}"]`);
const press = (name: string) => page.getByRole('button', { name, exact: true }).click();

test('a form gets a variable, two endings and a jump, is published, and is tried page by page', async () => {
  await press('Add a number');
  await named('variables.0.renamed').fill('Years left');
  await press('Rename');
  await page.getByText('years_left starts with 0').first().waitFor();
  await named('variables.0.value').fill('100');
  await press('Add a rule');
  await named('variables.0.rules.0.change').selectOption('subtract');
  await named('variables.0.rules.0.operand.from').selectOption('age');
  await page.getByText('Subtract the answer to “Age”').first().waitFor();

  for (const [at, title] of ['Thanks', 'Sorry'].entries()) {
    await press('Add an ending');
    await named(`endings.${at}.title`).fill(title);
  }
  await named('endings.1.outcome').selectOption('disqualified');
  await page.locator('#field-p1').getByRole('button', { name: 'Add a jump' }).click();
  await named('fields.0.next.0.to').selectOption('e2');
  await named('fields.0.next.0.when.0.field').selectOption('age');
  await named('fields.0.next.0.when.0.operator').selectOption('less');
  await named('fields.0.next.0.when.0.value').fill('18');
  await page.locator('#map', { hasText: 'To the ending “Sorry” if “Age” is less than 18' }).waitFor();
  expect(await page.locator('#map .map-lines').count()).toBeGreaterThan(0);

  await press('Publish');
  await page.waitForURL('**/share**');
  const { variables, endings, fields } = await server.askwell.forms.get(owner.session.account, id);
  expect(variables).toEqual([
    { id: 'years_left', type: 'number', value: 100, rules: [{ subtract: { field: 'age' } }] },
  ]);
  expect(endings.map(({ title, outcome }) => [title, outcome])).toEqual([
    ['Thanks', 'completed'],
    ['Sorry', 'disqualified'],
  ]);
  expect(fields[0]).toMatchObject({ next: [{ to: 'e2', when: { all: [{ field: 'age', less: 18 }] } }] });

  await page.goto(`${server.url}/dashboard/asks/${id}/logic`);
  await page.locator('#try > summary').click();
  await press('Start');
  const outcome = (text: string) => page.locator('.try', { hasText: text }).waitFor();
  await outcome('Page 1 of 2');
  await named('a.age').fill('17');
  await named('a.age').press('Tab');
  await outcome('Sorry (does not count)');
  await outcome('Page 1 of 1');
  await outcome('years_left83');
  await named('a.age').fill('30');
  await named('a.age').press('Tab');
  await outcome('Page 1 of 2');
  await press('Next page');
  await named('a.why').fill('Curious');
  await press('Show the result');
  await outcome('Thanks');
  await outcome('years_left70');

  await page
    .locator('.entry', { hasText: 'Sorry' })
    .last()
    .getByRole('link', { name: /^Change/ })
    .click();
  await named('endings.1.title').waitFor();
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await faults(page)).toEqual([]);
  }
  for (const width of [360, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await beyond(page)).toBe(0);
  }
});

test('removing a variable says what else was removed, and can be undone', async () => {
  await press('Add a number');
  await press('Add an ending');
  await named('endings.0.when.0.field').selectOption('$score');
  await named('endings.0.when.0.value').fill('5');
  await page.getByText('Ending 1 if “score” is 5').first().waitFor();
  await page.getByRole('button', { name: /^Remove score/ }).click();
  await page.locator('[data-save-state]', { hasText: '1 condition was removed.' }).waitFor();
  await press('Undo');
  await page.getByText('Ending 1 if “score” is 5').first().waitFor();
});

test('what the logic probably does not mean is shown while it is edited, and leads to its place', async () => {
  for (const title of ['Thanks', 'Sorry']) {
    await press('Add an ending');
    await named(`endings.${title === 'Thanks' ? 0 : 1}.title`).fill(title);
  }
  const list = page.locator('[data-warnings]');
  await list.getByText('Ending 2 (“Sorry”)').waitFor();
  expect(await page.locator('#map .unreachable').allInnerTexts()).toEqual([expect.stringContaining('Sorry')]);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await faults(page)).toEqual([]);
  }
  await named('endings.1.title').waitFor();
  await page.locator('#m-endings-1').getByRole('link', { name: /^Done/ }).click();
  await list.getByRole('link', { name: 'Ending 2 (“Sorry”)' }).click();
  await named('endings.1.title').waitFor();

  await page
    .locator('#m-endings-0')
    .getByRole('link', { name: /^Change/ })
    .click();
  await named('endings.0.when.0.field').selectOption('age');
  await named('endings.0.when.0.operator').selectOption('greater');
  await named('endings.0.when.0.value').fill('17');
  await list.waitFor({ state: 'detached' });
  expect(await page.locator('#map .unreachable').count()).toBe(0);
});

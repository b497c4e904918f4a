import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { openWindow } from './dashboard-fixture.js';
import { faults } from './faults.js';

let browser: Browser;
let server: SocketServer;
let owner: Owner;
let context: BrowserContext;
let page: Page;
let pollId: string;
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
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'], status: 'draft' as const };
  pollId = (await server.askwell.polls.create(account(), draft)).id;
  context = await openWindow(browser, server, owner, { reducedMotion: 'reduce' });
  page = await context.newPage();
  await page.goto(editUrl());
});
afterEach(() => context.close());

const account = () => owner.session.account;
const editUrl = () => `${server.url}/dashboard/asks/${pollId}/edit`;
const stored = () => server.askwell.polls.get(account(), pollId);
const saveState = (text: string, of = page): Locator => of.locator('[data-save-state]', { hasText: text });
const saved = (of = page) => saveState('Saved.', of).waitFor();
const label = (at: number) => page.locator(`[name="options.${at}.label"]`);
const canvas = () => page.locator('askwell-poll');

test('adds options by keyboard, and undoes and redoes changes', async () => {
  await page.getByRole('button', { name: 'Add option', exact: true }).focus();
  await page.keyboard.press('Enter');
  await canvas().getByText('Option 3').waitFor();
  await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('options.2.label');
  await page.keyboard.type('Bread');
  await canvas().getByText('Bread').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await canvas().getByText('Option 3').waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => label(2).count()).toBe(0);
  await page.getByRole('button', { name: 'Redo' }).click();
  await canvas().getByText('Option 3').waitFor();
  await page.getByRole('button', { name: 'Redo' }).click();
  await canvas().getByText('Bread').waitFor();
  expect((await stored()).options.map((option) => option.label)).toEqual(['Soup', 'Salad', 'Bread']);
  await label(2).press('Enter');
  await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('options.3.label');
});

test('only what is not published can be published', async () => {
  await server.askwell.polls.update(account(), pollId, { status: 'open' });
  await page.reload();
  const publish = page.getByRole('button', { name: 'Publish changes' });
  await expect.poll(() => publish.isDisabled()).toBe(true);
  await page.fill('[name="title"]', 'Dinner?');
  await expect.poll(() => publish.isEnabled()).toBe(true);
  await saveState('Saved. Not published yet.').waitFor();
});

test('what is typed shows before the rest of the page follows, and is kept if the page is published or left at once', async () => {
  const type = (title: string, then: string) =>
    page.evaluate(`(() => {
      const added = new MutationObserver(() => {});
      added.observe(document.documentElement, { childList: true });
      const field = document.querySelector('[name="title"]');
      field.value = ${JSON.stringify(title)};
      field.dispatchEvent(new Event('input', { bubbles: true }));
      return ${then};
    })()`);
  await page.locator('[name="title"]').click();
  const shown =
    '[...document.querySelectorAll("[data-save-state], [data-history]:enabled")].map((part) => part.textContent)';
  // An element beside the body would make the browser compute the styles of the whole page.
  expect(await type('Dinner?', `[${shown}, added.takeRecords().length]`)).toEqual([['Saving …'], 0]);
  await page.getByRole('button', { name: 'Undo', disabled: false }).waitFor();
  await expect.poll(async () => (await stored()).title).toBe('Dinner?');
  await saved();
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    await dialog.dismiss();
    return dialog.type();
  });
  await type('Supper?', 'location.reload()');
  expect(await asked).toBe('beforeunload');
  await expect.poll(async () => (await stored()).title).toBe('Supper?');
  await type('Tea?', 'document.querySelector(".tabs a[href$=settings]").click()');
  await page.waitForURL('**/settings');
  expect((await stored()).title).toBe('Tea?');
  await page.goto(editUrl());
  await type('Breakfast?', 'document.querySelector("#editor-publish").click()');
  await page.waitForURL('**/share?notice=published');
  expect((await stored()).title).toBe('Breakfast?');
});

test('the preview shows what was saved when nothing more is typed, if the response arrives before', async () => {
  const held: (() => void)[] = [];
  await page.route('**/working-copy', async (route) => {
    await new Promise<void>((resolve) => held.push(resolve));
    await route.continue();
  });
  await page.fill('[name=title]', 'Dessert');
  await expect.poll(() => held.length).toBe(1);
  await page.fill('[name=title]', 'Dessert?');
  const response = page.waitForResponse('**/working-copy');
  held[0]?.();
  await page.fill('[name=title]', 'Dessert? Yes');
  await response;
  await canvas().getByText('Dessert', { exact: true }).waitFor();
  await expect.poll(() => held.length).toBe(2);
  held[1]?.();
  await canvas().getByText('Dessert? Yes', { exact: true }).waitFor();
  await saved();
});

test('the preview shows what was typed before a text of it was edited', async () => {
  await page.clock.install();
  await page.reload();
  await canvas().getByText('Salad').waitFor();
  await page.clock.pauseAt(Date.now() + 60_000);
  await label(0).fill('Stew');
  await page.clock.runFor(500);
  await expect.poll(async () => (await stored()).options[0]?.label).toBe('Stew');
  await saved();
  // Too early for the preview.
  await page.clock.runFor(200);
  await canvas().getByText('Lunch?').dblclick();
  // The preview would follow now.
  await page.clock.runFor(2_000);
  expect(await canvas().getByText('Soup').count()).toBe(1);
  await page.keyboard.press('Escape');
  await page.clock.resume();
  await canvas().getByText('Stew').waitFor();
});

test('shows at the field why a change is not saved, until it is saved', async () => {
  await page.locator('[name="title"]').evaluate((field) => field.removeAttribute('maxlength'));
  await page.fill('[name="title"]', 'x'.repeat(100_000));
  await saveState('Not saved: Use at most 300 characters.').waitFor();
  const fault = page.locator('.field:has([name="title"]) .fault');
  expect(await fault.innerText()).toBe('Use at most 300 characters.');
  await page.fill('[name="title"]', 'Dinner?');
  await saved();
  expect(await fault.count()).toBe(0);
});

test('changes of two tabs are merged, and only what both changed is asked, in the editor', async () => {
  const second = await context.newPage();
  await second.goto(editUrl());
  await second.fill('[name=description]', 'In the canteen');
  await expect.poll(async () => (await stored()).description).toBe('In the canteen');
  await page.fill('[name=title]', 'Theirs');
  await expect.poll(async () => (await stored()).title).toBe('Theirs');
  await expect.poll(() => page.inputValue('[name=description]')).toBe('In the canteen');

  await second.fill('[name=title]', 'Mine');
  const dialog = second.getByRole('dialog', { name: 'This was also changed' });
  await dialog.waitFor();
  const part = dialog.getByRole('group', { name: 'Title' });
  expect(await part.getByRole('radio', { name: 'Yours Mine' }).isChecked()).toBe(true);
  expect(await part.getByRole('radio', { name: 'Saved by the other Theirs' }).isChecked()).toBe(false);
  expect((await stored()).title).toBe('Theirs');
  for (const colorScheme of ['light', 'dark'] as const) {
    await second.emulateMedia({ colorScheme });
    expect(await faults(second)).toEqual([]);
  }
  await second.keyboard.press('Enter');
  await expect.poll(async () => (await stored()).title).toBe('Mine');
  expect(second.url()).toBe(editUrl());
  await second.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(async () => (await stored()).title).toBe('Theirs');
  expect((await stored()).description).toBe('In the canteen');

  await page.fill('[name=title]', 'Theirs again');
  await expect.poll(async () => (await stored()).title).toBe('Theirs again');
  await second.fill('[name=title]', 'Mine again');
  await dialog.waitFor();
  for (const key of ['Escape', 'Escape']) await second.keyboard.press(key);
  await part.getByRole('radio', { name: 'Saved by the other Theirs again' }).check();
  await dialog.getByRole('button', { name: 'Keep the chosen version' }).click();
  await expect.poll(() => second.inputValue('[name=title]')).toBe('Theirs again');
  await second.fill('[name=description]', 'Later');
  await expect.poll(async () => (await stored()).description).toBe('Later');
  expect((await stored()).title).toBe('Theirs again');
});

test('keeps input without a connection or a session, and saves it as soon as possible', async () => {
  await context.setOffline(true);
  await page.fill('[name=title]', 'Offline');
  await saveState('the server cannot be reached').waitFor();
  expect((await stored()).title).toBe('Lunch?');
  await context.setOffline(false);
  await saved();
  expect((await stored()).title).toBe('Offline');

  const cookies = await context.cookies();
  await context.clearCookies();
  await page.fill('[name=title]', 'Signed out');
  await saveState('you are signed out').waitFor();
  await context.addCookies(cookies);
  await saved();
  expect((await stored()).title).toBe('Signed out');

  // The server saves it, and the response is lost.
  await page.route('**/working-copy', async (route) => {
    await route.fetch({ headers: { ...(await route.request().allHeaders()), 'sec-fetch-site': 'same-origin' } });
    await route.abort();
  });
  await page.fill('[name=title]', 'Lost');
  await saveState('the server cannot be reached').waitFor();
  expect((await stored()).title).toBe('Lost');
  await page.fill('[name=title]', 'Lost, and changed');
  await page.unroute('**/working-copy');
  await saved();
  expect((await stored()).title).toBe('Lost, and changed');
  expect(await page.getByRole('dialog').count()).toBe(0);
});

test('keeps input after the poll was deleted in another tab, and says that the poll is deleted', async () => {
  await server.askwell.polls.delete(account(), pollId);
  await page.fill('[name=title]', 'Too late');
  await saveState('this was deleted').waitFor();
  await page.getByRole('button', { name: 'Add option', exact: true }).click();
  await saveState('this was deleted').waitFor();
  expect(await page.inputValue('[name=title]')).toBe('Too late');
});

test('the history stays for the next page, and not after the owner has signed out', async () => {
  const histories = () =>
    page.evaluate('Object.keys(sessionStorage).filter((key) => key.startsWith("askwell-history"))');
  await page.fill('[name=title]', 'Dinner?');
  await saved();
  await page.reload();
  await page.getByRole('button', { name: 'Undo', disabled: false }).waitFor();
  expect(await histories()).toEqual([`askwell-history:${pollId}`]);
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.waitForURL((url) => !url.pathname.startsWith('/dashboard'));
  expect(await histories()).toEqual([]);
});

test('texts are edited in the preview', async () => {
  await canvas().getByText('Salad').dblclick();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Fruit');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored()).options[1]?.label).toBe('Fruit');
  expect(await label(1).inputValue()).toBe('Fruit');
});

test('in the preview, keys undo and redo outside of text fields, and Enter edits the text of what has the focus', async () => {
  const isFocused = (element: Locator) => element.evaluate((one) => one.matches(':focus'));
  const soup = canvas().getByRole('radio', { name: 'Soup' });
  await page.fill('[name=title]', 'Dinner?');
  await canvas().getByText('Dinner?').waitFor();
  await soup.focus();
  for (const [key, title] of [
    ['Control+z', 'Lunch?'],
    ['Control+Shift+Z', 'Dinner?'],
    ['Meta+z', 'Lunch?'],
    ['Control+y', 'Dinner?'],
  ] as const) {
    await page.keyboard.press(key);
    await canvas().getByText(title).waitFor();
    expect(await page.inputValue('[name=title]')).toBe(title);
    await expect.poll(() => isFocused(soup)).toBe(true);
  }

  // Keys that are shortcuts elsewhere are typed. Escape restores the text.
  await page.keyboard.press('Enter');
  await page.keyboard.type('n?a');
  await expect.poll(() => label(0).inputValue()).toBe('n?a');
  await page.keyboard.press('Escape');
  await expect.poll(() => label(0).inputValue()).toBe('Soup');
  expect([page.url().startsWith(editUrl()), await page.getByRole('dialog').count()]).toEqual([true, 0]);
  await expect.poll(() => isFocused(soup)).toBe(true);
  await page.keyboard.press('Enter');
  await page.keyboard.type('Bread');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored()).options[0]?.label).toBe('Bread');

  await canvas().locator('.title').press('Enter');
  await page.keyboard.type('Supper?');
  await page.keyboard.press('Enter');
  await expect.poll(async () => (await stored()).title).toBe('Supper?');

  const fields = [
    { id: 'name', type: 'short_text' as const, label: 'Name' },
    { id: 'stars', type: 'rating' as const, label: 'Rating' },
  ];
  const { id } = await server.askwell.forms.create(account(), { title: 'Contact', status: 'draft', fields });
  const labels = async () => (await server.askwell.forms.get(account(), id)).fields.map((field) => field.label);
  await page.goto(`${server.url}/dashboard/asks/${id}/edit`);
  await page.fill('[name=title]', 'Contact us');
  const preview = page.locator('askwell-form');
  await preview.getByText('Contact us').waitFor();
  const name = preview.getByRole('textbox', { name: 'Name' });
  await name.pressSequentially('Kim');
  await page.keyboard.press('Control+z');
  await expect.poll(() => name.inputValue()).not.toBe('Kim');
  expect(await page.inputValue('[name=title]')).toBe('Contact us');
  await name.press('Enter');
  await page.keyboard.type('Full name');
  await page.keyboard.press('Enter');
  await preview.getByRole('radio').first().press('Enter');
  await page.keyboard.type('Stars');
  await page.keyboard.press('Enter');
  await expect.poll(labels).toEqual(['Full name', 'Stars']);
});

test('a text of a field that is not chosen is edited in the preview, and removals can be undone on the next page', async () => {
  const fields = [
    { id: 'name', type: 'short_text' as const, label: 'Name' },
    {
      id: 'phone',
      type: 'phone' as const,
      label: 'Phone number',
      show_if: { all: [{ field: 'name', answered: true }] },
    },
  ];
  const { id } = await server.askwell.forms.create(account(), { title: 'Contact', status: 'draft', fields });
  await page.goto(`${server.url}/dashboard/asks/${id}/edit`);
  const names = async () => (await server.askwell.forms.get(account(), id)).fields.map(({ label }) => label);
  const text = page.locator('askwell-form').getByText('Name', { exact: true });
  await text.dblclick();
  await page.keyboard.type('n-a');
  await page.keyboard.press('Escape');
  expect(await text.textContent()).toBe('Name');
  await text.dblclick();
  await page.keyboard.type('Full name');
  expect(await page.locator('.outline-title').first().textContent()).toBe('Full name');
  await page.keyboard.press('Enter');
  await expect.poll(names).toEqual(['Full name', 'Phone number']);
  expect(await page.inputValue('[name="fields.0.label"]')).toBe('Full name');

  await page.locator('.outline-item').first().hover();
  await page.getByRole('button', { name: 'Remove Full name' }).click();
  await saveState('1 condition was removed. Saved.').waitFor();
  expect((await server.askwell.forms.get(account(), id)).fields[0]?.show_if).toBe(null);
  await page.getByRole('link', { name: 'Logic' }).click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.locator('#facts-phone', { hasText: 'Shown if “Full name” is answered.' }).waitFor();
  await expect.poll(names).toEqual(['Full name', 'Phone number']);
});

test('the tab Code saves what is typed, and says what is not JSON or not known', async () => {
  await page.goto(editUrl().replace('/edit', '/code'));
  const code = page.locator('[name=definition]');
  await code.fill('{\n  "title": "Coded"\n  "options": ["One", "Two"]\n}');
  await saveState('Not saved: Line 3, column 3 is not valid JSON.').waitFor();
  await code.fill('{ "title": "Coded", "titel": "A", "options": ["One", "Two"] }');
  await page.locator('[data-editor-notes]', { hasText: 'Titel' }).waitFor();
  expect((await stored()).title).toBe('Lunch?');
  await code.fill('{ "title": "Coded", "options": ["One", "Two"] }');
  await expect.poll(async () => (await stored()).title).toBe('Coded');
  await expect.poll(() => page.locator('[data-editor-notes]').textContent()).toBe('');
  await page.getByRole('link', { name: 'Settings' }).click();
  for (const step of ['Undo', 'Undo']) await page.getByRole('button', { name: step }).click();
  await expect.poll(async () => (await stored()).title).toBe('Lunch?');
});

test('conditions are edited in place, and answers are tried while they are chosen', async () => {
  const fields = [
    { id: 'going', type: 'single_choice' as const, label: 'Attending', options: ['Yes', 'No'] },
    { id: 'guests', type: 'number' as const, label: 'Guests' },
  ];
  const { id } = await server.askwell.forms.create(account(), { title: 'Party', status: 'draft', fields });
  await page.goto(`${server.url}/dashboard/asks/${id}/logic`);
  await page.getByRole('link', { name: 'Add condition to Guests' }).press('Enter');
  await page.locator('#condition').waitFor();
  await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('fields.1.show_if.0.field');
  await page.selectOption('[name="fields.1.show_if.0.field"]', 'going');
  await page.selectOption('[name="fields.1.show_if.0.value"]', 'Yes');
  const steps = [
    ['Undo', ['']],
    ['Undo', []],
    ['Redo', ['']],
    ['Redo', ['o1']],
  ] as const;
  for (const [name, chosen] of steps) {
    await page.getByRole('button', { name }).click();
    const values = page.locator('select[name="fields.1.show_if.0.value"]');
    await expect.poll(async () => Promise.all((await values.all()).map((value) => value.inputValue()))).toEqual(chosen);
  }
  await page.getByRole('link', { name: /^Done/ }).click();
  await page.locator('#facts-guests', { hasText: 'Shown if “Attending” is “Yes”.' }).waitFor();
  await expect.poll(() => page.locator(':focus').textContent()).toBe('Change the condition of Guests');
  // On a phone, the answers to try follow the fields.
  await page.setViewportSize({ width: 360, height: 740 });
  await page.getByRole('link', { name: 'Try it' }).click();
  await page.keyboard.press('Tab');
  await page.locator('#try > summary:focus').press('Enter');
  await page.getByRole('button', { name: 'Start', exact: true }).click();
  await page.getByLabel('Attending').selectOption('Yes');
  await page
    .locator('[data-announcer]', { hasText: 'With these answers, 2 of 2 fields show.' })
    .waitFor({ state: 'attached' });
  await page.getByLabel('Attending').selectOption('No');
  await page
    .locator('[data-announcer]', { hasText: 'With these answers, 1 of 2 fields shows.' })
    .waitFor({ state: 'attached' });
  const condition = async () => (await server.askwell.forms.get(account(), id)).fields[1]?.show_if;
  await expect.poll(condition).toEqual({ all: [{ field: 'going', is: 'o1' }] });
});

test('a key changes one row of the outline, and the preview keeps all other fields with their answers', async () => {
  const fields = ['Name', 'City', 'Job'].map((label, at) => ({ id: `f${at}`, type: 'short_text' as const, label }));
  const { id } = await server.askwell.forms.create(account(), { title: 'Contact', status: 'draft', fields });
  await page.goto(`${server.url}/dashboard/asks/${id}/edit?item=f1`);
  const preview = page.locator('askwell-form');
  await preview.getByRole('textbox', { name: 'Job' }).fill('Baker');
  await preview.locator('[data-edited]', { hasText: 'City' }).waitFor();
  await page.evaluate(`
    globalThis.changed = new Set();
    const observer = new MutationObserver((records) => {
      for (const { target } of records) changed.add((target.parentElement ?? target).closest('li')?.id);
    });
    const all = { subtree: true, childList: true, attributes: true, characterData: true };
    for (const row of document.querySelectorAll('.outline-item')) observer.observe(row, all);
  `);
  await page.fill('[name="fields.1.label"]', 'Town');
  await preview.locator('[data-edited]', { hasText: 'Town' }).waitFor();
  expect(await preview.getByRole('textbox').count()).toBe(3);
  expect(await preview.getByRole('textbox', { name: 'Job' }).inputValue()).toBe('Baker');
  expect(await page.evaluate('[...changed]')).toEqual(['row-f1']);
  await page.getByRole('link', { name: 'Title and description' }).click();
  await page.fill('[name=title]', 'Contacts');
  await preview.getByRole('heading', { name: 'Contacts' }).waitFor();
  expect(await preview.getByRole('textbox', { name: 'Job' }).inputValue()).toBe('Baker');
  await page.locator('[name=title]').blur();
  await page.getByRole('button', { name: 'Undo' }).click();
  await preview.getByRole('heading', { name: 'Contact', exact: true }).waitFor();
});

test('formulas of a quiz are shown in the preview while they are typed, and those that visitors see as TeX are named', async () => {
  const questions = [{ id: 'half', type: 'number' as const, prompt: 'How much?', answer: { value: 4 } }];
  const { id } = await server.askwell.quizzes.create(account(), {
    title: 'Halves',
    description: 'About halves.',
    status: 'draft',
    questions,
  });
  await page.goto(`${server.url}/dashboard/asks/${id}/edit?item=half`);
  const preview = page.locator('askwell-quiz');
  const warnings = page.locator('[data-warnings]');
  await preview.locator('[data-edited]', { hasText: 'How much?' }).waitFor();
  const prompt = page.locator('[name="questions.0.prompt"]');
  await prompt.fill('What is ');
  await prompt.pressSequentially('$\\frac{1}{2}$ of $8$?');
  await preview.locator('[data-edited] mfrac').waitFor();
  await expect.poll(() => preview.locator('[data-edited] math').count()).toBe(2);
  expect(await warnings.count()).toBe(0);

  await prompt.fill('What is $\\frac{1}{2$ of $8$?');
  await preview.locator('[data-edited] code', { hasText: '\\frac{1}{2' }).waitFor();
  expect(await preview.locator('[data-edited] math').count()).toBe(1);
  const link = warnings.getByRole('link', { name: 'Question 1' });
  await link.waitFor();
  expect(await warnings.innerText()).toContain('Visitors see the formula “$\\frac{1}{2$” as you typed it');
  expect(await faults(page)).toEqual([]);

  await page.getByRole('link', { name: 'Title and description' }).click();
  await page.fill('[name=description]', 'About $h$.');
  await preview.locator('.description math').waitFor();
  // Around a formula that the preview has already.
  await page.fill('[name=description]', 'All about $h$.');
  await preview.locator('.description', { hasText: 'All about' }).waitFor();
  expect(await preview.locator('.description').textContent()).toBe('All about h.');

  await link.click();
  await expect.poll(() => page.locator(':focus').getAttribute('name')).toBe('questions.0.prompt');
  await prompt.fill('What is $\\frac{1}{2}$ of $8$?');
  await preview.locator('[data-edited] mfrac').waitFor();
  await warnings.waitFor({ state: 'detached' });
  await expect
    .poll(async () => (await server.askwell.quizzes.get(account(), id)).questions[0]?.prompt)
    .toBe('What is $\\frac{1}{2}$ of $8$?');
});

describe('the order of fields', () => {
  let formId: string;
  beforeEach(async () => {
    const fields = Array.from({ length: 12 }, (_, at) => ({ type: 'email' as const, label: `Field ${at + 1}` }));
    formId = (await server.askwell.forms.create(account(), { title: 'Long', status: 'draft', fields })).id;
  });

  const order = async () =>
    (await server.askwell.forms.get(account(), formId)).fields.map(({ label }) => Number(label.slice(6)));
  const handle = (of: Page, at: number) => of.locator('[data-handle]').nth(at);
  const announced = (of: Page, text: string) =>
    of.locator('[data-announcer]', { hasText: text }).waitFor({ state: 'attached' });

  async function middle(element: Locator): Promise<{ x: number; y: number }> {
    const box = (await element.boundingBox()) ?? expect.unreachable('The element is visible.');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  }

  test.each(['mouse', 'pen'] as const)(
    'is changed by dragging a handle with the %s, unless Escape cancels it',
    async (pointerType) => {
      await page.goto(`${server.url}/dashboard/asks/${formId}/edit`);
      const devtools = await context.newCDPSession(page);
      const send = (type: 'mousePressed' | 'mouseMoved' | 'mouseReleased', at: { x: number; y: number }) =>
        devtools.send('Input.dispatchMouseEvent', {
          type,
          ...at,
          button: 'left',
          buttons: 1,
          clickCount: 1,
          pointerType,
        });
      const [first, third] = [await middle(handle(page, 0)), await middle(handle(page, 2))];
      const below = { ...third, y: third.y + 30 };
      const drag = async () => {
        await send('mousePressed', first);
        await send('mouseMoved', below);
        await page.locator('.outline-item.drop-before', { hasText: 'Field 4' }).waitFor();
      };
      await drag();
      await announced(page, '“Field 1”: position 3 of 12.');
      await page.keyboard.press('Escape');
      await announced(page, '“Field 1” was not moved.');
      await send('mouseReleased', below);
      expect(await page.locator('.dragged, .drop-before').count()).toBe(0);
      await drag();
      await send('mouseReleased', below);
      await expect.poll(order).toEqual([2, 3, 1, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
      await announced(page, '“Field 1” was moved to position 3 of 12.');
    },
  );

  test('is changed by touch: only the handle drags, and the page scrolls near its edges', async () => {
    const phone = await openWindow(browser, server, owner, { hasTouch: true, viewport: { width: 360, height: 640 } });
    const touched = await phone.newPage();
    await touched.goto(`${server.url}/dashboard/asks/${formId}/edit`);
    const devtools = await phone.newCDPSession(touched);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    const scrolled = () => touched.evaluate('scrollY').then(Number);

    const saves: string[] = [];
    touched.on('request', (request) => request.method() === 'POST' && saves.push(request.url()));

    await handle(touched, 3).scrollIntoViewIfNeeded();
    const before = await scrolled();
    const title = await middle(touched.locator('.outline-title').nth(2));
    await send('touchStart', title);
    for (const step of [20, 60, 120]) await send('touchMove', { ...title, y: title.y - step });
    await send('touchEnd');
    await expect.poll(scrolled).toBeGreaterThan(before);

    expect(await touched.locator('[data-save-state]').textContent()).not.toContain('Saving');
    expect(saves).toEqual([]);
    // The swipe may still scroll the first page.
    await touched.reload();
    await handle(touched, 1).evaluate((element) => element.scrollIntoView({ block: 'center' }));
    const { width = 0, height = 0 } = (await handle(touched, 0).boundingBox()) ?? {};
    expect(Math.min(width, height)).toBeGreaterThanOrEqual(44);
    const second = await middle(handle(touched, 1));
    await send('touchStart', second);
    await send('touchMove', { ...second, y: second.y + 10 });
    await send('touchMove', { ...second, y: 630 });
    await announced(touched, '“Field 2”: position 12 of 12.');
    await touched.locator('.drop-after').waitFor();
    await send('touchEnd');
    await expect.poll(order).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 2]);
    await phone.close();
  });

  test('is kept if a move cannot be saved, and saved when the server can be reached again', async () => {
    await page.goto(`${server.url}/dashboard/asks/${formId}/edit`);
    const [first, second] = [await middle(handle(page, 0)), await middle(handle(page, 1))];
    await context.setOffline(true);
    await page.mouse.move(first.x, first.y);
    await page.mouse.down();
    await page.mouse.move(second.x, second.y + 30);
    await page.mouse.up();
    await saveState('the server cannot be reached').waitFor();
    expect(await page.locator('.outline-title').first().textContent()).toBe('Field 2');
    expect((await order())[0]).toBe(1);
    await context.setOffline(false);
    await expect.poll(async () => (await order()).slice(0, 2)).toEqual([2, 1]);
  });
});

test('times are entered in the time zone of the browser, and saved in UTC', async () => {
  const vienna = await openWindow(browser, server, owner, { timezoneId: 'Europe/Vienna', reducedMotion: 'reduce' });
  const settings = await vienna.newPage();
  const times = async () => {
    const { opens_at, closes_at } = await stored();
    return [opens_at, closes_at];
  };
  // Clocks show 02:30 twice on this day. This is the second one.
  const closes_at = '2026-10-25T01:30:45.000000Z';
  await server.askwell.polls.update(account(), pollId, { closes_at, status: 'draft' });
  await settings.goto(`${server.url}/dashboard/asks/${pollId}/settings`);
  const [opens, closes] = [settings.getByLabel('Opens at'), settings.getByLabel('Closes at')];
  const note = (of: 'opens' | 'closes', text: string) =>
    expect.poll(() => settings.locator(`#m-${of}_at-help`).innerText()).toContain(text);
  expect(await closes.inputValue()).toBe('2026-10-25T02:30');
  await note('closes', 'Time zone: Europe/Vienna. 2026-10-25 01:30 UTC.');
  await opens.fill('2026-07-01T10:00');
  await note('opens', 'Time zone: Europe/Vienna. 2026-07-01 08:00 UTC.');
  await saved(settings);
  expect(await times()).toEqual(['2026-07-01T08:00:00.000000Z', closes_at]);
  // Clocks skip this time.
  await opens.fill('2026-03-29T02:30');
  await opens.blur();
  await expect.poll(() => opens.inputValue()).toBe('2026-03-29T03:30');
  await expect.poll(times).toEqual(['2026-03-29T01:30:00.000000Z', closes_at]);
  await settings.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => opens.inputValue()).toBe('2026-07-01T10:00');
  await expect.poll(times).toEqual(['2026-07-01T08:00:00.000000Z', closes_at]);

  const second = await vienna.newPage();
  await second.goto(settings.url());
  await second.fill('[name=opens_at]', '2026-07-02T10:00');
  await expect.poll(times).toEqual(['2026-07-02T08:00:00.000000Z', closes_at]);
  await opens.fill('2026-07-03T10:00');
  const part = settings.getByRole('dialog').getByRole('group', { name: 'Opens at' });
  await part.waitFor();
  expect(await part.locator('time').evaluateAll((shown) => shown.map(({ textContent }) => textContent))).toEqual([
    '3 Jul 2026, 10:00',
    '2 Jul 2026, 10:00',
  ]);
  await settings.getByRole('button', { name: 'Keep the chosen version' }).click();
  await expect.poll(times).toEqual(['2026-07-03T08:00:00.000000Z', closes_at]);
  await vienna.close();
});

test('pages and titles are found by the keyboard', async () => {
  await page.keyboard.press('Control+k');
  await page.keyboard.type('lunch');
  await page.getByRole('dialog', { name: 'Find' }).getByRole('link', { name: 'Lunch?' }).waitFor();
  await page.keyboard.press('Enter');
  await page.waitForURL(editUrl());
  await page.locator('h1').click();
  await page.keyboard.press('n');
  await page.waitForURL('**/dashboard/asks/new');
});

test('a form can be created from a template, edited and published with only the keyboard', async () => {
  await page.goto(`${server.url}/dashboard/asks/new`);
  await page.getByRole('button', { name: 'Use template Contact form' }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/edit');
  const id = page.url().split('/').at(-2) ?? '';
  await page.locator('[name=title]').focus();
  await page.keyboard.press('Control+A');
  await page.keyboard.type('Write to us');
  await saved();
  const first = page.locator('.outline-item').first();
  const before = await first.textContent();
  await page
    .getByRole('button', { name: /^Move down/ })
    .first()
    .focus();
  await page.keyboard.press('Enter');
  await expect.poll(() => first.textContent()).not.toBe(before);
  await page.locator('form[data-autosave]').getByText('Add field').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Date', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/edit?item=*');
  await page.getByRole('button', { name: 'Publish', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.waitForURL('**/share?notice=published');
  const form = await server.askwell.forms.get(account(), id);
  expect([form.title, form.status, form.fields.at(-1)?.type]).toEqual(['Write to us', 'open', 'date']);
});

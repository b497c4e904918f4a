import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { launchChromium } from '../support/browser/chromium.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { type SocketServer, startServer } from '../support/servers/start-server.js';
import { openWindow } from './dashboard-fixture.js';

let browser: Browser;
let server: SocketServer;
let owner: Owner;
let context: BrowserContext;
let page: Page;
/** What the person uses. By keyboard, Tab moves, and Enter, Space and the arrow keys stand for clicks. */
type Device = 'mouse' | 'keyboard';
const devices: readonly Device[] = ['mouse', 'keyboard'];
let device: Device;
/** Hundreds of keys take more than a minute on a busy machine. */
const timeout = 180_000;
/** The clicks since the start page. Typing, Enter between options and Tab are free. */
let clicks: number;
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
  context = await openWindow(browser, server, owner, {
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  });
  page = await context.newPage();
  await page.goto(`${server.url}/dashboard`);
  clicks = 0;
});
afterEach(() => context.close());

const named = (name: string) => page.locator(`[name="${name}"]`);

async function click(target: Locator): Promise<void> {
  clicks++;
  if (device === 'mouse') return target.click();
  await tabTo(target);
  const key = await target.evaluate((element) => {
    if (element.matches('[type="checkbox"], [type="radio"]')) return 'Space';
    return element.matches('input, textarea, select') ? null : 'Enter';
  });
  if (key) await page.keyboard.press(key);
}

/** What may get the focus, with elements that do not: their number only says about how far away another element is. */
const focusable = 'a[href], button, input, select, textarea, summary';

/** Presses Tab, or Shift and Tab, until an element has the focus. */
async function tabTo(target: Locator): Promise<void> {
  await target.waitFor();
  for (let look = 0; look < 100; look++) {
    const way = await target.evaluate((element, selector) => {
      const { activeElement } = element.ownerDocument;
      if (activeElement === element) return null;
      const isEarlier = activeElement !== null && (element.compareDocumentPosition(activeElement) & 4) !== 0;
      const all = [...element.ownerDocument.querySelectorAll(selector)].filter((other) => other.checkVisibility());
      // The focus may be inside a preview, whose elements are not counted.
      const at = activeElement ? all.indexOf(activeElement) : -1;
      const steps = at < 0 ? 1 : Math.abs(all.indexOf(element) - at);
      return { key: isEarlier ? 'Shift+Tab' : 'Tab', presses: Math.max(1, Math.floor(steps / 2)) };
    }, focusable);
    if (!way) return;
    for (let press = 0; press < way.presses; press++) await page.keyboard.press(way.key);
  }
  throw new Error(`Tab does not reach ${target}.`);
}

/** Opens a list and clicks one of its values. Without a value, the second one. */
async function choose(name: string, value: string | { index: number } = { index: 1 }): Promise<void> {
  clicks += 2;
  if (device === 'mouse') {
    await named(name).selectOption(value);
    return;
  }
  await tabTo(named(name));
  const values = await named(name)
    .locator('option')
    .evaluateAll((options) => options.map((option) => option.getAttribute('value')));
  const wanted = typeof value === 'string' ? value : values[value.index];
  await page.keyboard.press('Home');
  for (let step = 0; step < values.length && (await named(name).inputValue()) !== wanted; step++)
    await page.keyboard.press('ArrowDown');
  expect(await named(name).inputValue()).toBe(wanted);
}

async function write(name: string, text: string): Promise<void> {
  await click(named(name));
  await page.keyboard.press('Control+A');
  await page.keyboard.type(text);
}

const focused = (name: string) => expect.poll(() => page.locator(':focus').getAttribute('name')).toBe(name);

/** Writes two options by clicking into them, and adds the others with Enter. */
async function writeOptions(list: string, [first = '', second = '', ...others]: readonly string[]): Promise<void> {
  await write(`${list}.0.label`, first);
  await write(`${list}.1.label`, second);
  for (const [index, text] of others.entries()) {
    await page.keyboard.press('Enter');
    await focused(`${list}.${index + 2}.label`);
    await page.keyboard.type(text);
  }
}

/** Adds a question or field at the end, and writes its text, which is selected. */
async function add(list: string, index: number, type: string, member: string): Promise<void> {
  await click(page.locator('.add-item > summary'));
  await click(page.locator(`.type-button[value="add:${list}:${type}"]`));
  await focused(`${list}.${index}.${member}`);
  await page.keyboard.type(`Item ${index + 1}`);
}

async function start(kind: string, title: string): Promise<string> {
  await click(page.locator(`[name="blank"][value="${kind}"]`));
  await page.waitForURL('**/edit');
  await write('title', title);
  return page.url().split('/').at(-2) ?? '';
}

async function publish(): Promise<void> {
  await click(page.locator('#editor-publish'));
  await page.waitForURL('**/share?notice=published');
}

const account = () => owner.session.account;

test.each(devices)('a ranked poll with six options takes at most 16 clicks, by %s', { timeout }, async (used) => {
  device = used;
  const id = await start('poll', 'Where to?');
  await choose('type', 'ranked');
  const options = ['Rome', 'Oslo', 'Paris', 'Riga', 'Bern', 'Cork'];
  await writeOptions('options', options);
  await publish();
  const poll = await server.askwell.polls.get(account(), id);
  expect([poll.type, poll.status, poll.options.map(({ label }) => label)]).toEqual(['ranked', 'open', options]);
  expect(clicks).toBeLessThanOrEqual(16);
});

test.each(devices)(
  'a quiz with all seven types of questions takes at most 55 clicks, by %s',
  { timeout },
  async (used) => {
    device = used;
    const id = await start('quiz', 'Geography');
    await click(page.locator('#outline [data-item="0"] > a').first());
    await write('questions.0.prompt', 'Item 1');
    await writeOptions('questions.0.options', ['Right', 'Wrong']);
    await add('questions', 1, 'multiple', 'prompt');
    await writeOptions('questions.1.options', ['Right', 'Right too', 'Wrong']);
    for (const option of ['o1', 'o2']) await click(page.locator(`[name="questions.1.answer"][value="${option}"]`));
    await add('questions', 2, 'boolean', 'prompt');
    await choose('questions.2.answer', 'false');
    await add('questions', 3, 'text', 'prompt');
    await write('questions.3.answer', 'Lisbon');
    await add('questions', 4, 'number', 'prompt');
    await write('questions.4.answer.value', '42');
    await add('questions', 5, 'order', 'prompt');
    await writeOptions('questions.5.options', ['First', 'Second', 'Third']);
    await add('questions', 6, 'match', 'prompt');
    for (const index of [0, 1]) {
      await write(`questions.6.options.${index}.label`, `Country ${index}`);
      await write(`questions.6.targets.${index}.label`, `Capital ${index}`);
    }
    await publish();
    const { status, questions } = await server.askwell.quizzes.get(account(), id);
    expect([status, questions.map(({ type, answer }) => [type, answer])]).toEqual([
      'open',
      [
        ['single', 'o1'],
        ['multiple', ['o1', 'o2']],
        ['boolean', false],
        ['text', ['Lisbon']],
        ['number', { value: 42, tolerance: 0 }],
        ['order', ['o1', 'o2', 'o3']],
        ['match', { o1: 't1', o2: 't2' }],
      ],
    ]);
    expect(clicks).toBeLessThanOrEqual(55);
  },
);

test.each(devices)(
  'a form of 18 items on two pages with three conditions takes at most 65 clicks, by %s',
  { timeout },
  async (used) => {
    device = used;
    const id = await start('form', 'Registration');
    const { fields: given } = await server.askwell.forms.get(account(), id);
    const types = ['single_choice', 'email', 'phone', 'number', 'date', 'dropdown', 'page', 'rating', 'scale'];
    const more = [
      'matrix',
      'multiple_choice',
      'ranking',
      'url',
      'time',
      'long_text',
      'consent',
      'short_text',
      'heading',
    ];
    const added = [...types, ...more].slice(0, 18 - given.length);
    for (const [at, type] of added.entries()) await add('fields', given.length + at, type, 'label');
    await click(page.getByRole('link', { name: 'Logic', exact: true }));
    await page.waitForURL('**/logic');
    const asked = (type: string) => given.length + added.indexOf(type);
    for (const type of ['email', 'phone', 'rating']) {
      const path = `fields.${asked(type)}.show_if.0`;
      await click(page.locator('.flow-field').nth(asked(type)).locator('a[aria-expanded]'));
      await named(`${path}.field`).waitFor();
      const target = await named(`${path}.field`).locator('option', { hasText: `Item ${given.length + 1}` });
      await choose(`${path}.field`, (await target.first().getAttribute('value')) ?? '');
      await choose(`${path}.value`);
    }
    await publish();
    const { status, fields } = await server.askwell.forms.get(account(), id);
    expect([status, fields.length, fields.filter(({ show_if }) => show_if !== null).length]).toEqual(['open', 18, 3]);
    expect(clicks).toBeLessThanOrEqual(65);
  },
);

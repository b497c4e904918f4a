import { rm } from 'node:fs/promises';
import type { Page as Tab } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { answersTo, blank, close, createAsk, script, servers, stateOf } from './browser.js';
import { type App, bundleForBrowser, renderOnServer } from './bundle.js';
import { type Framework, installApp } from './frameworks.js';
import { pathOf } from './pages.js';

export const lunch = { title: 'Lunch?', options: ['Soup', 'Salad'] };
const trivia = { questions: [{ type: 'boolean', prompt: 'Is water wet?', answer: true }] };
const contact = { fields: [{ type: 'email', label: 'Email' }] };

/** Tests a component of each kind in a framework, rendered on a server and hydrated in a browser. */
export function testComponents(framework: Framework): void {
  let app: App;

  beforeAll(async () => {
    app = await installApp(framework, framework.app);
  });
  afterAll(() => rm(app.project, { recursive: true, force: true }));

  test('a server renders the element with its attributes and children', async () => {
    const props = { poll: 'poll_1', quiz: 'quiz_1', form: 'form_1', server: 'http://127.0.0.1:1' };
    const html = await renderOnServer({ ...app, props });
    const [tag] = /<askwell-poll[^>]*>/.exec(html) ?? [''];
    const attributes = [
      'poll-id="poll_1"',
      'server="http://127.0.0.1:1"',
      'reserve="100"',
      'id="lunch"',
      'class="wide"',
    ];
    for (const attribute of attributes) expect(tag).toContain(attribute);
    expect(tag).toMatch(/style="max-width: ?400px;?"/);
    expect(tag).not.toMatch(/lang|undefined|onready|onanswer|suppress/i);
    expect(html).toMatch(/Loading the poll<\/p>(<!--[^>]*-->)*<\/askwell-poll>/);
    expect(html).toMatch(/<askwell-quiz( (quiz-id="quiz_1"|server="[^"]+"|layout="list")){3}>/);
    expect(html).toMatch(
      /<askwell-form( (form-id="form_1"|server="[^"]+"|no-draft(="")?|voter="member-0000000042")){4}>/,
    );
  });

  test.each([
    ['alone', ''],
    ['after the script tag', script],
  ])('the rendered page is hydrated without a warning, %s, and calls the current handlers', async (_name, before) => {
    const [poll, quiz, form] = await Promise.all([
      createAsk('polls', lunch),
      createAsk('quizzes', trivia),
      createAsk('forms', contact),
    ]);
    const shown = { ...app, props: { poll, quiz, form, server: servers.askwell } };
    const page = await blank();
    const messages = messagesOf(page);
    const html = await renderOnServer(shown);
    await page.goto(servers.site + pathOf({ body: `${before}<div id="root">${html}</div>` }));
    if (before) await stateOf(page, 'open');
    const element = await page.locator('askwell-poll').elementHandle();
    await page.addScriptTag({ content: await bundleForBrowser(shown), type: 'module' });
    await page.getByRole('button', { name: 'Step 1' }).click();
    await page.getByRole('button', { name: 'Abstimmen' }).waitFor();
    await page.getByRole('button', { name: 'Step 2' }).click();
    await page.getByRole('button', { name: 'Vote' }).waitFor();
    await page.getByRole('radio', { name: 'Salad' }).check();
    await page.getByRole('button', { name: 'Vote' }).click();
    await stateOf(page, 'answered');
    await page.locator('askwell-quiz[state=open] ~ askwell-form[state=open]').waitFor();
    await expect.poll(() => messages.at(-1)).toBe('log: answer in step 3: o2');
    expect(await page.locator('askwell-form').getAttribute('no-draft')).toBe('');
    expect(await page.locator('askwell-quiz').getAttribute('no-draft')).toBeNull();
    expect(messages.filter((text) => !text.startsWith('log: '))).toEqual([]);
    expect(await element?.evaluate(({ isConnected }) => isConnected)).toBe(true);
    await expect.poll(() => page.locator('askwell-poll#lunch.wide').getAttribute('lang')).toBeNull();
    expect(await answersTo('polls', poll)).toMatchObject([{ choices: ['o2'] }]);
    await close(page);
  });
}

/** Collects the console messages and the errors of a page. */
export function messagesOf(page: Tab): string[] {
  const messages: string[] = [];
  page.on('console', (message) => {
    // React recommends its developer tools.
    if (message.type() !== 'info') messages.push(`${message.type()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => messages.push(String(error)));
  return messages;
}

import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pageAssets } from '../../src/web/hosted/page-assets.js';
import { launchChromium } from '../support/browser/chromium.js';
import { fromRightToLeft } from '../support/browser/text-order.js';
import { collect } from '../support/collect.js';
import { beyond, faults, loadAxe, wasAborted } from './faults.js';
import {
  createHostedFixture,
  type HostedFixture,
  type HostedView,
  hostedViews,
  openHosted,
  send,
  showHosted,
} from './hosted-fixture.js';

let browser: Browser;
let fixture: HostedFixture;
beforeAll(async () => {
  browser = await launchChromium();
  fixture = await createHostedFixture();
});
afterAll(async () => {
  await browser.close();
  await fixture.close();
});

const wide = { width: 1280, height: 720 };

describe('in light and dark', () => {
  let page: Page;
  beforeAll(async () => {
    // axe needs JavaScript and no Content-Security-Policy. The widget would replace the page.
    const context = await browser.newContext({ bypassCSP: true, reducedMotion: 'reduce' });
    await loadAxe(context);
    await context.route('**/widget.js', (route) => route.abort());
    page = await context.newPage();
  });

  test.each(hostedViews)('$name is accessible, and has no horizontal overflow at 320 px', async (view) => {
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize(wide);
    await showHosted(page, fixture, view);
    expect(await faults(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await faults(page, 'colors')).toEqual([]);
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await beyond(page)).toBe(0);
    expect(await faults(page)).toEqual([]);
  });
});

describe('in the browsers of visitors without JavaScript', () => {
  const problems: string[] = [];
  let page: Page;
  beforeAll(async () => {
    page = await (await browser.newContext({ javaScriptEnabled: false })).newPage();
    page.on('requestfailed', (request) => wasAborted(request) || problems.push(request.url()));
    page.on('console', (message) => problems.push(`${message.type()} ${message.text()}`));
    page.on('request', (request) => {
      if (!request.url().startsWith(fixture.server.url)) problems.push(`requested ${request.url()}`);
    });
  });

  test.each(hostedViews)(
    '$name violates no Content-Security-Policy and requests nothing from other origins',
    async (view) => {
      await showHosted(page, fixture, view);
      // Browsers log the status of an error page, which is expected here.
      const isExpected = (line: string) => /the server responded with a status of (404|409|422)/.test(line);
      expect(problems.splice(0).filter((line) => !isExpected(line))).toEqual([]);
    },
  );
});

describe('without JavaScript', () => {
  const viewOf = (name: string): HostedView => {
    const view = hostedViews.find((candidate) => candidate.name === name);
    if (!view) throw new Error('Unknown view.');
    return view;
  };
  const { owner, askwell } = {
    owner: () => fixture.owner.session.account,
    askwell: () => fixture.server.askwell,
  };

  test('the error summary gets the focus and links to the fields, which keep their values', async () => {
    const { context, page } = await openHosted(browser, fixture, viewOf('form-wrong'));
    expect(await page.locator('.problem').evaluate((element) => element.matches(':focus'))).toBe(true);
    expect(await page.title()).toBe('Problem: Tell us about your visit');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.getByLabel('Which train?').evaluate((element) => element.matches(':focus'))).toBe(true);
    await expect.poll(() => page.getByLabel('Anything else?').inputValue()).toBe('Two\nlines');

    const back = page.getByRole('button', { name: 'Back' });
    await back.click();
    await expect.poll(() => page.getByLabel('By train').isChecked()).toBe(true);
    await back.click();
    await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Visitor <b>bold</b>');
    await send(page);
    await send(page);

    await page.getByLabel('Which train?').fill('The 9:05');
    await page.getByRole('checkbox', { name: 'Shop' }).uncheck();
    await page.getByLabel('Where do you live?').selectOption({ label: 'Peru' });
    await page.getByRole('group', { name: 'How likely are you' }).getByLabel('10', { exact: true }).check();
    await page.getByLabel('You may keep').check();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Your answer has been received').waitFor();
    await context.close();
  });

  test('going back after an answer does not allow a second one', async () => {
    const { context, page } = await openHosted(browser, fixture, { name: 'again', ask: 'single' });
    const count = async () => (await askwell().polls.results(owner(), fixture.ids.single)).votes_count;
    const before = await count();
    await page.getByLabel('In the mountains').check();
    await send(page);
    await page.goBack();
    await page.reload();
    await page.getByText('You have already answered.').waitFor();
    expect(await count()).toBe(before + 1);
    await context.close();
  });

  test('accepts answers to questions and fields with the names of hidden fields', async () => {
    const signed = await openHosted(browser, fixture, { name: 'signed', ask: 'signed' });
    await signed.page.getByLabel('Who wrote Emma?').fill('Jane Austen');
    await signed.page.getByLabel('Your name').fill('Visitor');
    await send(signed.page);
    const attempts = await collect(askwell().quizzes.answers.list(owner(), fixture.ids.signed));
    expect(attempts).toMatchObject([{ name: 'Visitor', answers: { name: 'Jane Austen' }, percentage: 100 }]);
    await signed.context.close();

    const { context, page } = await openHosted(browser, fixture, { name: 'voters', ask: 'voters' });
    await page.getByLabel('Your voter number').fill('12');
    await send(page);
    const submissions = await collect(askwell().forms.answers.list(owner(), fixture.ids.voters));
    expect(submissions).toMatchObject([{ answers: { voter: '12' }, voter_ref: expect.any(String) }]);
    await page.goto(`${fixture.server.url}/p/${fixture.ids.voters}`);
    await page.getByText('You have already answered.').waitFor();
    await context.close();
  });

  test('a quiz can be answered by keyboard', async () => {
    const { context, page } = await openHosted(browser, fixture, { name: 'keys', ask: 'capitals' });
    const { keyboard } = page;
    /** Presses Tab until the element has the focus. */
    const to = async (target: Locator) => {
      for (let tabs = 0; !(await target.evaluate((element) => element.matches(':focus'))); tabs++) {
        if (tabs > 80) throw new Error(`Tab does not reach ${target}.`);
        await keyboard.press('Tab');
      }
    };
    await to(page.getByLabel('Porto'));
    await keyboard.press('ArrowDown');
    for (const city of ['Quito', 'Lima']) {
      await to(page.getByLabel(city));
      await keyboard.press('Space');
    }
    await to(page.getByLabel('True'));
    await keyboard.press('ArrowDown');
    await to(page.getByLabel('What is the capital of France?'));
    await keyboard.type('Paris');
    await to(page.getByLabel('How many countries border Germany?'));
    await keyboard.type('9');
    const chosen = { Oslo: '1', Rome: '2', Nairobi: '3', Kenya: 'Nairobi', Peru: 'Lima' };
    for (const [label, option] of Object.entries(chosen)) {
      await to(page.getByRole('combobox', { name: label }));
      await keyboard.type(option);
    }
    await to(page.locator('form.answer .actions button'));
    await keyboard.press('Enter');
    await page.getByText(/7 of 8 points/).waitFor();
    await context.close();
  });

  test('a timed quiz is started, answered and scored', async () => {
    const { context, page } = await openHosted(browser, fixture, viewOf('timed-started'));
    await expect.poll(() => page.locator('time').textContent()).toMatch(/:\d\d:\d\d.* UTC$/);
    for (const question of await page.locator('fieldset').all()) await question.getByLabel('True').check();
    await page.getByRole('button', { name: 'Submit answers' }).click();
    await page.getByText(/of 2 points/).waitFor();
    await context.close();
  });
});

describe('with JavaScript', () => {
  test('the widget keeps the values of the form', async () => {
    const view = { name: 'early', ask: 'everything' } as const;
    const { context, page } = await openHosted(browser, fixture, view, { javaScriptEnabled: true }, (opened) =>
      opened.route('**/widget.js', (route) => route.abort(), { times: 1 }),
    );
    await page.getByLabel('Your name').fill('Visitor <b>bold</b> & more');
    await page.getByLabel('Your email').fill('visitor@example.com');
    await page.addScriptTag({ url: '../widget.js' });
    await page.locator('form.answer').waitFor({ state: 'hidden' });
    await expect
      .poll(() => page.getByRole('textbox', { name: 'Your name' }).inputValue())
      .toBe('Visitor <b>bold</b> & more');
    await context.close();
  });

  test('the widget keeps the name and the ticket, even if the script of the page loads late', async () => {
    const late = async (opened: Page) => {
      for (const script of ['**/widget.js', `**${pageAssets.script.path}`]) {
        await opened.route(script, (route) => route.abort(), { times: 1 });
      }
    };
    const loadScripts = async (page: Page) => {
      for (const url of [`..${pageAssets.script.path}`, '../widget.js']) await page.addScriptTag({ url });
      await page.locator('form.answer').waitFor({ state: 'hidden' });
    };
    const options = { javaScriptEnabled: true };
    const ticketed = await openHosted(browser, fixture, { name: 'ticket', ask: 'tickets' }, options, late);
    await ticketed.page.getByLabel('Your ticket').fill('abc123');
    await ticketed.page.getByLabel('Yes').check();
    await loadScripts(ticketed.page);
    await expect.poll(() => ticketed.page.getByRole('textbox', { name: 'Your ticket' }).inputValue()).toBe('abc123');
    await expect.poll(() => ticketed.page.getByRole('radio', { name: 'Yes' }).isChecked()).toBe(true);
    await ticketed.context.close();

    const signed = await openHosted(browser, fixture, { name: 'signed', ask: 'signed' }, options, late);
    await signed.page.getByLabel('Who wrote Emma?').fill('Jane Austen');
    await signed.page.getByLabel('Your name').fill('Visitor');
    await loadScripts(signed.page);
    await expect
      .poll(() => signed.page.getByRole('textbox', { name: 'Who wrote Emma?' }).inputValue())
      .toBe('Jane Austen');
    await expect.poll(() => signed.page.getByRole('textbox', { name: 'Your name' }).inputValue()).toBe('Visitor');
    await signed.context.close();
  });
});

test('with JavaScript, a button copies the link to the page', async () => {
  const view = { name: 'share', ask: 'closed' } as const;
  const permissions = ['clipboard-read', 'clipboard-write'];
  const { context, page } = await openHosted(browser, fixture, view, { javaScriptEnabled: true, permissions });
  await page.getByText('Share', { exact: true }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(page.url());
  await page.getByRole('img', { name: 'QR code' }).waitFor();
  await context.close();
});

test('figures stand in reading order from right to left', async () => {
  const { context, page } = await openHosted(browser, fixture, { name: 'order', ask: 'arabic' });
  await page.locator('.more summary').first().click();
  const figure = page.locator('.bars .share').first();
  expect(await fromRightToLeft(figure, ['75', '3', 'أصوات'])).toEqual(['75', '3', 'أصوات']);
  await context.close();
});

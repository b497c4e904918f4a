import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FormDraft } from '../../src/shared/contract/resources.js';
import { launchChromium } from '../support/browser/chromium.js';
import { useHostedPageServer } from '../support/browser/hosted-page-server.js';
import { collect } from '../support/collect.js';
import { startServer } from '../support/servers/start-server.js';
import { beyond, faults, loadAxe } from './faults.js';

const services = useHostedPageServer(startServer);
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** The texts of a form, and those of its page, in a language. */
interface Texts {
  readonly welcome: string;
  readonly begin: string;
  readonly name: string;
  readonly age: string;
  readonly drinks: string;
  readonly which: string;
  readonly water: string;
  readonly wine: string;
  readonly cups: string;
  readonly note: string;
  readonly sorry: string;
  readonly enjoy: string;
  readonly pay: string;
  readonly next: string;
  readonly back: string;
  readonly send: string;
}

const texts: Readonly<Record<'en' | 'ar', Texts>> = {
  en: {
    welcome: 'Order a drink',
    begin: 'Begin',
    name: 'Your name',
    age: 'Your age',
    drinks: 'Hello, {{name|there}}!',
    which: 'What would you like, {{name|friend}}?',
    water: 'Water',
    wine: 'Wine',
    cups: 'How many glasses of {{drink}}?',
    note: 'Anything else?',
    sorry: 'Sorry, {{name|friend}}',
    enjoy: 'Enjoy your {{drink}}, {{name|friend}}',
    pay: 'Pay',
    next: 'Next',
    back: 'Back',
    send: 'Send',
  },
  ar: {
    welcome: 'اطلب مشروبا',
    begin: 'ابدأ',
    name: 'اسمك',
    age: 'عمرك',
    drinks: 'مرحبا {{name|بك}}!',
    which: 'ماذا تريد يا {{name|صديقي}}؟',
    water: 'ماء',
    wine: 'عصير',
    cups: 'كم كأسا من {{drink}}؟',
    note: 'شيء آخر؟',
    sorry: 'عذرا {{name|صديقي}}',
    enjoy: 'بالهناء {{drink}} يا {{name|صديقي}}',
    pay: 'ادفع',
    next: 'التالي',
    back: 'رجوع',
    send: 'إرسال',
  },
};

/** A form with a jump over its third page, options that depend on an answer, and two endings. */
const formIn = (locale: 'en' | 'ar', t: Texts): Partial<FormDraft> => ({
  locale,
  welcome: { title: t.welcome, text: '1–2', button: t.begin },
  fields: [
    { type: 'page', id: 'p1', next: [{ when: { field: 'age', less: 18 }, to: 'young' }] },
    { id: 'name', type: 'short_text', label: t.name },
    { id: 'age', type: 'number', label: t.age, required: true },
    { type: 'page', id: 'p2', label: t.drinks, next: [{ when: { field: 'drink', is: 'water' }, to: 'p4' }] },
    {
      id: 'drink',
      type: 'single_choice',
      label: t.which,
      required: true,
      options: [
        { id: 'water', label: t.water },
        { id: 'wine', label: t.wine, show_if: { field: 'age', at_least: 21 } },
      ],
    },
    { type: 'page', id: 'p3' },
    { id: 'cups', type: 'number', label: t.cups, required: true },
    { type: 'page', id: 'p4' },
    { id: 'note', type: 'short_text', label: t.note },
  ],
  endings: [
    { id: 'young', when: { field: 'age', less: 18 }, title: t.sorry, outcome: 'disqualified' },
    { id: 'done', title: t.enjoy, text: '3 × 4', button: { label: t.pay, url: 'https://example.com/pay' } },
  ],
});

const fill = (template: string, values: Readonly<Record<string, string>>) =>
  template.replace(/\{\{(\w+)\|?([^}]*)\}\}/g, (_, name: string, other: string) => values[name] ?? other);

async function openPage(id: string, options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  // Without the widget, a page with JavaScript is the same: axe needs it.
  await page.route('**/widget.js', (route) => route.abort());
  await page.goto(`${services.server.url}/p/${id}`);
  return page;
}

/** Presses a button that sends the form, and waits for the next page. */
async function press(page: Page, name: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name, exact: true }).click()]);
}

/** Returns the texts of the page, without the isolates around values. */
const shown = async (page: Page) => (await page.locator('main').innerText()).replace(/[\u2068\u2069]/g, '');

const answersTo = (id: string) => collect(services.server.askwell.forms.answers.list(services.hosted.account, id));

test.each(['en', 'ar'] as const)(
  'leads without scripts from the welcome to two endings, with a jump and a way back, in %s',
  async (locale) => {
    const t = texts[locale];
    const id = await services.hosted.form(formIn(locale, t));
    const page = await openPage(id, { locale });
    expect(await shown(page)).toContain(t.welcome);
    await press(page, t.begin);
    await page.getByLabel(t.name).fill('Ada <b>');
    // The browser asks for the required answer.
    await page.getByRole('button', { name: t.next, exact: true }).click();
    expect(await page.getByLabel(t.age).evaluate((input) => input.matches(':invalid:focus'))).toBe(true);
    await page.getByLabel(t.age).fill('30');
    await press(page, t.next);
    expect(await shown(page)).toContain(fill(t.drinks, { name: 'Ada <b>' }));
    await page.getByLabel(t.wine).check();
    await press(page, t.next);
    expect(await shown(page)).toContain(fill(t.cups, { drink: t.wine }));
    await press(page, t.back);
    await press(page, t.back);
    await page.getByLabel(t.age).fill('19');
    await page.getByLabel(t.name).fill('');
    await press(page, t.next);
    expect(await shown(page)).toContain(fill(t.which, {}));
    expect(await page.getByLabel(t.wine).count()).toBe(0);
    await page.getByLabel(t.water).check();
    await press(page, t.next);
    // The page about glasses is skipped.
    await page.getByLabel(t.note).fill('x');
    await press(page, t.send);
    expect(await shown(page)).toContain(fill(t.enjoy, { drink: t.water }));
    expect(await page.getByRole('link', { name: t.pay }).getAttribute('href')).toBe('https://example.com/pay');

    await page.goto(`${services.server.url}/p/${id}`);
    await press(page, t.begin);
    await page.getByLabel(t.age).fill('17');
    await page.getByLabel(t.name).fill('Ada');
    await press(page, t.next);
    expect(await shown(page)).toContain(fill(t.sorry, { name: 'Ada' }));
    const stored = await answersTo(id);
    const endedWith = (ending: string) => stored.filter((answer) => answer.ending === ending);
    expect(stored).toHaveLength(2);
    expect(endedWith('done')).toMatchObject([
      { answers: { age: 19, drink: 'water', note: 'x' }, outcome: 'completed' },
    ]);
    expect(endedWith('young')).toMatchObject([{ answers: { name: 'Ada', age: 17 }, outcome: 'disqualified' }]);
    await page.context().close();
  },
);

test.each(['en', 'ar'] as const)('is accessible from the welcome to the ending in %s', async (locale) => {
  const t = texts[locale];
  const id = await services.hosted.form(formIn(locale, t));
  const page = await openPage(id, { javaScriptEnabled: true, bypassCSP: true, reducedMotion: 'reduce', locale });
  await loadAxe(page.context());
  const looks = [
    { colorScheme: 'light', forcedColors: 'none', width: 1440 },
    { colorScheme: 'dark', forcedColors: 'none', width: 360 },
    { colorScheme: 'light', forcedColors: 'active', width: 768 },
  ] as const;
  async function check(name: string): Promise<void> {
    for (const { width, ...media } of looks) {
      await page.emulateMedia(media);
      await page.setViewportSize({ width, height: 720 });
      // Forced colors replace the colors of the page.
      const rules = locale === 'en' && media.forcedColors === 'none' ? 'all' : 'structure';
      expect(await faults(page, rules), `${name} ${JSON.stringify(media)}`).toEqual([]);
      expect(await beyond(page)).toBe(0);
    }
  }
  await check('welcome');
  await press(page, t.begin);
  await check('page');
  await page.getByLabel(t.age).fill('17');
  await press(page, t.next);
  await check('ending');
  await page.context().close();
});

import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { FieldDraft } from '../../src/shared/contract/resources.js';
import { launchChromium } from '../support/browser/chromium.js';
import { useHostedPageServer } from '../support/browser/hosted-page-server.js';
import { startServer } from '../support/servers/start-server.js';
import { beyond, faults, loadAxe } from './faults.js';

const services = useHostedPageServer(startServer);
let browser: Browser;
beforeAll(async () => {
  browser = await launchChromium();
});
afterAll(() => browser.close());

/** One field of each type, with texts between them and a condition. */
const fields = [
  { id: 'intro', type: 'heading', label: 'About you', help: 'We keep this to ourselves.' },
  { id: 'name', type: 'short_text', label: 'Name', required: true },
  { id: 'story', type: 'long_text', label: 'Story', max_length: 20 },
  { id: 'email', type: 'email', label: 'E-mail', required: true },
  { id: 'site', type: 'url', label: 'Website' },
  { id: 'phone', type: 'phone', label: 'Phone' },
  { id: 'nights', type: 'number', label: 'Nights', min: 1, max: 5, step: 1 },
  { id: 'day', type: 'date', label: 'Arrival' },
  { id: 'hour', type: 'time', label: 'Hour' },
  { id: 'taste', type: 'page', label: 'Your taste' },
  { id: 'pick', type: 'single_choice', label: 'Pick one', options: ['Red', 'Green'], other: true },
  {
    id: 'why',
    type: 'short_text',
    label: 'Why green?',
    show_if: { all: [{ field: 'pick', is: 'o2' }] },
    required: true,
  },
  { id: 'some', type: 'multiple_choice', label: 'Pick some', options: ['Ash', 'Oak', 'Elm'], min_choices: 2 },
  { id: 'list', type: 'dropdown', label: 'From a list', options: ['Tea', 'Mate'], other: true },
  { id: 'rank', type: 'ranking', label: 'Rank these', options: ['Sea', 'Hills', 'City'] },
  { id: 'rate', type: 'rating', label: 'Rate us' },
  { id: 'nps', type: 'scale', label: 'Would you recommend us?' },
  { id: 'how', type: 'matrix', label: 'How was it?', rows: ['Room', 'Food'], options: ['Bad', 'Good'] },
  { id: 'source', type: 'hidden', label: 'Source' },
  { id: 'agree', type: 'consent', label: 'I agree to the terms', required: true },
  { id: 'end', type: 'heading', label: 'That is all' },
] as const satisfies readonly FieldDraft[];
/** The fields of a form on one page: conditions divide only forms with pages. */
const onOnePage = fields.filter(({ type }) => type !== 'page');
const isAsked = ({ type }: FieldDraft) => !['heading', 'page', 'hidden'].includes(type);

/** The keys that answer each step, from the focus of its first control. Text is typed. */
const keys: Readonly<Record<string, readonly string[]>> = {
  name: ['Visitor'],
  story: ['Two', '{Enter}', 'lines', '{Tab}'],
  email: ['visitor@example.com'],
  site: ['https://example.com/kim'],
  phone: ['+44 20 7946 0958'],
  nights: ['3'],
  day: ['05012026'],
  hour: ['0905AM'],
  pick: ['{Space}', '{ArrowDown}'],
  why: ['Leaves'],
  some: ['{Space}', '{Tab}', '{Tab}', '{Space}'],
  list: ['Other', '{Tab}', 'Water'],
  rank: ['2', '{Tab}', '{Tab}', '1', '{Tab}'],
  rate: ['{Space}', '{ArrowRight}', '{ArrowRight}', '{ArrowRight}'],
  nps: ['{Space}', ...Array<string>(10).fill('{ArrowRight}')],
  how: ['{Tab}', '{Space}', '{ArrowRight}'],
  agree: ['{Space}'],
};
/** The same answers in the fields of an HTML form. */
const sameAnswers = {
  name: 'Visitor',
  story: 'Two\r\nlines',
  email: 'visitor@example.com',
  site: 'https://example.com/kim',
  phone: '+44 20 7946 0958',
  nights: '3',
  day: '2026-05-01',
  hour: '09:05',
  pick: 'o2',
  why: 'Leaves',
  some: ['o1', 'o3'],
  'list.other': 'Water',
  'rank.rank.o3': '1',
  'rank.rank.o1': '2',
  rate: '4',
  nps: '10',
  'how.r2': 'o2',
  agree: 'true',
};

async function type(page: Page, all: readonly string[]): Promise<void> {
  for (const key of all) {
    const [, name] = /^\{(\w+)\}$/.exec(key) ?? [];
    if (name) await page.keyboard.press(name);
    else await page.keyboard.type(key);
  }
}

async function openPage(id: string, options: BrowserContextOptions = {}, query = ''): Promise<Page> {
  const context = await browser.newContext({ javaScriptEnabled: false, ...options });
  const page = await context.newPage();
  // Without the widget, a page with JavaScript is the same: axe needs it.
  await page.route('**/widget.js', (route) => route.abort());
  await page.goto(`${services.server.url}/p/${id}${query}`);
  return page;
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Presses a button that sends the form, and waits for the next page. */
async function press(page: Page, name: string): Promise<void> {
  await Promise.all([page.waitForEvent('load'), button(page, name).click()]);
}

async function onlyAnswers(id: string): Promise<Readonly<Record<string, unknown>>> {
  const { account } = services.hosted;
  for await (const { answers } of services.server.askwell.forms.answers.list(account, id)) return answers;
  return {};
}
const counter = (page: Page) => page.locator('.progress').innerText();

describe('a form that shows one field at a time, without JavaScript', () => {
  test('is filled in by keyboard only, and stores the same submission as the form in pages', async () => {
    const id = await services.hosted.form({ fields: [...fields], layout: 'steps', description: 'It takes a minute.' });
    const page = await openPage(id, {}, '?source=newsletter');
    const asked = fields.filter(isAsked);
    let steps = asked.length - 1;
    await page.getByLabel('Name').focus();
    for (const [at, field] of asked.entries()) {
      expect(await counter(page)).toBe(`${at + 1} of ${steps}`);
      expect(await page.locator('form.answer > :is(.field, .matrix)').count(), field.id).toBe(1);
      expect(await page.getByText('It takes a minute.').count()).toBe(at === 0 ? 1 : 0);
      expect(await page.getByRole('heading', { name: 'Your taste' }).count()).toBe(field.id === 'pick' ? 1 : 0);
      expect(await button(page, 'Back').count()).toBe(at === 0 ? 0 : 1);
      if (at > 0) {
        expect(await page.locator('.progress').evaluate((shown) => shown.matches(':focus'))).toBe(true);
        await page.keyboard.press('Tab');
      }
      await type(page, keys[field.id] ?? []);
      if (field.id === 'pick') steps++;
      await Promise.all([page.waitForEvent('load'), page.keyboard.press('Enter')]);
    }
    await page.getByText('Your answer has been received').waitFor();
    await page.context().close();

    const inPages = await services.hosted.form({ fields: onOnePage });
    const visitor = services.hosted.visitor();
    await visitor.answer(await visitor.open(`/p/${inPages}`), { ...sameAnswers, source: 'newsletter' });
    const answers = await onlyAnswers(id);
    expect(answers).toEqual(await onlyAnswers(inPages));
    expect(Object.keys(answers).sort()).toEqual(
      fields.flatMap((field) => (field.type === 'hidden' || isAsked(field) ? [field.id] : [])).sort(),
    );
  });

  test('shows errors on their step, and keeps the input when the visitor goes back', async () => {
    const id = await services.hosted.form({
      layout: 'steps',
      fields: [
        { id: 'pet', type: 'single_choice', label: 'A pet?', options: ['Yes', 'No'], required: true, other: true },
        {
          id: 'kind',
          type: 'short_text',
          label: 'Which?',
          required: true,
          show_if: { all: [{ field: 'pet', is: 'o1' }] },
        },
        { id: 'email', type: 'email', label: 'E-mail' },
      ],
    });
    const page = await openPage(id, { locale: 'de' });
    await press(page, 'Next');
    expect(await page.locator('.problem').innerText()).toContain('A pet? – An answer is required.');
    expect([await counter(page), page.url()]).toEqual(['1 of 2', expect.stringContaining('/step?')]);
    await page.getByLabel('Yes').check();
    await press(page, 'Next');
    expect(await counter(page)).toBe('2 of 3');
    await page.getByLabel('Which?').fill('A "cat" & <b>');
    await press(page, 'Next');
    await page.getByLabel('E-mail').fill('nowhere');
    await press(page, 'Send');
    expect(await page.locator('.field .fault').innerText()).toBe('Enter an email address like name@example.com.');
    expect([await counter(page), await page.getByLabel('E-mail').inputValue()]).toEqual(['3 of 3', 'nowhere']);
    for (const step of [2, 1]) {
      await press(page, 'Back');
      expect(await page.locator('.problem').count()).toBe(0);
      expect(await counter(page)).toBe(`${step} of 3`);
    }
    await page.getByLabel('No').check();
    await press(page, 'Next');
    expect([await counter(page), await page.getByLabel('E-mail').inputValue()]).toEqual(['2 of 2', 'nowhere']);
    await press(page, 'Back');
    await page.getByLabel('Yes').check();
    await press(page, 'Next');
    expect(await page.getByLabel('Which?').inputValue()).toBe('A "cat" & <b>');
    await press(page, 'Next');
    await page.getByLabel('E-mail').fill('visitor@example.com');
    await press(page, 'Send');
    await page.getByText('Your answer has been received').waitFor();
    expect(await onlyAnswers(id)).toEqual({ pet: 'o1', kind: 'A "cat" & <b>', email: 'visitor@example.com' });
    await page.context().close();
  });

  test('asks for the ticket on the last step, and shows what the public operation rejects', async () => {
    const id = await services.hosted.form({
      layout: 'steps',
      one_per: 'ticket',
      fields: [
        { id: 'name', type: 'short_text', label: 'Name' },
        { id: 'ticket', type: 'short_text', label: 'City' },
      ],
    });
    const [ticket = ''] = await services.server.askwell.forms.issueTickets(services.hosted.account, id, 1);
    const page = await openPage(id);
    expect(await page.getByLabel('Ticket').count()).toBe(0);
    await page.getByLabel('Name').fill('Visitor');
    await press(page, 'Next');
    await page.getByLabel('City').fill('Lyon');
    await page.getByLabel('Ticket').fill('nonsense');
    await press(page, 'Send');
    expect(await page.locator('.fault').innerText()).toContain('ticket');
    expect([await counter(page), await page.getByLabel('City').inputValue()]).toEqual(['2 of 2', 'Lyon']);
    await press(page, 'Back');
    expect(await page.getByLabel('Name').inputValue()).toBe('Visitor');
    await press(page, 'Next');
    expect(await page.getByLabel('Ticket').inputValue()).toBe('nonsense');
    await page.getByLabel('Ticket').fill(ticket);
    await press(page, 'Send');
    await page.getByText('Your answer has been received').waitFor();
    expect(await onlyAnswers(id)).toEqual({ name: 'Visitor', ticket: 'Lyon' });
    await page.context().close();
  });

  test('is not shown for a form without steps, to other sites, or when it is closed', async () => {
    const id = await services.hosted.form({ layout: 'steps', fields: [...fields] });
    const inPages = await services.hosted.form({ fields: onOnePage });
    const post = (ask: string, headers: Record<string, string> = {}) =>
      fetch(`${services.server.url}/p/${ask}/step`, {
        method: 'POST',
        redirect: 'manual',
        headers: { 'sec-fetch-site': 'same-origin', ...headers },
        body: new URLSearchParams({ name: 'Visitor' }),
      });
    expect((await post(id)).status).toBe(200);
    const foreign = await post(id, { 'sec-fetch-site': 'cross-site' });
    expect([foreign.status, foreign.headers.get('location'), foreign.headers.get('set-cookie')]).toEqual([
      303,
      `/p/${id}`,
      null,
    ]);
    expect((await post(inPages)).headers.get('location')).toBe(`/p/${inPages}`);
    await services.server.askwell.forms.update(services.hosted.account, id, { status: 'closed' });
    expect((await post(id)).headers.get('location')).toBe(`/p/${id}`);
    expect((await fetch(`${services.server.url}/p/${inPages}/step`)).status).toBe(200);
  });

  // The colors are the same in all languages.
  test.each([
    ['en', 'light', 768, 'all'],
    ['en', 'dark', 320, 'all'],
    ['ar', 'light', 320, 'structure'],
  ] as const)('is accessible in every step in %s, in %s at %i px', async (locale, colorScheme, width, rules) => {
    const id = await services.hosted.form({ layout: 'steps', fields: [...fields], locale });
    const viewport = { width, height: 640 };
    const options = { javaScriptEnabled: true, bypassCSP: true, reducedMotion: 'reduce', locale } as const;
    const page = await openPage(id, { ...options, colorScheme, viewport });
    await loadAxe(page.context());
    for (const field of fields.filter(isAsked)) {
      expect(await faults(page, rules), field.id).toEqual([]);
      expect(await beyond(page), field.id).toBe(0);
      await page.locator('.answer :is(input, textarea, select):visible').first().focus();
      await type(page, keys[field.id] ?? []);
      await Promise.all([page.waitForEvent('load'), page.locator('.answer .primary').click()]);
    }
    await page.waitForURL(/answer=/);
    await page.context().close();
  });
});

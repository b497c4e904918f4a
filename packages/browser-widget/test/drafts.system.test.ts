import type { Page } from 'playwright-core';
import { describe, expect, test } from 'vitest';
import { everyAnswer, everyField, everyQuestion } from './support/asks.js';
import { answersTo, blank, close, createAsk, open, sendAsOwner, servers, stateOf } from './support/browser.js';
import { unavailable } from './support/element-state.js';

const group = (page: Page, name: string) => page.getByRole('group', { name });
const fields = everyField.filter(({ type }) => type !== 'page');
const short = [
  { id: 'name', type: 'short_text', label: 'Name' },
  { id: 'city', type: 'short_text', label: 'City' },
  { id: 'source', type: 'hidden', label: 'Source' },
];
const form = (id: string, more = '') => `<askwell-form form-id="${id}" ${more}></askwell-form>`;
const name = (page: Page) => page.getByLabel('Name').inputValue();
/** The whole storage of the tab. */
const kept = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }));

async function fillEveryField(page: Page): Promise<void> {
  await page.getByLabel('Name').fill('Visitor');
  await page.getByLabel('Story').fill('Two\nlines');
  await page.getByLabel('E-mail').fill('half an addr');
  await page.getByLabel('Phone').fill('+44 20 7946 0958');
  await page.getByLabel('Nights').fill('3');
  await page.getByLabel('Arrival').fill('2026-05-01');
  await page.getByLabel('Hour').fill('09:05');
  await page.getByRole('radio', { name: 'Green' }).check();
  await page.getByLabel('Why green?').fill('Leaves');
  await page.getByRole('checkbox', { name: 'Ash' }).check();
  await page.getByRole('checkbox', { name: 'Elm' }).check();
  await page.getByLabel('From a list').selectOption('Other');
  await page.locator('select + input').fill('Water');
  for (const place of ['City', 'Sea']) await page.getByRole('button', { name: place, exact: true }).click();
  await group(page, 'Rate us').getByRole('radio', { name: '4' }).check({ force: true });
  await group(page, 'Would you recommend us?').getByLabel('0', { exact: true }).check({ force: true });
  await group(page, 'Food').getByRole('radio', { name: 'Good' }).check({ force: true });
  await page.getByRole('checkbox', { name: 'I agree' }).check();
}

describe('what was typed in a form', () => {
  test('is there after a reload, until it is sent', async () => {
    const id = await createAsk('forms', { fields });
    const page = await open(form(id), { query: 'source=mail' });
    await fillEveryField(page);
    await page.reload();
    await stateOf(page, 'open');
    expect(await page.getByLabel('E-mail').inputValue()).toBe('half an addr');
    await page.getByLabel('E-mail').fill('visitor@example.com');
    await page.reload();
    await page.getByRole('button', { name: 'Send' }).click();
    await stateOf(page, 'answered');
    expect((await answersTo('forms', id))[0]?.['answers']).toEqual({
      ...everyAnswer,
      nps: 0,
      source: 'mail',
      site: undefined,
    });
    expect(await kept(page)).toBe('{}');
    await page.getByRole('button', { name: 'Answer again' }).click();
    expect(await name(page)).toBe('');
    await close(page);
  });

  test('is there when the visitor comes back from another page', async () => {
    const id = await createAsk('forms', { fields: short });
    const page = await open(form(id));
    await page.getByLabel('Name').fill('Visitor');
    await page.goto(`${page.url()}&elsewhere`);
    await page.goBack();
    await expect.poll(() => name(page)).toBe('Visitor');
    await close(page);
  });

  test('is not overwritten by the page, but other fields and hidden fields are', async () => {
    const id = await createAsk('forms', { fields: short });
    const page = await open(form(id, 'prefill="name=Page&city=Bern&source=mail"'));
    await page.getByLabel('Name').fill('');
    await page.reload();
    await stateOf(page, 'open');
    expect([await name(page), await page.getByLabel('City').inputValue()]).toEqual(['', 'Bern']);
    await page.getByLabel('Name').fill('Visitor');
    expect(await kept(page)).not.toMatch(/Bern|mail/);
    const [before = '', after = ''] = [page.url(), page.url().replace('Page', 'Other').replace('Bern', 'Rome')];
    expect(after).not.toBe(before);
    await page.goto(after.replace('mail', 'post'));
    await page.getByRole('button', { name: 'Send' }).click();
    await stateOf(page, 'answered');
    const answers = { name: 'Visitor', city: 'Rome', source: 'post' };
    expect(await answersTo('forms', id)).toMatchObject([{ answers }]);
    await close(page);
  });

  test('is forgotten when the fields have changed', async () => {
    const id = await createAsk('forms', { fields: short });
    const page = await open(form(id));
    await page.getByLabel('Name').fill('Visitor');
    await sendAsOwner('PATCH', `/forms/${id}`, { title: 'Another title' });
    await page.reload();
    await expect.poll(() => name(page)).toBe('Visitor');
    await sendAsOwner('PATCH', `/forms/${id}`, {
      fields: [...short, { id: 'more', type: 'short_text', label: 'More' }],
    });
    await page.reload();
    await page.getByLabel('More').waitFor();
    expect(await name(page)).toBe('');
    await close(page);
  });

  test('is there again after an answer that could not be confirmed, and is sent once', async () => {
    const id = await createAsk('forms', { fields: short, one_per: null });
    const page = await open(form(id));
    await page.getByLabel('Name').fill('Visitor');
    await page.route('**/submissions', unavailable);
    await page.getByRole('button', { name: 'Send' }).click();
    await stateOf(page, 'waiting');
    await page.reload();
    await stateOf(page, 'waiting');
    expect(await name(page)).toBe('Visitor');
    await page.unroute('**/submissions');
    await page.getByRole('button', { name: 'Try again' }).click();
    await stateOf(page, 'answered');
    expect([await kept(page), (await answersTo('forms', id)).length]).toEqual(['{}', 1]);
    await close(page);
  });

  test('is only for the visitor that the page names', async () => {
    const id = await createAsk('forms', { fields: short });
    const page = await open(form(id, 'voter="member-0000000001"'));
    await page.getByLabel('Name').fill('Visitor');
    const other = page.url().replace('member-0000000001', 'member-0000000002');
    await page.goto(other);
    await stateOf(page, 'open');
    expect(await name(page)).toBe('');
    await close(page);
  });
});

describe('nothing is kept', () => {
  test.each(['no-draft', 'no-draft="true"'])('with the attribute %s', async (attribute) => {
    const id = await createAsk('forms', { fields: short });
    const page = await open(form(id, attribute));
    await page.getByLabel('Name').fill('Visitor');
    expect(await kept(page)).toBe('{}');
    await page.reload();
    await stateOf(page, 'open');
    expect(await name(page)).toBe('');
    // React 18 writes `false` into the attribute.
    await page.locator('askwell-form').evaluate((element) => element.setAttribute('no-draft', 'false'));
    await page.getByLabel('Name').fill('Visitor');
    expect(await kept(page)).toContain('Visitor');
    await close(page);
  });

  test('of a text that is too long', async () => {
    const id = await createAsk('forms', { fields: [{ id: 'story', type: 'long_text', label: 'Story' }] });
    const page = await open(form(id));
    await page.getByLabel('Story').fill('x'.repeat(60_000));
    expect(await kept(page)).toBe('{}');
    await page.getByLabel('Story').fill('Short');
    expect(await kept(page)).toContain('Short');
    await close(page);
  });

  test.each(['getter', 'quota'])('where the storage is unavailable (%s), and the form works', async (how) => {
    const id = await createAsk('forms', { fields: short });
    const page = await open('');
    const errors: Error[] = [];
    page.on('pageerror', (error) => errors.push(error));
    await page.addInitScript((kind) => {
      const refuse = () => {
        throw new DOMException('Denied.', 'SecurityError');
      };
      if (kind === 'getter') Object.defineProperty(window, 'sessionStorage', { get: refuse });
      else Storage.prototype.setItem = refuse;
    }, how);
    await page.reload();
    await page.evaluate((markup) => document.body.insertAdjacentHTML('beforeend', markup), form(id));
    await page.getByLabel('Name').fill('Visitor');
    await page.getByRole('button', { name: 'Send' }).click();
    await stateOf(page, 'answered');
    expect(await answersTo('forms', id)).toMatchObject([{ answers: { name: 'Visitor' } }]);
    expect(errors).toEqual([]);
    await close(page);
  });

  test('of the data that another page has stored under the same name', async () => {
    const id = await createAsk('forms', { fields: short });
    const page = await open(form(id));
    await page.getByLabel('Name').fill('Visitor');
    for (const content of ['not JSON', 'null', '[]', '{"version":1}']) {
      await page.evaluate((text) => {
        for (const key of Object.keys(sessionStorage)) sessionStorage.setItem(key, text);
      }, content);
      await page.reload();
      await stateOf(page, 'open');
      expect(await name(page)).toBe('');
    }
    await close(page);
  });
});

test('the answers, the name and the order of a timed quiz are there when it is started again, without secrets', async () => {
  const questions = everyQuestion;
  const draft = { questions, time_limit_seconds: 600, one_per: 'ticket', reveal: 'answers' } as const;
  const id = await createAsk('quizzes', draft);
  const ticket = (await sendAsOwner('POST', `/quizzes/${id}/tickets`, { count: 1 })).id('data.tickets.0');
  const page = await open(`<askwell-quiz quiz-id="${id}" layout="list" collect="name email"></askwell-quiz>`);
  await page.getByLabel('Your ticket').fill(ticket);
  await page.getByRole('button', { name: 'Start quiz' }).click();
  await page.getByRole('radio', { name: 'Paris' }).check();
  await page.getByRole('radio', { name: 'False', exact: true }).check({ force: true });
  await page.getByLabel('Largest ocean?').fill('pacific');
  for (const row of ['Sun', 'Earth', 'Moon']) {
    await page.locator('.grip', { hasText: row }).press('ArrowUp');
    await page.locator('.grip', { hasText: row }).press('ArrowUp');
  }
  await page.getByLabel('Dog').selectOption('Woof');
  await page.getByLabel('Your name').fill('Visitor');
  expect(await kept(page)).toContain('pacific');
  expect(await kept(page)).not.toContain(ticket);
  expect(await kept(page)).not.toMatch(/started|voter/);
  await page.reload();
  await page.getByLabel('Your ticket').fill(ticket);
  await page.getByRole('button', { name: 'Start quiz' }).click();
  await expect.poll(() => page.getByLabel('Your name').inputValue()).toBe('Visitor');
  await page.getByRole('button', { name: 'Submit answers' }).click();
  await stateOf(page, 'answered');
  const answers = { q1: 'o2', q3: false, q4: 'pacific', q6: ['o1', 'o3', 'o2'], q7: { o2: 't2' } };
  expect(await answersTo('quizzes', id)).toMatchObject([{ answers, name: 'Visitor' }]);
  expect(await kept(page)).toBe('{}');
  await close(page);
});

test('what was typed on a hosted page is there after a reload', async () => {
  const id = await createAsk('forms', { fields: short });
  const page = await blank();
  await page.goto(`${servers.askwell}/p/${id}?city=Bern`);
  await stateOf(page, 'open');
  await page.locator('.root').getByLabel('Name').fill('Visitor');
  await page.reload();
  await stateOf(page, 'open');
  expect(await page.locator('.root').getByLabel('Name').inputValue()).toBe('Visitor');
  expect(await page.locator('.root').getByLabel('City').inputValue()).toBe('Bern');
  await close(page);
});

test('a poll keeps nothing before it is sent', async () => {
  const id = await createAsk('polls', { options: ['Soup', 'Salad'] });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  await page.getByRole('radio', { name: 'Soup' }).check();
  expect(await kept(page)).toBe('{}');
  await close(page);
});

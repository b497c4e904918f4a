import { expect, test } from 'vitest';
import { answersTo, close, createAsk, open, stateOf } from './support/browser.js';

const form = {
  title: 'Contact',
  description: null,
  languages: ['en', 'ar'],
  results_visibility: 'never',
  after: { message: 'Received!' },
  fields: [
    { id: 'name', type: 'short_text', label: 'Your name' },
    { id: 'size', type: 'single_choice', label: 'Size', options: ['Small', 'Large'] },
  ],
  translations: {
    ar: {
      title: 'اتصل بنا',
      after: { message: 'وصلت إجابتك' },
      fields: { name: { label: 'اسمك' }, size: { label: 'الحجم', options: { o1: { label: 'صغير' } } } },
    },
  },
};

test('a visitor chooses Arabic in the widget and answers in it', async () => {
  const id = await createAsk('forms', form);
  const page = await open(`<askwell-form form-id="${id}"></askwell-form>`, { page: { lang: 'en' } });
  await page.getByText('Your name').waitFor();
  const list = page.getByRole('combobox', { name: 'Language' });
  expect(await list.locator('option').allInnerTexts()).toEqual(['English', 'العربية']);
  await list.selectOption('ar');
  await page.getByText('اسمك').waitFor();
  const root = page.locator('.root');
  expect([await root.getAttribute('lang'), await root.getAttribute('dir')]).toEqual(['ar', 'rtl']);
  // The text without a translation is in the first language.
  expect(await page.getByText('Large', { exact: true }).getAttribute('lang')).toBe('en');
  await page.getByText('صغير').click();
  await page.locator('.actions .button').last().click();
  await page.getByText('وصلت إجابتك').waitFor();
  expect(await answersTo('forms', id)).toMatchObject([{ language: 'ar', answers: { size: 'o1' } }]);
  await close(page);
});

test('the attribute `lang` decides, and the widget shows no list', async () => {
  const id = await createAsk('forms', form);
  const page = await open(`<askwell-form form-id="${id}" lang="ar"></askwell-form>`);
  await page.getByText('اسمك').waitFor();
  expect(await page.getByRole('combobox').count()).toBe(0);
  await close(page);
});

test('an ask with one language shows no list', async () => {
  const id = await createAsk('polls', { options: ['Sea', 'Hills'] });
  const page = await open(`<askwell-poll poll-id="${id}"></askwell-poll>`);
  await stateOf(page, 'open');
  expect(await page.getByRole('combobox').count()).toBe(0);
  await close(page);
});

import { expect, test } from 'vitest';
import { answersTo, close, createAsk, open, sendAnswer, stateOf } from './support/browser.js';

const opens_at = '2099-02-01T19:30:00Z';

/** Languages with the date above. All others are in translate.test.ts. */
const dates = [
  ['en-US', 'This opens on February 1, 2099 at 7:30 PM.'],
  ['de-AT', 'Das beginnt am 1. Februar 2099 um 19:30.'],
] as const;

test.each(dates)('a date in %s is in the format of the whole tag', async (lang, text) => {
  const id = await createAsk('polls', { options: ['Sea', 'Hills'], opens_at });
  const page = await open(`<askwell-poll poll-id="${id}" lang="${lang}"></askwell-poll>`, { timezoneId: 'UTC' });
  await stateOf(page, 'not_open');
  // The space before "PM" is a narrow one.
  expect((await page.locator('.message').innerText()).replace(/\s/g, ' ')).toBe(text);
  await close(page);
});

test.each([
  ['the attribute', 'lang="en-GB"', {}, {}],
  ['the ask', '', { locale: 'en-GB' }, {}],
  ['the page', '', {}, { page: { lang: 'en-GB' } }],
  ['the browser', '', {}, { page: { lang: '' }, locale: 'en-GB' }],
])('the whole tag is taken from %s', async (_from, attribute, draft, opening) => {
  const id = await createAsk('polls', { options: ['Sea', 'Hills'], opens_at, ...draft });
  const page = await open(`<askwell-poll poll-id="${id}" ${attribute}></askwell-poll>`, {
    timezoneId: 'UTC',
    ...opening,
  });
  await page.getByText('This opens on 1 February 2099 at 19:30.').waitFor();
  expect(await page.locator('.root').getAttribute('lang')).toBe('en-GB');
  await close(page);
});

test('a number is in the format of the whole tag', async () => {
  const id = await createAsk('polls', { type: 'rating', options: ['Sea', 'Hills'], results_visibility: 'always' });
  for (const rating of [3, 4]) await sendAnswer('polls', id, { ratings: { o1: rating } });
  const page = await open(`<askwell-poll poll-id="${id}" lang="de-CH"></askwell-poll>`);
  await page.locator('.actions .button').last().click();
  await page.locator('.figure b').first().waitFor();
  expect(await page.locator('.figure b').first().innerText()).toContain('3.5');
  await close(page);
});

test.each([
  ['lang="de-AT"', {}, {}, 'de-AT'],
  ['', { locale: 'pt-BR' }, {}, 'pt-BR'],
  ['lang="de"', { locale: 'cs' }, {}, 'cs'],
  ['', {}, { page: { lang: '' }, locale: 'fr-CH' }, 'fr-CH'],
])(
  'the owner sees the language of the questions, or else of the texts: %j %j %j',
  async (attribute, draft, opening, language) => {
    const id = await createAsk('polls', { options: ['Sea', 'Hills'], one_per: null, ...draft });
    const page = await open(`<askwell-poll poll-id="${id}" ${attribute}></askwell-poll>`, opening);
    await page.getByText('Sea').click();
    await page.locator('.actions .button').last().click();
    await stateOf(page, 'answered');
    expect(await answersTo('polls', id)).toMatchObject([{ language }]);
    await close(page);
  },
);

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { loadTranslator, type Translator } from './translate.js';

// Every language has a file with texts, here without any.
beforeAll(() => {
  vi.stubGlobal('fetch', async () => new Response('{}'));
});
afterAll(() => {
  vi.unstubAllGlobals();
});

const translatorFor = (tag: string): Promise<Translator> =>
  loadTranslator({ getAttribute: () => tag, closest: () => null }, 'https://polls.example.com');

test.each([
  ['en', '1 February 2099 at 19:30'],
  ['en-GB', '1 February 2099 at 19:30'],
  ['en-US', 'February 1, 2099 at 7:30 PM'],
  ['en_GB', '1 February 2099 at 19:30'],
  ['bg', '1 February 2099 at 19:30'],
  ['fa', '1 February 2099 at 19:30'],
  ['fi', '1. helmikuuta 2099 klo 19.30'],
  ['he', '1 בפברואר 2099 בשעה 19:30'],
  ['de-AT', '1. Februar 2099 um 19:30'],
])('a date in %s is in the format of the whole tag, or in plain English', async (tag, text) => {
  const { dateTime } = await translatorFor(tag);
  // The space before "PM" is a narrow one.
  expect(dateTime('2099-02-01T19:30:00').replace(/\s/g, ' ')).toBe(text);
});

test.each([
  ['en', '3.5'],
  ['en-ZA', '3,5'],
  ['de', '3,5'],
  ['de-CH', '3.5'],
  ['fi', '3,5'],
  ['bg', '3.5'],
])('a number in %s is in the format of the whole tag, or in English', async (tag, text) => {
  expect((await translatorFor(tag)).number(3.5)).toBe(text);
});

test.each([
  ['de-AT', 'de-AT', 'de'],
  ['de-AT-formal', 'de-AT', 'de-formal'],
  ['de-informal', 'de', 'de'],
  ['fr-informal', 'fr', 'fr-informal'],
  ['fr-CA-informal', 'fr-CA', 'fr-informal'],
  ['fr-formal', 'fr', 'fr'],
  ['es-formal', 'es', 'es-formal'],
  ['NL-BE-Formal', 'NL-BE', 'nl-formal'],
  ['pt-PT-formal', 'pt-PT', 'pt-formal'],
  ['cs-formal', 'cs', 'cs'],
  ['no', 'nb', 'nb'],
  ['no-NO', 'nb-NO', 'nb'],
  // There are no texts in Bulgarian.
  ['bg', 'en', 'en'],
  // Not valid, so that only its language counts.
  ['ja“', 'ja', 'ja'],
])('the texts of %s are in %s, from the file %s', async (tag, lang, file) => {
  const t = await translatorFor(tag);
  expect([t.lang, t.file]).toEqual([lang, file]);
});

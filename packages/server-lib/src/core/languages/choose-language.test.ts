import fc from 'fast-check';
import { expect, test } from 'vitest';
import { acceptedLanguages, chooseLanguage } from './choose-language.js';

test.each([
  [undefined, []],
  ['de', ['de']],
  ['fr-CH, fr;q=0.9, en;q=0.8, de;q=0.95, *;q=0.5', ['fr-CH', 'de', 'fr', 'en']],
  ['en;q=0, de;q=x, , ;q=1,nl; q = 0.5', ['nl']],
])('the accepted languages of %j are %j', (header, languages) => {
  expect(acceptedLanguages(header)).toEqual(languages);
});

test.each([
  [['en', 'de', 'ar'], ['de-AT'], 'de'],
  [['en', 'pt-BR'], ['pt'], 'pt-BR'],
  [['en', 'pt-BR', 'pt-PT'], ['PT-pt'], 'pt-PT'],
  [['en', 'zh-Hans', 'zh-Hant'], ['zh-Hant-TW'], 'zh-Hant'],
  [['en', 'de'], ['fr', 'de'], 'de'],
  [['en', 'de'], ['fr'], 'en'],
  [['en', 'de'], [], 'en'],
  [[], ['de'], undefined],
])('of %j, a visitor who wants %j gets %j', (offered, wanted, chosen) => {
  expect(chooseLanguage(offered, wanted)).toBe(chosen);
});

test('any header selects an offered language', () => {
  fc.assert(
    fc.property(fc.string(), (header) => {
      expect(['en', 'de']).toContain(chooseLanguage(['en', 'de'], acceptedLanguages(header)));
    }),
  );
});

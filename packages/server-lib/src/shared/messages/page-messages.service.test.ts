import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createLocalizer } from '../../base/localizer.js';
import { faultTexts } from '../faults/catalogue.js';
import { describeFault, type Fault, fault, faultCodes, isVisitorFault } from '../faults/fault.js';
import { pageTexts, widgetTexts } from './english.js';
import germanTranslation from './languages/de.json';
import { wordsFor } from './page-messages.js';
import { type MessageForms, translation } from './translate.js';

const folder = new URL('languages/', import.meta.url);
const read = (name: string): Record<string, MessageForms> => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const files = readdirSync(folder).filter((name) => name.endsWith('.json'));
const german = read('de.json');
const english = [...widgetTexts, ...pageTexts];
const parameters = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test('pages have each language', () => {
  for (const file of files) expect(wordsFor(file.replace('.json', '')).lang).toBe(file.slice(0, 2));
});

test('every text of pages is used, and no text is listed twice', () => {
  const source = ['page-texts.ts', 'kind-texts.ts', 'fault-messages.ts', '../../events/notifications/receipt-facts.ts']
    .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
    .join();
  for (const text of pageTexts) expect(source).toContain(`'${text}'`);
  expect(new Set(english).size).toBe(english.length);
});

test('a translation with a missing or surplus text does not compile', () => {
  const complete = germanTranslation;
  const { Back: _, ...incomplete } = complete;
  // @ts-expect-error A text is missing.
  translation(incomplete);
  // @ts-expect-error A text is not in English.
  translation({ ...complete, 'Not a text.': 'Kein Text.' });
  expect(translation(complete)).toBe(complete);
});

describe.each(files)('%s', (file) => {
  const table = file === 'de-formal.json' ? { ...german, ...read(file) } : read(file);

  test('has all texts and no other texts', () => {
    expect(Object.keys(table).sort()).toEqual([...english].sort());
  });

  test('has all plural forms of the language, or one text for all', () => {
    const categories = new Intl.PluralRules(file.replace('.json', '')).resolvedOptions().pluralCategories.sort();
    for (const message of Object.values(table)) {
      if (typeof message !== 'string') expect(Object.keys(message).sort()).toEqual(categories);
    }
  });

  test('has the same parameters', () => {
    for (const [english, message] of Object.entries(table)) {
      const text = typeof message === 'string' ? message : (message.other ?? '');
      expect([english, parameters(text)]).toEqual([english, parameters(english.split('|').at(-1) ?? '')]);
    }
  });
});

describe('formal German', () => {
  const informal = /\b(du|dich|dir|dein\w*)\b/i;
  const texts = (table: Record<string, MessageForms>) => Object.values(table).map((message) => JSON.stringify(message));

  test('overrides every text that says "du", and only texts that differ', () => {
    const plain = read('de.json');
    const overrides = read('de-formal.json');
    expect(Object.keys(overrides).filter((key) => !Object.hasOwn(plain, key))).toEqual([]);
    expect(Object.keys(overrides).filter((key) => overrides[key] === plain[key])).toEqual([]);
    expect(texts(plain).filter((text) => informal.test(text)).length).toBeGreaterThan(5);
    expect(texts({ ...plain, ...overrides }).filter((text) => informal.test(text))).toEqual([]);
  });

  test('is selected by the locale; the `lang` attribute has no variant', () => {
    const thanks = ['de', 'de-formal', 'de-AT-formal', 'fr-formal'].map((locale) => wordsFor(locale).thanks);
    expect(thanks).toEqual([
      'Danke. Deine Antwort ist angekommen.',
      'Vielen Dank. Ihre Antwort ist eingegangen.',
      'Vielen Dank. Ihre Antwort ist eingegangen.',
      wordsFor('fr').thanks,
    ]);
    expect(['de-formal', 'de-AT-formal'].map((locale) => createLocalizer(locale).lang)).toEqual(['de', 'de-AT']);
    expect(createLocalizer('de-formal').number(1234.5)).toBe('1.234,5');
  });
});

test('a locale selects its language, or English', () => {
  expect(['de-AT', 'zh-Hant-TW', 'pt', 'fi', 'en-GB'].map((locale) => wordsFor(locale).lang)).toEqual([
    ...['de', 'zh', 'pt', 'en', 'en'],
  ]);
  expect(createLocalizer('fi').withLang('Vote').markup).toBe('<span lang="en" dir="ltr">Vote</span>');
  expect(createLocalizer('de-AT').withLang('Abstimmen').markup).toBe('Abstimmen');
});

test('formats numbers, times and plurals by language', () => {
  const count = (locale: string, n: number) => createLocalizer(locale).texts('{n} point|{n} points', { n });
  expect([1, 2, 5, 1.5].map((n) => count('pl', n))).toEqual(['1 punkt', '2 punkty', '5 punktów', '1,5 punktu']);
  expect([1, 2].map((n) => count('en', n))).toEqual(['1 point', '2 points']);
  expect([createLocalizer('de').duration(90), createLocalizer('en').duration(60)]).toEqual([
    '1 Minute 30 Sekunden',
    '1 minute',
  ]);
  expect(createLocalizer('en').duration(0)).toBe('0 seconds');
});

describe('faults', () => {
  const languages = ['en', ...files.map((file) => file.replace('.json', ''))];
  /** All faults, with recognizable parameters. */
  const faults: Fault[] = faultCodes.map((code) => {
    const names = [...faultTexts[code].matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
    return { code, params: Object.fromEntries(names.map((name, index) => [name, 41 + index])) };
  });
  const unknown: Fault = { code: 'view_too_large', params: {} };

  test.each(languages)('every code has a text in %s, with its parameters filled in', (language) => {
    const words = wordsFor(language);
    for (const fault of faults) {
      const text = words.fault(fault);
      expect([fault.code, text]).toEqual([fault.code, expect.stringMatching(/\S/)]);
      expect([fault.code, text]).toEqual([fault.code, expect.not.stringMatching(/[{}]|undefined/)]);
      if (language !== 'en') expect([fault.code, text]).not.toEqual([fault.code, describeFault(fault)]);
      // Faults that visitors can correct have a specific text.
      const isVague = language !== 'en' && text === words.fault(unknown);
      expect([fault.code, isVague]).toEqual([fault.code, isVague && !specific.has(fault.code)]);
    }
  });

  /** Faults that visitors can cause and correct. */
  const specific = new Set(faultCodes.filter((code) => isVisitorFault(code) && !/start/.test(code)));

  test('are described with their parameters', () => {
    const { fault: describeIn } = wordsFor('de');
    expect(describeIn(fault('required'))).toBe('Hier fehlt eine Antwort.');
    expect(describeIn(fault('off_step_from', { step: 0.5, min: 1 }))).toBe('Nur in Schritten von 0.5 ab 1.');
    expect(describeIn(fault('off_step', { step: 0.5 }))).toBe('Nur in Schritten von 0.5.');
    expect(describeIn(unknown)).toBe('Diese Angabe ist nicht gültig. Bitte prüfe sie.');
  });

  test('have the texts of the API in English if only programs cause them', () => {
    const { fault: describeIn } = wordsFor('en');
    expect(describeIn(fault('needs_type', { types: ['multiple', 'ranked'] }))).toBe(
      'Only allowed when `type` is "multiple" or "ranked".',
    );
  });
});

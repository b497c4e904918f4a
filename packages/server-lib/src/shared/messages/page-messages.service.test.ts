import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { createLocalizer, directionOf } from '../../base/localizer.js';
import { faultTexts } from '../faults/catalogue.js';
import { describeFault, type Fault, fault, faultCodes, isVisitorFault } from '../faults/fault.js';
import { pageTexts, widgetTexts } from './english.js';
import germanTranslation from './languages/de.json';
import { type LanguageVariant, translatedLanguages } from './languages.js';
import { wordsFor } from './page-messages.js';
import { type MessageForms, translation } from './translate.js';

const folder = new URL('languages/', import.meta.url);
const read = (name: string): Record<string, MessageForms> => JSON.parse(readFileSync(new URL(name, folder), 'utf8'));
const files = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .sort();
const english = [...widgetTexts, ...pageTexts];
const parameters = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test('pages have each language, and each table has its language', () => {
  expect(files).toEqual(translatedLanguages.map((name) => `${name}.json`).sort());
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
  const tag = file.replace('.json', '');
  const own = read(file);
  const table = { ...read(`${file.slice(0, 2)}.json`), ...own };
  const plural = new Intl.PluralRules(tag);
  const formsOf = (message: MessageForms) => (typeof message === 'string' ? { other: message } : message);
  /** Each form of each text, with its English text and its plural category. */
  const texts = Object.entries(table).flatMap(([key, message]) =>
    Object.entries(formsOf(message)).map(([category, text]) => ({ key, category, text })),
  );

  test('has all texts and no other texts', () => {
    expect(Object.keys(table).sort()).toEqual([...english].sort());
  });

  test('has all plural forms of the language for a text with a plural, or one text for all', () => {
    const categories = plural.resolvedOptions().pluralCategories.sort();
    for (const [key, message] of Object.entries(table)) {
      if (typeof message === 'string') continue;
      expect([key, Object.keys(message).sort()]).toEqual([key, categories]);
      // Without a plural in English, no number selects a form.
      expect(key).toContain('|');
    }
  });

  test('has the same parameters', () => {
    for (const { key, category, text } of texts) {
      // A form for a single number can say it as a word.
      const isWord = numbersOf(plural, category, key).length === 1 && parameters(text).length === 0;
      if (!isWord) expect([key, text, parameters(text)]).toEqual([key, text, parameters(lastForm(key))]);
    }
  });

  test('ends as in English, and uses the quotation marks and ellipses of print', () => {
    for (const { key, text } of texts) {
      // Texts with outer spaces join other texts. Some languages join without spaces.
      if (key.trim() === key) expect([key, text]).toEqual([key, text.trim()]);
      expect([key, /[.。]$/.test(text)]).toEqual([key, lastForm(key).endsWith('.')]);
      expect([key, text]).toEqual([key, expect.not.stringMatching(/["'`]|\.\.\.| {2}/)]);
    }
  });

  test('is not much longer than English', () => {
    for (const { key, text } of texts) {
      const most = Math.max(30, lastForm(key).length * 2.2);
      expect([key, text, text.length <= most]).toEqual([key, text, true]);
    }
  });

  test('isolates examples that are read from left to right', () => {
    if (directionOf(tag) === 'ltr') return;
    expect(table['Enter a phone number like +44 20 7946 0958.']).toContain('\u2066+44 20 7946 0958\u2069');
  });
});

/** The English form for most numbers. */
function lastForm(key: string): string {
  return key.split('|').at(-1) ?? '';
}

/** Returns the numbers of a plural category that a text can have. Only points have fractions. */
function numbersOf(plural: Intl.PluralRules, category: string, key: string): number[] {
  const numbers = [...Array(200).keys(), 1_000_000, ...(key.includes('point') ? [0.1, 0.5, 1.5, 2.5] : [])];
  return numbers.filter((number) => plural.select(number) === category);
}

describe('a variant', () => {
  /** Words of the other way to address visitors. */
  const words: Readonly<Record<LanguageVariant, RegExp>> = {
    'de-formal': /\b(du|dich|dir|dein\w*)\b/i,
    'es-formal':
      /\b(tú|tus?|te|ti|tuya|has|habías|quier(es|as)|puedes|necesitas|recibes|fuiste|(env|escrib|eleg|respond)iste|\w+aste)\b|(^|\. |: )(Abre|Arrastra|Comprueba|Da|Elige|Empieza|Envía|Envíalo|Espera|Indica|Inicia|Inténtalo|Pulsa|Rellena|Responde|Revisa|Revísalo|Valora|Vuelve)\b/,
    'fr-informal': /\b(vous|votre|vos)\b|\b\w+ez\b/i,
    'nl-formal': /\b(je|jij|jou|jouw)\b/i,
    'pt-formal': /\bvocê\b|"(Suas?|Seus?)\b/i,
  };
  const listed = translatedLanguages.filter((name): name is LanguageVariant => name.includes('-'));
  const texts = (table: Record<string, MessageForms>) => Object.values(table).map((message) => JSON.stringify(message));

  test.each(listed)(
    '%s overrides every text that addresses visitors in the other way, and only texts that differ',
    (name) => {
      const plain = read(`${name.slice(0, 2)}.json`);
      const overrides = read(`${name}.json`);
      const other = (text: string) => words[name].test(text);
      expect(Object.keys(overrides).filter((key) => !Object.hasOwn(plain, key))).toEqual([]);
      expect(Object.keys(overrides).filter((key) => overrides[key] === plain[key])).toEqual([]);
      expect(texts(plain).filter(other).length).toBeGreaterThan(5);
      expect(texts({ ...plain, ...overrides }).filter(other)).toEqual([]);
    },
  );

  test('is selected by the locale; the `lang` attribute has no variant', () => {
    const thanks = (locale: string) => wordsFor(locale).thanks;
    expect(['de', 'de-informal', 'de-formal', 'de-AT-formal'].map(thanks)).toEqual([
      ...['Danke. Deine Antwort ist angekommen.', 'Danke. Deine Antwort ist angekommen.'],
      ...['Vielen Dank. Ihre Antwort ist eingegangen.', 'Vielen Dank. Ihre Antwort ist eingegangen.'],
    ]);
    expect(['fr', 'fr-formal', 'fr-informal', 'fr-CA-informal'].map(thanks)).toEqual([
      ...['Merci. Votre réponse est bien arrivée.', 'Merci. Votre réponse est bien arrivée.'],
      ...['Merci. Ta réponse est bien arrivée.', 'Merci. Ta réponse est bien arrivée.'],
    ]);
    expect(thanks('pl-formal')).toBe(thanks('pl'));
    expect(['de-formal', 'fr-CA-informal'].map((locale) => createLocalizer(locale).lang)).toEqual(['de', 'fr-CA']);
    expect(createLocalizer('de-formal').number(1234.5)).toBe('1.234,5');
  });
});

test('a locale selects its language, or English', () => {
  expect(['de-AT', 'zh-Hant-TW', 'pt', 'no', 'bg', 'en-GB'].map((locale) => wordsFor(locale).lang)).toEqual([
    ...['de', 'zh', 'pt', 'no', 'en', 'en'],
  ]);
  expect(wordsFor('no').thanks).toBe(wordsFor('nb').thanks);
  expect(createLocalizer('bg').withLang('Vote').markup).toBe('<span lang="en" dir="ltr">Vote</span>');
  expect(createLocalizer('de-AT').withLang('Abstimmen').markup).toBe('Abstimmen');
});

test('formats numbers, times and plurals by language', () => {
  const count = (locale: string, n: number) => createLocalizer(locale).texts('{n} point|{n} points', { n });
  expect([1, 2, 5, 1.5].map((n) => count('pl', n))).toEqual(['1 punkt', '2 punkty', '5 punktów', '1,5 punktu']);
  expect([1, 2, 5, 0.5].map((n) => count('he', n))).toEqual(['1 נק׳', '2 נק׳', '5 נק׳', '0.5 נק׳']);
  expect([1, 2, 21, 1.5].map((n) => count('ru', n))).toEqual(['1 балл', '2 балла', '21 балл', '1,5 балла']);
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

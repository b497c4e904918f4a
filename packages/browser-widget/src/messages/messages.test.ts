import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { languages, type Messages, speak } from '../words.js';

const folder = new URL('.', import.meta.url);
const read = (tag: string): Messages => JSON.parse(readFileSync(new URL(`${tag}.json`, folder), 'utf8'));
const tags = readdirSync(folder)
  .filter((name) => name.endsWith('.json'))
  .map((name) => name.slice(0, -'.json'.length));
const english = read('en');
const gaps = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test('there are twelve languages, and the widget knows of each', () => {
  expect(tags).toHaveLength(12);
  for (const tag of tags) expect(tag === 'en' || languages.test(tag)).toBe(true);
});

describe.each(tags)('%s', (tag) => {
  const table = read(tag);

  test('says all there is to say, and nothing else', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(english).sort());
  });

  test('takes at most a kilobyte and a half over the wire', () => {
    expect(gzipSync(JSON.stringify(table), { level: 9 }).length).toBeLessThanOrEqual(1_500);
  });

  test('has every plural that the language tells apart, or one for all', () => {
    const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.sort();
    for (const message of Object.values(table)) {
      if (typeof message !== 'string') expect(Object.keys(message).sort()).toEqual(categories);
    }
  });

  test('fills the same gaps', () => {
    for (const [key, message] of Object.entries(table)) {
      const original = Object.entries(english).find(([name]) => name === key)?.[1] ?? '';
      const wanted = gaps(typeof original === 'string' ? original : (original.other ?? ''));
      const said = typeof message === 'string' ? message : (message.other ?? '');
      expect([key, gaps(said)]).toEqual([key, wanted]);
    }
  });
});

test('numbers, shares and plurals are said as the language says them', () => {
  const t = speak('pl', read('pl'));
  expect([1, 2, 5, 22].map((n) => t('votes', { n }))).toEqual(['1 głos', '2 głosy', '5 głosów', '22 głosy']);
  expect(speak('de', read('de')).number(1234.5)).toBe('1.234,5');
  expect(speak().percent(0.476)).toBe('48%');
});

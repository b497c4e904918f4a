/// <reference types="vite/types/importMeta.d.ts" />
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { createTranslator, languages, type Message, type Messages } from '../translate.js';
import { messageId } from './message-id.js';

const files = import.meta.glob<Record<string, Message>>(
  '../../../server-lib/src/shared/messages/languages/widget/*.json',
  { eager: true, import: 'default' },
);
const tables = new Map(
  Object.entries(files).map(([path, table]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), table]),
);
const tags = [...tables.keys()];
const read = (tag: string): Record<string, Message> =>
  tables.get(tag) ?? expect.unreachable(`There is no ${tag}.json.`);
const named = (table: Messages): Messages =>
  Object.fromEntries(Object.entries(table).map(([english, message]) => [messageId(english), message]));
const german = read('de');
const parameters = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort();

test('the widget supports English, eleven other languages and formal German', () => {
  expect(tags).toHaveLength(12);
  for (const tag of tags) expect(languages.exec(tag)?.[0]).toBe(tag);
});

test('no two messages have the same ID', () => {
  const all = Object.keys(german);
  expect(new Set(all.map(messageId)).size).toBe(all.length);
});

describe.each(tags)('%s', (tag) => {
  const table = tag === 'de-formal' ? { ...german, ...read(tag) } : read(tag);

  test('has all texts and no others', () => {
    expect(Object.keys(table).sort()).toEqual(Object.keys(german).sort());
  });

  test('has at most 2.5 KB gzipped', () => {
    expect(gzipSync(JSON.stringify(named(table)), { level: 9 }).length).toBeLessThanOrEqual(2_560);
  });

  test('has each plural form of the language, or one for all', () => {
    const categories = new Intl.PluralRules(tag).resolvedOptions().pluralCategories.sort();
    for (const message of Object.values(table)) {
      if (typeof message !== 'string') expect(Object.keys(message).sort()).toEqual(categories);
    }
  });

  test('has the same parameters', () => {
    for (const [english, message] of Object.entries(table)) {
      const said = typeof message === 'string' ? message : (message.other ?? '');
      expect([english, parameters(said)]).toEqual([english, parameters(english.split('|').at(-1) ?? '')]);
    }
  });
});

test('numbers, percentages and plurals follow the language', () => {
  const t = createTranslator('pl', named(read('pl')));
  expect([1, 2, 5, 22].map((n) => t('{n} vote|{n} votes', { n }))).toEqual([
    '1 głos',
    '2 głosy',
    '5 głosów',
    '22 głosy',
  ]);
  expect(createTranslator('de', named(read('de'))).number(1234.5)).toBe('1.234,5');
  expect([1, 2].map((n) => createTranslator()('{n} vote|{n} votes', { n }))).toEqual(['1 vote', '2 votes']);
  expect(createTranslator().percent(0.476)).toBe('48%');
});

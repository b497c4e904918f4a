/// <reference types="vite/types/importMeta.d.ts" />
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { widgetTexts } from '../../../server-lib/src/shared/messages/english.js';
import { translatedLanguages } from '../../../server-lib/src/shared/messages/languages.js';
import type { MessageForms } from '../../../server-lib/src/shared/messages/translate.js';
import { createTranslator, languages, type Messages } from '../translate.js';
import { messageId } from './message-id.js';

const files = import.meta.glob<Record<string, MessageForms>>(
  '../../../server-lib/src/shared/messages/languages/*.json',
  { eager: true, import: 'default' },
);
const tables = new Map(
  Object.entries(files).map(([path, table]) => [path.slice(path.lastIndexOf('/') + 1, -'.json'.length), table]),
);
const tags = [...tables.keys()];
const read = (tag: string): Record<string, MessageForms> =>
  tables.get(tag) ?? expect.unreachable(`There is no ${tag}.json.`);
/** Returns the texts of the widget by message ID. */
const named = (table: Readonly<Record<string, MessageForms>>): Messages =>
  Object.fromEntries(widgetTexts.map((english) => [messageId(english), table[english] ?? expect.unreachable(english)]));

test('the widget supports each language and variant', () => {
  expect(tags).toEqual(expect.arrayContaining([...translatedLanguages]));
  for (const tag of tags) expect(languages.exec(tag)?.[0]).toBe(tag);
});

test('no two messages have the same ID', () => {
  expect(new Set(widgetTexts.map(messageId)).size).toBe(widgetTexts.length);
});

test('every message is used', () => {
  const sources = Object.entries({
    ...import.meta.glob<string>('../**/*.ts', { eager: true, query: '?raw', import: 'default' }),
    ...import.meta.glob<string>('../../../server-lib/src/shared/presentation/**/*.ts', {
      eager: true,
      query: '?raw',
      import: 'default',
    }),
  }).filter(([path]) => !path.endsWith('.test.ts'));
  const source = sources.map(([, text]) => text).join();
  for (const english of widgetTexts) expect(source).toContain(`'${english}'`);
});

describe.each(tags)('%s', (tag) => {
  const table = { ...read(tag.slice(0, 2)), ...read(tag) };

  test('has at most 3 KB gzipped', () => {
    expect(gzipSync(JSON.stringify(named(table)), { level: 9 }).length).toBeLessThanOrEqual(3_072);
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

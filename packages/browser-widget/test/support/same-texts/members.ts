import fc from 'fast-check';
import { servers } from '../browser.js';
import { picturePath } from '../pages.js';

/** An arbitrary for each member of a definition. A missing member does not compile. */
export type Members<Draft> = { readonly [Name in keyof Required<Draft>]: fc.Arbitrary<Draft[Name]> };

const plain = ['Tea', 'The second one', 'Somewhere else, later', '0', '12.5', 'required', 'Results'];
const long = [
  'A sentence that goes on and on. '.repeat(5).trim(),
  'Donaudampfschifffahrtsgesellschaft'.repeat(4),
  'two  spaces and a\ttab',
];
const bidirectional = ['في الجبال 12%', 'עברית and English', 'turned \u202eround', 'left \u2067open'];
const markup = [
  '<b>bold</b> & "quoted"',
  '<script>alert(1)</script>',
  '&amp; &lt;',
  '{n} of {label}',
  '%s {{x}}',
  '</textarea>',
];
const emoji = ['👩‍👩‍👧 family', '🇦🇶', '❤️ or 🖤', '1️⃣'];

/** Texts of authors: plain, long, in both directions, like markup, and with emoji. */
export const text: fc.Arbitrary<string> = fc.oneof(
  ...[plain, long, bidirectional, markup, emoji].map((texts) => fc.constantFrom(...texts)),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }).map((letters) => `a${letters}`),
);

/** Texts of several lines. */
export const lines: fc.Arbitrary<string> = fc
  .array(text, { minLength: 1, maxLength: 3 })
  .map((texts) => texts.join('\n'));

/** A value, or often null. */
export const maybe = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> => fc.option(value, { freq: 1 });

/** A value, or mostly null. */
export const seldom = <Value>(value: fc.Arbitrary<Value>): fc.Arbitrary<Value | null> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: value });

export const image: fc.Arbitrary<string | null> = maybe(fc.constant(servers.site + picturePath(90, 60)));

/** Makes the lower limit at most the upper one, and both at most the number of options. */
export function limits(
  { min, max }: { readonly min: number | null | undefined; readonly max: number | null | undefined },
  count: number,
) {
  const upper = max == null ? null : Math.min(max, count);
  return { min_choices: min == null ? null : Math.min(min, upper ?? count), max_choices: upper };
}

/** Returns one of the items, by any number. */
export function pick<Item>(items: readonly [Item, ...Item[]], seed: number): Item {
  return items[seed % items.length] ?? items[0];
}

/** Returns some of the items, beginning with any of them. */
export function some<Item>(items: readonly Item[], count: number, seed: number): Item[] {
  const start = seed % items.length;
  return [...items.slice(start), ...items.slice(0, start)].slice(0, count);
}

/** Returns the IDs that the server gives to a number of items. */
export function idsOf(prefix: string, { length }: readonly unknown[]): string[] {
  return Array.from({ length }, (_, at) => `${prefix}${at + 1}`);
}

const endLabel = maybe(fc.constantFrom('Poor', 'As good as it gets', '<b>bold</b>', 'עברית'));

/** Labels of the ends of a scale. */
export const endLabels = maybe(fc.record({ min: endLabel, max: endLabel }));

/** The styles of ratings other than numbers. They need a scale that starts at 1. */
export const symbols = fc.constantFrom('stars' as const, 'hearts' as const, 'emoji' as const);

/** The order of results. */
export const resultsOrder = fc.constantFrom('asked' as const, 'votes' as const);

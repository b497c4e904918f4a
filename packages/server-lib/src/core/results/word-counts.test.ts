import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWordCounter, foldWord } from './word-counts.js';

/** Returns the words of texts, with the number of texts that contain them. */
function countWords(texts: readonly string[], limit = 1_000): Record<string, number> {
  const counter = createWordCounter();
  for (const text of texts) counter.add(text);
  return Object.fromEntries(counter.top(limit).map(({ word, answers }) => [word, answers]));
}

test.each([
  [['Talk', 'talks']],
  [['CITY', 'Cities']],
  [['box', 'Boxes']],
  [['class', 'classes']],
  [['movie', 'movies']],
  [['shoe', 'shoes']],
  [['tomato', 'tomatoes']],
  [['house', 'houses']],
  [['team’s', 'team']],
])('%j are one word', (forms) => {
  expect(new Set(forms.map(foldWord)).size).toBe(1);
});

test.each([[['news', 'new']], [['bus', 'but']], [['glass', 'glas']]])('%j are different words', (forms) => {
  expect(new Set(forms.map(foldWord)).size).toBe(2);
});

test('words are listed by the number of texts, in their most frequent form and without words that say nothing', () => {
  const texts = [
    'The delivery was late, late, late!',
    'Delivery and the boxes: Delivery again.',
    'Fast Delivery, but one box was broken. A box!',
    'My box is fine',
    'Delivery?',
  ];
  expect(countWords(texts)).toEqual({ Delivery: 4, box: 3 });
});

test('words of scripts without spaces are found', () => {
  expect(countWords(['配送がとても早い', '配送が遅い'])).toMatchObject({ 配送: 2 });
});

const words = fc.constantFrom(
  'talk',
  'Talks',
  'TALK',
  'city',
  'cities',
  'Delivery',
  'the',
  'and',
  'Zürich',
  'x',
  '42',
  'Ärzte',
);
const texts = fc.array(
  fc.array(words, { maxLength: 8 }).map((list) => list.join(' ')),
  { maxLength: 12 },
);

test('each text counts once for a word, whatever its case, its plural and its place', () => {
  fc.assert(
    fc.property(texts, (list) => {
      const expected = new Map<string, number>();
      for (const text of list) {
        const keys = new Set(
          text
            .split(' ')
            .filter((one) => !['the', 'and', 'x', '42', ''].includes(one))
            .map(foldWord),
        );
        for (const key of keys) expected.set(key, (expected.get(key) ?? 0) + 1);
      }
      const counted = Object.entries(countWords(list)).map(([word, n]) => [foldWord(word), n]);
      expect(Object.fromEntries(counted)).toEqual(Object.fromEntries([...expected].filter(([, n]) => n > 1)));
      const changed = list.map((text) => text.toUpperCase().split(' ').reverse().join(', '));
      expect(Object.values(countWords(changed)).sort()).toEqual(Object.values(countWords(list)).sort());
    }),
  );
});

test('any texts can be counted, and no word is in more texts than there are', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 10 }), fc.nat(5), (list, limit) => {
      const found = Object.values(countWords(list, limit));
      expect(found.length).toBeLessThanOrEqual(limit);
      expect(found.every((n) => n > 1 && n <= list.length)).toBe(true);
      expect(found).toEqual([...found].sort((a, b) => b - a));
    }),
  );
});

test('a limited number of different words is counted', () => {
  const counter = createWordCounter();
  const many = Array.from({ length: 6_000 }, (_, n) => `word${n}`).join(' ');
  counter.add(many);
  counter.add(many);
  expect(counter.top(10_000)).toHaveLength(5_000);
});

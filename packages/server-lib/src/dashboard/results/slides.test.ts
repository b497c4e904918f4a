import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Block } from '../../shared/presentation/results/blocks.js';
import { bar } from '../../shared/presentation/results/charts.js';
import { slidesOf } from './slides.js';

const barsOf = (count: number, isCompact = false): Block => ({
  type: 'bars',
  isCompact,
  bars: Array.from({ length: count }, (_, at) => bar({ label: `${at}`, share: 0, figure: '' })),
});
const figures: Block = { type: 'figures', figures: [{ name: 'Average', value: '3' }] };

test('each question has a slide, and a poll is one', () => {
  const section = (title: string): Block => ({
    type: 'section',
    title,
    detail: '3 answers',
    blocks: [figures, barsOf(3)],
  });
  expect(slidesOf({ blocks: [barsOf(4)] }).map(({ title }) => title)).toEqual([null]);
  expect(slidesOf({ blocks: [figures, section('A'), section('B')] })).toMatchObject([
    { title: null, details: [] },
    { title: 'A', details: ['3 answers'] },
    { title: 'B', details: ['3 answers'] },
  ]);
});

test('the options of a long list are on several slides of about the same length', () => {
  const slides = slidesOf({ blocks: [{ type: 'section', title: 'A', blocks: [figures, barsOf(9)] }] });
  expect(slides.map(({ title, details }) => [title, ...details])).toEqual([
    ['A', '1–5 / 9'],
    ['A', '6–9 / 9'],
  ]);
  expect(slides.map(({ blocks }) => blocks.length)).toEqual([2, 1]);
});

test('every bar is on one slide, and no slide has more rows than fit', () => {
  fc.assert(
    fc.property(fc.nat(120), fc.boolean(), (count, isCompact) => {
      const lists = slidesOf({ blocks: [barsOf(count, isCompact)] }).map(({ blocks: [block] }) =>
        block?.type === 'bars' ? block.bars.map(({ label }) => label) : [],
      );
      expect(lists.flat()).toEqual(Array.from({ length: count }, (_, at) => `${at}`));
      expect(lists.every(({ length }) => length <= (isCompact ? 12 : 8))).toBe(true);
    }),
  );
});

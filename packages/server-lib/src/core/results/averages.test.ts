import fc from 'fast-check';
import { expect, test } from 'vitest';
import { averageOf, createDayAverages } from './averages.js';

const hour = 3_600_000_000;
const number = fc.oneof(fc.integer({ min: -100, max: 100 }), fc.double({ min: -1e6, max: 1e6, noNaN: true }));
const answers = fc.array(fc.record({ hours: fc.nat(24 * 40), value: number }), { maxLength: 60 });

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

test('the averages of days are those of a plain computation, in any order of the answers', () => {
  const property = fc.property(answers, (given) => {
    const days = createDayAverages();
    for (const { hours, value } of given) days.add(hours * hour, value);
    const { found } = days;
    const dayOf = ({ hours }: { readonly hours: number }) => Math.floor(hours / 24);
    expect(found.map(({ day }) => day)).toEqual([...new Set(given.map(dayOf))].sort((a, b) => a - b));
    for (const { day, answers: n, average } of found) {
      const values = given.filter((answer) => dayOf(answer) === day).map(({ value }) => value);
      expect(n).toBe(values.length);
      expect(average).toBeCloseTo(mean(values), 6);
    }
    if (given.length > 0) expect(averageOf(found)).toBeCloseTo(mean(given.map(({ value }) => value)), 6);
    else expect(averageOf(found)).toBeNull();
  });
  fc.assert(property);
});

test('the largest numbers have a finite average', () => {
  const days = createDayAverages();
  for (const value of [Number.MAX_VALUE, Number.MAX_VALUE, -Number.MAX_VALUE]) days.add(0, value);
  expect(Number.isFinite(days.found[0]?.average)).toBe(true);
  expect(Number.isFinite(averageOf(days.found))).toBe(true);
});

import { expect, test } from 'vitest';
import { Faults } from '../../base/faults/faults.js';
import { checkIds } from './choice.js';
import { ratingsInput } from './ratings.js';

const options = [{ id: 'o1' }, { id: 'o2' }];

test('checking a list with more choices than options stops after the first choices', () => {
  for (const list of [Array(30_000).fill('o1'), ['o1', 'o2', 'o1'], ['o1', 'o2', 'x', 'y', 'z']]) {
    const faults = new Faults();
    expect(checkIds(options, list, 'choices', faults)).toBeUndefined();
    expect(faults.issues.length).toBeLessThanOrEqual(options.length + 1);
    expect(faults.any).toBe(true);
  }
});

test('checking ratings of more options than the poll has stops after the first ratings', () => {
  const faults = new Faults();
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`o${at + 1}`, 1]));
  ratingsInput.check({ options, scale: { min: 1, max: 5 } }, many, 'ratings', faults);
  expect(faults.issues).toMatchObject([{ path: 'ratings.o3', code: 'unknown_option' }]);
});

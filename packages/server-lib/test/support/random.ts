import { type RandomInt, seededRandom } from '../../src/kinds/quiz/shuffle.js';

/** The seed of all random values of a test run. `SEED=…` chooses another one. */
export const seed = Number(process.env['SEED'] ?? 1);

/** Returns a generator of random integers from the seed. Each name has its own numbers. */
export function randomFor(name: string): RandomInt {
  return seededRandom(Buffer.from('tests'), [name, String(seed)]);
}

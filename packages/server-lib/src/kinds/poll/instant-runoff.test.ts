import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Ballot, bordaPoints, instantRunoff } from './instant-runoff.js';

/** A naive implementation of the rules: reads every ballot in every round. */
function naive(options: string[], ballots: Ballot[]): { winners: string[]; gone: string[] } {
  const papers = ballots.flatMap(({ order, n }) => Array.from({ length: n }, () => [...order]));
  const standing = new Set(options);
  const log: Record<string, number>[] = [];
  const gone: string[] = [];
  while (standing.size > 0) {
    const tally: Record<string, number> = {};
    for (const id of standing) tally[id] = 0;
    for (const paper of papers) {
      const first = paper.filter((id) => standing.has(id))[0];
      if (first !== undefined) tally[first] = (tally[first] ?? 0) + 1;
    }
    const total = Object.values(tally).reduce((sum, n) => sum + n, 0);
    if (total === 0) return { winners: [], gone };
    const over = [...standing].filter((id) => (tally[id] ?? 0) > total / 2);
    if (over.length > 0) return { winners: over, gone };
    if (new Set(Object.values(tally)).size === 1) return { winners: [...standing], gone };
    const worse = (a: string, b: string): number => {
      for (const round of [tally, ...[...log].reverse()]) {
        const difference = (round[a] ?? 0) - (round[b] ?? 0);
        if (difference !== 0) return difference;
      }
      return options.indexOf(b) - options.indexOf(a);
    };
    const loser = [...standing].sort(worse)[0] ?? '';
    standing.delete(loser);
    gone.push(loser);
    log.push(tally);
  }
  return { winners: [], gone };
}

const election = fc.integer({ min: 2, max: 6 }).chain((size) => {
  const options = Array.from({ length: size }, (_, at) => `o${at + 1}`);
  const ballot = fc.record({
    order: fc.shuffledSubarray(options, { minLength: 1 }),
    n: fc.integer({ min: 1, max: 4 }),
  });
  return fc.record({ options: fc.constant(options), ballots: fc.array(ballot, { maxLength: 12 }) });
});

test('instant runoff matches a naive count', () => {
  fc.assert(
    fc.property(election, ({ options, ballots }) => {
      const { winners, rounds } = instantRunoff(options, ballots);
      const expected = naive(options, ballots);
      expect(winners).toEqual(expected.winners);
      expect(rounds.map((round) => round.eliminated).filter((id) => id !== null)).toEqual(expected.gone);
      const total = ballots.reduce((sum, { n }) => sum + n, 0);
      for (const { votes, exhausted } of rounds) {
        expect(Object.values(votes).reduce((sum, n) => sum + n, 0) + exhausted).toBe(total);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('Borda counts match a naive count', () => {
  fc.assert(
    fc.property(election, ({ options, ballots }) => {
      const expected = Object.fromEntries(options.map((id) => [id, 0]));
      for (const { order, n } of ballots) {
        for (let voter = 0; voter < n; voter++) {
          for (const id of order) expected[id] = (expected[id] ?? 0) + options.length - 1 - order.indexOf(id);
        }
      }
      expect(bordaPoints(options, ballots)).toEqual(expected);
    }),
  );
});

test('has no winner without votes', () => {
  expect(instantRunoff(['o1', 'o2'], [])).toEqual({ winners: [], rounds: [] });
});

test('breaks a tie for the fewest votes by the preceding round', () => {
  const ballots = [
    { order: ['a'], n: 6 },
    { order: ['b'], n: 4 },
    { order: ['c'], n: 3 },
    { order: ['d', 'c'], n: 1 },
  ];
  expect(instantRunoff(['a', 'b', 'c', 'd'], ballots).rounds.map((round) => round.eliminated)).toEqual([
    'd',
    'c',
    null,
  ]);
});

test('breaks a remaining tie by eliminating the last option', () => {
  const ballots = [
    { order: ['a'], n: 3 },
    { order: ['b'], n: 2 },
    { order: ['c'], n: 2 },
  ];
  expect(instantRunoff(['a', 'b', 'c'], ballots).rounds[0]?.eliminated).toBe('c');
});

test('returns all remaining options as winners if all are tied', () => {
  const ballots = [
    { order: ['a'], n: 2 },
    { order: ['b'], n: 2 },
  ];
  expect(instantRunoff(['a', 'b', 'c'], ballots).winners).toEqual(['a', 'b']);
});

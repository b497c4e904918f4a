import { expect, test } from 'vitest';
import { AskwellError } from '../base/errors.js';
import { explainFailures } from './explained-store.js';
import { runOperation } from './operation.js';
import type { Store } from './store.js';
import { StoreError, unavailableError } from './store-error.js';

/** Reads nothing. */
function* nothing(): Generator<never, null, void> {
  return null;
}

/** A store whose reads succeed, or fail with an error. */
function storeWith(outcome: () => Error | undefined): Store {
  const fail = () => Promise.reject(new TypeError('Not a part of this test.'));
  return {
    ready: fail,
    run: fail,
    async read(operation) {
      const error = outcome();
      if (error) throw error;
      return runOperation(operation, () => {});
    },
    report: fail,
    pending: { writes: 0, bytes: 0, oldestSince: undefined },
    close: async () => {},
  };
}

test('logs a reason again when the database has worked in between', async () => {
  const logged: string[] = [];
  const logger = { info() {}, warn() {}, error: (details: object) => void logged.push(JSON.stringify(details)) };
  let error: Error | undefined;
  const store = explainFailures(
    storeWith(() => error),
    logger,
  );
  const call = () => store.read(nothing()).catch((failure: unknown) => failure);
  const [first, second] = [new StoreError('First.'), new StoreError('Second.')];
  for (error of [first, first, undefined, first, unavailableError(first), second, undefined, undefined, second])
    await call();
  expect(logged.map((line) => JSON.parse(line).reason)).toEqual(['First.', 'First.', 'Second.', 'Second.']);
});

test('does not change or log other errors', async () => {
  const logged: object[] = [];
  const logger = { info() {}, warn() {}, error: (details: object) => void logged.push(details) };
  for (const error of [
    new TypeError('A bug.'),
    new AskwellError('unavailable'),
    unavailableError(new Error('Busy.')),
  ]) {
    const store = explainFailures(
      storeWith(() => error),
      logger,
    );
    expect(await store.read(nothing()).catch((failure: unknown) => failure)).toBe(error);
  }
  expect(logged).toEqual([]);
});

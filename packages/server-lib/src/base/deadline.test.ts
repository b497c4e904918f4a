import { expect, test, vi } from 'vitest';
import { createManualClock } from '../tools/testing/manual-clock.js';
import { callOutside, DeadlineError } from './deadline.js';

const never = () => new Promise<never>(() => {});

function start(stopped?: AbortSignal) {
  const { clock, advance } = createManualClock();
  return { advance, deadline: { what: 'The host', clock, timeout: 5_000, stopped } };
}

test.each([() => 7, async () => 7])('returns what the call returns', async (call) => {
  expect(await callOutside(call, start().deadline)).toBe(7);
});

test('rejects as the call does, also if it throws at once', async () => {
  const error = new RangeError('Broken');
  await expect(callOutside(() => Promise.reject(error), start().deadline)).rejects.toBe(error);
  const throwing = () => {
    throw error;
  };
  await expect(callOutside(throwing, start().deadline)).rejects.toBe(error);
});

test('ends at the deadline if the call never settles, and aborts its signal', async () => {
  const { advance, deadline } = start();
  let signal: AbortSignal | undefined;
  const called = callOutside((given) => {
    signal = given;
    return never();
  }, deadline);
  const settled = vi.fn();
  const ended = called.catch((error: unknown) => error).finally(settled);
  await advance({ seconds: 4 });
  expect([settled.mock.calls.length, signal?.aborted]).toEqual([0, false]);
  await advance({ seconds: 1 });
  const error = await ended;
  expect(error).toBeInstanceOf(DeadlineError);
  expect(error).toMatchObject({ message: 'The host did not answer within 5000 ms.' });
  expect(signal?.aborted).toBe(true);
});

test('a call that fails after its deadline does not cause an unhandled rejection', async () => {
  const { advance, deadline } = start();
  const called = callOutside(
    (signal) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('Late')));
      }),
    deadline,
  );
  const ended = expect(called).rejects.toBeInstanceOf(DeadlineError);
  await advance({ seconds: 5 });
  await ended;
});

test('ends with the reason when the service stops, and calls nothing afterwards', async () => {
  const stopping = new AbortController();
  const reason = new Error('The service stops.');
  const { deadline } = start(stopping.signal);
  const called = callOutside(never, deadline);
  stopping.abort(reason);
  await expect(called).rejects.toBe(reason);
  const call = vi.fn();
  await expect(callOutside(call, deadline)).rejects.toBe(reason);
  expect(call).not.toHaveBeenCalled();
});

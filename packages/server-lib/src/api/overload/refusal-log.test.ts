import { expect, test, vi } from 'vitest';
import { silentLogger } from '../../base/logger.js';
import { createOverloadLog } from './refusal-log.js';

test('logs rejected requests once a second, with their number and without a stack', () => {
  const warn = vi.fn();
  let now = 5_000;
  const log = createOverloadLog({ ...silentLogger, warn }, { elapsed: () => now });
  for (let at = 0; at < 1_000; at++) log.add('The service is overloaded.');
  expect(warn).toHaveBeenCalledTimes(1);
  now += 1_000;
  log.add('The service is overloaded.');
  expect(warn.mock.calls.map(([details]) => details)).toEqual([
    { refused: 1, reason: 'The service is overloaded.' },
    { refused: 1_000, reason: 'The service is overloaded.' },
  ]);
});

import { expect, test } from 'vitest';
import type { Logger } from '../../base/logger.js';
import { createManualClock } from '../../tools/testing/manual-clock.js';
import { createEventLog } from './event-log.js';

function createLog() {
  const lines: unknown[] = [];
  const note = (level: string) => (details: object, message: string) => lines.push({ level, message, ...details });
  const logger: Logger = { info: note('info'), warn: note('warn'), error: note('error') };
  const { clock, advance } = createManualClock();
  return { lines, log: createEventLog(clock, logger), advance };
}

const failed = { level: 'warn', message: 'Security event: a sign-in failed.', event: 'sign_in_failed' };

test('logs many failed sign-ins as one line per second, with their number and common details', async () => {
  const { lines, log, advance } = createLog();
  for (let nth = 0; nth < 10_000; nth++) log.add('sign_in_failed', { account: 7, client: `${nth}` });
  expect(lines).toEqual([{ ...failed, account: 7, client: '0' }]);
  await advance({ seconds: 1 });
  expect(lines[1]).toEqual({ ...failed, account: 7, count: 9_999 });
  // The line at the end of a second counts for the next second.
  log.add('sign_in_failed', { account: 8, client: 'a' });
  expect(lines).toHaveLength(2);
  log.flush();
  expect(lines[2]).toEqual({ ...failed, account: 8, client: 'a' });
});

test('counts the lines of each kind separately, and logs events of owners one by one up to a maximum', () => {
  const { lines, log } = createLog();
  for (let nth = 0; nth < 5; nth++) log.add('sign_in_throttled', {});
  for (let nth = 0; nth < 5; nth++) log.add('key_created', { account: 1, client: 'a', subject: nth });
  const created = { level: 'info', message: 'Security event: an API key was created.', event: 'key_created' };
  const keys = [0, 1, 2, 3, 4].map((key) => ({ ...created, account: 1, client: 'a', key }));
  expect(lines.slice(1)).toEqual(keys);
  for (let nth = 0; nth < 100; nth++) log.add('key_created', { account: 1, client: 'a', subject: nth });
  expect(lines).toHaveLength(21);
  log.flush();
  expect(lines).toHaveLength(23);
  expect(lines).toContainEqual({ ...created, account: 1, client: 'a', count: 85 });
});

test('ignores errors of the logger', () => {
  const fail = (): void => {
    throw new Error('The logger failed.');
  };
  const log = createEventLog(createManualClock().clock, { info: fail, warn: fail, error: fail });
  for (let nth = 0; nth < 3; nth++) log.add('sign_in_failed', {});
  log.flush();
});

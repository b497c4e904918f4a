import { existsSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { createClock } from '../../base/clock.js';
import { createSecret } from '../../base/crypto/secret.js';
import { silentLogger } from '../../base/logger.js';
import { createLimiter } from '../../http/limits/limiter.js';
import type { Policy } from '../windows/sliding-window.js';
import { FileWindows } from './file-windows.js';

const secret = createSecret({
  secret: 'the secret of the tests 0123456789abcdef',
  file: undefined,
  requireCreatable: () => {},
});
const address = '203.0.113.5';

let folder: string;
let database: string;
let opened: FileWindows[];
beforeEach(async () => {
  folder = await temporaryFolder();
  database = join(folder, 'askwell.db');
  await writeFile(database, '');
  opened = [];
});
afterEach(async () => {
  await Promise.all(opened.map((windows) => windows.close()));
  await rm(folder, { recursive: true, force: true });
});

interface Started {
  readonly windows: FileWindows;
  /** Sends requests at once, and returns how many were admitted. */
  take(count: number, from?: string): Promise<number>;
}

/** Creates the windows of a process, and a limiter over them. */
function start(options: { policy?: Policy; addresses?: number; upkeepInterval?: number } = {}): Started {
  const { upkeepInterval = 30_000, ...limits } = options;
  const windows = new FileWindows({ database, open: async () => {}, logger: silentLogger, upkeepInterval });
  opened.push(windows);
  const limiter = createLimiter({
    clock: createClock(),
    ipv6Prefix: 64,
    ...limits,
    shared: { name: 'test', windows, secret },
  });
  return {
    windows,
    async take(count, from = address) {
      const decisions = await Promise.all(Array.from({ length: count }, () => limiter.take(from)));
      return decisions.filter(({ admitted }) => admitted).length;
    },
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

test('a process that is alone counts in memory, and has no file of counts', async () => {
  const first = start();
  expect(await first.take(40)).toBe(30);
  expect(first.windows.local.mayCountInMemory).toBe(true);
  expect(existsSync(`${database}-limits`)).toBe(false);
});

test('two processes that start at once admit exactly the limit', async () => {
  const [first, second] = [start(), start()];
  expect(sum(await Promise.all([first.take(40), second.take(40)]))).toBe(30);
  expect([first, second].map(({ windows }) => windows.local.mayCountInMemory)).toEqual([false, false]);
  expect(sum(await Promise.all([first.take(5), second.take(5)]))).toBe(0);
});

test('a process that starts later waits for the counts of the first process', async () => {
  const first = start();
  expect(await first.take(17)).toBe(17);
  const second = start();
  expect(sum(await Promise.all([second.take(20), first.take(20), first.take(20)]))).toBe(13);
});

test('three processes that start one after the other admit exactly the limits of a client and of its network', async () => {
  const addresses = Array.from({ length: 40 }, (_, at) => `2001:db8:1:${at.toString(16)}::1`);
  let admitted = 0;
  const processes: Started[] = [];
  for (let round = 0; round < 3; round++) {
    processes.push(start());
    const counts = processes.flatMap((started) => addresses.map((from) => started.take(6, from)));
    admitted += sum(await Promise.all(counts));
  }
  expect(admitted).toBe(600);
});

test('a process that is alone again continues with the counts of both', async () => {
  const first = start();
  const second = start({ upkeepInterval: 20 });
  expect(sum(await Promise.all([first.take(10), second.take(10)]))).toBe(20);
  await first.windows.close();
  const third = start();
  expect(sum(await Promise.all([second.take(20), third.take(20)]))).toBe(10);
  await third.windows.close();
  expect(await second.take(10)).toBe(0);
});

test('a process that is alone again counts in memory after the counts of the other process have expired', async () => {
  const policy = { limit: 30, seconds: 1 };
  const first = start({ policy });
  const second = start({ policy, upkeepInterval: 20 });
  await Promise.all([first.take(10), second.take(10)]);
  await first.windows.close();
  await expect.poll(() => second.windows.local.mayCountInMemory).toBe(true);
});

test('requests that a process has evicted from memory expire before another process counts', async () => {
  const policy = { limit: 3, seconds: 2 };
  const first = start({ policy, addresses: 2 });
  const firstAt = performance.now();
  expect(await first.take(5)).toBe(3);
  for (let at = 0; at < 5; at++) await first.take(1, `198.51.100.${at}`);
  const second = start({ policy });
  expect(await second.take(1)).toBe(1);
  expect(performance.now() - firstAt).toBeGreaterThan(2_000);
});

test('a damaged file is replaced by a process that is alone', async () => {
  await writeFile(`${database}-limits`, 'x'.repeat(5_000));
  const first = start();
  expect(await first.take(20)).toBe(20);
  const second = start();
  expect(sum(await Promise.all([first.take(20), second.take(20)]))).toBe(10);
});

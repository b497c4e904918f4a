import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createTrustedProxies, resolveClientAddress, toClientKey } from './client-address.js';
import { MemoryStore } from './memory-store.js';

const megabyte = 1_000_000;
const proxies = createTrustedProxies(['127.0.0.1']);

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

function used(): number {
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

/** Returns a different IPv4 address of 15 characters for each number below 2 ** 20. */
function addressOf(n: number): string {
  return [n >> 14, n >> 7, n, 50].map((part) => 100 + (part & 127)).join('.');
}

/** Returns the memory that is needed to count addresses, each read from the end of a header. */
function bytesFor(count: number, headerStart: string): number {
  const store = new MemoryStore({ limit: 30, seconds: 60 });
  const before = used();
  for (let n = 0; n < count; n++) {
    // A flat string, like one that was read from a socket.
    const header = Buffer.from(`${headerStart}${addressOf(n)}`).toString();
    store.take(toClientKey(resolveClientAddress('127.0.0.1', header, proxies), 64), n / 10);
  }
  const bytes = used() - before;
  expect(store.take('203.0.113.5', count).admitted).toBe(true);
  return bytes;
}

test('counts 208,000 forged addresses in less than 20 MB', () => {
  expect(bytesFor(208_000, '')).toBeLessThan(20 * megabyte);
});

test('does not keep the header of an address in memory', () => {
  const bytes = bytesFor(4_000, '1.1.1.1, '.repeat(1_000));
  // The headers together have 36 MB.
  expect(bytes).toBeLessThan(10 * megabyte);
});

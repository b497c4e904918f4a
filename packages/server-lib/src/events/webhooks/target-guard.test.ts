import { expect, test, vi } from 'vitest';
import { createClock } from '../../base/clock.js';
import { silentLogger } from '../../base/logger.js';
import { createManualClock } from '../../tools/testing/manual-clock.js';
import { createTargetGuard, type TargetGuardOptions } from './target-guard.js';

const guardOf = (options: Partial<TargetGuardOptions> = {}) =>
  createTargetGuard({
    allowHttp: false,
    allowedAddresses: [],
    lookup: async () => ['8.8.8.8'],
    timeout: 5_000,
    clock: createClock(),
    logger: silentLogger,
    ...options,
  });

test.each([
  ['', 'invalid_url'],
  ['example.com', 'invalid_url'],
  ['ftp://example.com', 'invalid_url'],
  ['file:///etc/passwd', 'invalid_url'],
  ['https://user@example.com', 'invalid_url'],
  ['https://user:password@example.com', 'invalid_url'],
  ['https://example.com/#part', 'invalid_url'],
  ['http://example.com', 'needs_https'],
])('refuses %j: %s', (url, problem) => {
  expect(() => guardOf().parse(url)).toThrow(expect.objectContaining({ problem }));
});

test('accepts https with any port, and http if the operator allows it', () => {
  expect(guardOf().parse('https://example.com:8443/a?b=c').href).toBe('https://example.com:8443/a?b=c');
  expect(guardOf({ allowHttp: true }).parse('http://example.com/').href).toBe('http://example.com/');
});

test.each([
  ...['https://127.0.0.1', 'https://2130706433', 'https://0x7f.1', 'https://0177.0.0.1', 'https://[::1]'],
  ...['https://[::ffff:127.0.0.1]', 'https://169.254.169.254', 'https://localhost', 'https://a.localhost.'],
])('refuses the address of %s', async (text) => {
  const guard = guardOf();
  const refusal = guard.resolve(guard.parse(text).hostname);
  await expect(refusal).rejects.toMatchObject({ problem: 'unreachable_host' });
});

test('refuses a name if any of its addresses is private', async () => {
  const lookup = vi.fn(async () => ['8.8.8.8', '10.0.0.1']);
  await expect(guardOf({ lookup }).resolve('example.com')).rejects.toMatchObject({ problem: 'unreachable_host' });
  expect(lookup).toHaveBeenCalledWith('example.com');
});

test('fails at the deadline if a name is never resolved', async () => {
  const { clock, advance } = createManualClock();
  const refusal = guardOf({ clock, lookup: () => new Promise(() => {}) }).resolve('example.com');
  const refused = expect(refusal).rejects.toMatchObject({ problem: 'unreachable_host' });
  await advance({ seconds: 5 });
  await refused;
});

test('only the log distinguishes private addresses from unknown hosts, at most once a second', async () => {
  const { clock, advance } = createManualClock();
  const info = vi.fn();
  const addresses = new Map([['private.example', ['10.0.0.1']]]);
  const guard = guardOf({
    clock,
    logger: { ...silentLogger, info },
    lookup: async (host) => addresses.get(host) ?? [],
  });
  for (const host of ['private.example', 'unknown.example', 'private.example', '10.0.0.1']) {
    await expect(guard.resolve(host)).rejects.toMatchObject({
      problem: 'unreachable_host',
      message: 'Webhooks are not sent to this URL: unreachable_host.',
    });
    if (host === 'unknown.example') await advance({ seconds: 1 });
  }
  expect(info.mock.calls.map(([details]) => details)).toEqual([
    { reason: 'private_address', count: 1 },
    { reason: 'private_address', count: 2 },
  ]);
  expect(JSON.stringify(info.mock.calls)).not.toMatch(/example|10\.0/);
});

test('refuses names without addresses, and answers that are not addresses', async () => {
  for (const lookup of [async () => [], async () => ['localhost'], () => Promise.reject(new Error('ENOTFOUND'))])
    await expect(guardOf({ lookup }).resolve('example.com')).rejects.toMatchObject({ problem: 'unreachable_host' });
});

test('allows private addresses that the operator lists, in all their forms', async () => {
  const allowing = (...allowedAddresses: string[]) => guardOf({ allowedAddresses });
  expect(await allowing('127.0.0.1').resolve('localhost')).toEqual(['127.0.0.1']);
  expect(await allowing('::1').resolve('localhost')).toEqual(['::1']);
  expect(await allowing('10.1.0.0/16').resolve('10.1.2.3')).toEqual(['10.1.2.3']);
  for (const form of ['::ffff:a01:203', '64:ff9b::a01:203', '2002:a01:203::1'])
    expect(await allowing('10.1.0.0/16').resolve(`[${form}]`)).toEqual([form]);
  await expect(allowing('10.1.0.0/16').resolve('[64:ff9b::a02:203]')).rejects.toMatchObject({
    problem: 'unreachable_host',
  });
  await expect(allowing('10.1.0.0/16').resolve('10.2.2.3')).rejects.toMatchObject({ problem: 'unreachable_host' });
});

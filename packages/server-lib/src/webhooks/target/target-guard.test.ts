import { expect, test, vi } from 'vitest';
import { createTargetGuard } from './target-guard.js';

const guardOf = (options: Partial<Parameters<typeof createTargetGuard>[0]> = {}) =>
  createTargetGuard({ allowHttp: false, allowedAddresses: [], lookup: async () => ['8.8.8.8'], ...options });

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
  await expect(refusal).rejects.toMatchObject({ problem: 'private_address' });
});

test('refuses a name if any of its addresses is private', async () => {
  const lookup = vi.fn(async () => ['8.8.8.8', '10.0.0.1']);
  await expect(guardOf({ lookup }).resolve('example.com')).rejects.toMatchObject({ problem: 'private_address' });
  expect(lookup).toHaveBeenCalledWith('example.com');
});

test('refuses names without addresses, and answers that are not addresses', async () => {
  for (const lookup of [async () => [], async () => ['localhost'], () => Promise.reject(new Error('ENOTFOUND'))])
    await expect(guardOf({ lookup }).resolve('example.com')).rejects.toMatchObject({ problem: 'unknown_host' });
});

test('allows private addresses that the operator lists, in all their forms', async () => {
  const allowing = (...allowedAddresses: string[]) => guardOf({ allowedAddresses });
  expect(await allowing('127.0.0.1').resolve('localhost')).toEqual(['127.0.0.1']);
  expect(await allowing('::1').resolve('localhost')).toEqual(['::1']);
  expect(await allowing('10.1.0.0/16').resolve('10.1.2.3')).toEqual(['10.1.2.3']);
  for (const form of ['::ffff:a01:203', '64:ff9b::a01:203', '2002:a01:203::1'])
    expect(await allowing('10.1.0.0/16').resolve(`[${form}]`)).toEqual([form]);
  await expect(allowing('10.1.0.0/16').resolve('[64:ff9b::a02:203]')).rejects.toMatchObject({
    problem: 'private_address',
  });
  await expect(allowing('10.1.0.0/16').resolve('10.2.2.3')).rejects.toMatchObject({ problem: 'private_address' });
});

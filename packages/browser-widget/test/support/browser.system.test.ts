import { expect, test } from 'vitest';
import { close, discard, open } from './browser.js';

test('a closed page leaves its context to the next one, without its data', async () => {
  const page = await open('');
  await page.evaluate(() => localStorage.setItem('left', 'here'));
  // Of a server that the page only sends requests to.
  await page.context().addCookies([{ name: 'left', value: 'here', url: 'https://api.example.com' }]);
  await close(page);

  const next = await open('');
  expect(next.context()).toBe(page.context());
  expect(await next.evaluate(() => localStorage.length)).toBe(0);
  expect(await next.context().cookies()).toEqual([]);
  const besides = await open('');
  expect(besides.context()).not.toBe(next.context());
  await Promise.all([close(next), close(besides)]);
});

test('a discarded page does not leave its context', async () => {
  const page = await open('');
  await discard(page);
  const next = await open('');
  expect(next.context()).not.toBe(page.context());
  await close(next);
});

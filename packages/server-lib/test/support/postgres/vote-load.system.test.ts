import { afterEach, expect, test } from 'vitest';
import { freePort } from '../free-port.js';
import { watchHealth } from './vote-load.js';

const unhandled: unknown[] = [];
const listener = (error: unknown): void => void unhandled.push(error);
afterEach(() => void process.off('unhandledRejection', listener));

test('watching an ended instance fails when the result is read, and not before', async () => {
  process.on('unhandledRejection', listener);
  const gone = { url: `http://127.0.0.1:${await freePort()}` };
  const stopWatching = watchHealth(gone);
  // Its request fails before the requests of this instance.
  for (let nth = 0; nth < 3; nth++) await expect(fetch(gone.url)).rejects.toThrow();
  await expect(stopWatching()).rejects.toThrow();
  expect(unhandled).toEqual([]);
});

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFormBrowser, register } from '../../test/support/browser/form-browser.js';
import { startService } from '../../test/support/servers/start-service.js';
import type { TestServer } from '../../test/support/servers/test-server.js';
import { systemClock } from '../base/clock.js';

let server: TestServer;
let cookie: string;
beforeAll(async () => {
  server = await startService();
  const browser = createFormBrowser(server);
  await register(browser);
  cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  // The clock advances by some milliseconds each time it is read, so that each page takes the time of a turn.
  let now = systemClock.elapsed();
  vi.spyOn(systemClock, 'elapsed').mockImplementation(() => {
    now += 3;
    return now;
  });
});
afterAll(async () => {
  vi.restoreAllMocks();
  await server.close();
});

test.each(['/healthz', '/readyz'])('%s does not wait for pages that were requested before', async (probe) => {
  const order: string[] = [];
  const get = async (path: string): Promise<void> => {
    const { status } = await server.fetch(server.url + path, { headers: { cookie } });
    expect(status).toBe(200);
    order.push(path);
  };
  await Promise.all([...Array.from({ length: 30 }, () => get('/dashboard/keys')), get(probe)]);
  expect(order).toHaveLength(31);
  expect(order.indexOf(probe)).toBeLessThan(5);
});

import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFormBrowser } from '../../../test/support/browser/form-browser.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { systemClock } from '../../clock.js';

let server: TestServer;
let cookie: string;
let page: string;
let poll: string;
beforeAll(async () => {
  server = await startService();
  const owner = await createOwner(server.services);
  const browser = createFormBrowser(server);
  await browser.submit('/login', { email: owner.email, password: owner.password });
  cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const { account } = owner.session;
  const fields = Array.from({ length: 20 }, () => ({ type: 'short_text' as const, label: 'What?' }));
  page = `/dashboard/asks/${(await server.askwell.forms.create(account, { title: 'Large', fields })).id}/edit`;
  poll = (await server.askwell.polls.create(account, { title: 'Lunch?', options: ['Soup', 'Salad'] })).id;
  // Some milliseconds pass between any two looks at the clock, so that each page takes the time of a turn.
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

test('an answer does not wait for the pages that an owner has asked for before', async () => {
  const order: string[] = [];
  const get = async (): Promise<void> => {
    const reply = await server.fetch(server.url + page, { headers: { cookie } });
    expect(reply.status).toBe(200);
    order.push('page');
  };
  const vote = async (): Promise<void> => {
    const body = JSON.stringify({ choices: ['o1'] });
    const headers = { 'content-type': 'application/json' };
    const reply = await server.fetch(`${server.url}/api/v1/polls/${poll}/votes`, { method: 'POST', headers, body });
    expect(reply.status).toBe(201);
    order.push('vote');
  };
  await Promise.all([...Array.from({ length: 30 }, get), vote()]);
  expect(order).toHaveLength(31);
  expect(order.indexOf('vote')).toBeLessThan(5);
});

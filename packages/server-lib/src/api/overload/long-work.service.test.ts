import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createFormBrowser } from '../../../test/support/browser/form-browser.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { systemClock } from '../../base/clock.js';

interface Visitor {
  readonly cookie: string;
  /** A page that takes the time of a turn. */
  readonly page: string;
}

let server: TestServer;
let busy: Visitor;
let quiet: Visitor;
let poll: string;
beforeAll(async () => {
  server = await startService();
  const owner = await createOwner(server.services);
  busy = await signInWithForm(owner);
  quiet = await signInWithForm(await createOwner(server.services));
  const draft = { title: 'Lunch?', options: ['Soup', 'Salad'] };
  poll = (await server.askwell.polls.create(owner.session.account, draft)).id;
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

/** Signs in an owner with a large form. */
async function signInWithForm(owner: Owner): Promise<Visitor> {
  const browser = createFormBrowser(server);
  await browser.submit('/login', { email: owner.email, password: owner.password });
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const fields = Array.from({ length: 20 }, () => ({ type: 'short_text' as const, label: 'What?' }));
  const { id } = await server.askwell.forms.create(owner.session.account, { title: 'Large', fields });
  return { cookie, page: `/dashboard/asks/${id}/edit` };
}

async function open({ cookie, page }: Visitor): Promise<void> {
  const reply = await server.fetch(server.url + page, { headers: { cookie } });
  expect(reply.status).toBe(200);
}

test('an answer does not wait for pages that an owner requested before', async () => {
  const order: string[] = [];
  const get = async (): Promise<void> => {
    await open(busy);
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

test('a page of one account does not wait for all pages that another account requested before', async () => {
  const order: string[] = [];
  const get = async (visitor: Visitor, name: string): Promise<void> => {
    await open(visitor);
    order.push(name);
  };
  await Promise.all([...Array.from({ length: 30 }, () => get(busy, 'busy')), get(quiet, 'quiet')]);
  expect(order).toHaveLength(31);
  expect(order.indexOf('quiet')).toBeLessThan(5);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  createFormBrowser,
  type FormBrowser,
  makeKey,
  register,
  wordsOf,
} from '../../../test/support/browser/form-browser.js';
import { call } from '../../../test/support/http/http-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { whileMoving } from '../../../test/support/servers/while-moving.js';
import { Receiver } from '../../../test/support/webhooks/receiver.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const { clock, source } = createTestClock('2026-01-31');
const receiver = new Receiver(clock);
let server: TestServer;
let owner: FormBrowser;
let key: string;
beforeAll(async () => {
  server = await startService({ clock: source, webhooks: { allowHttp: true, allowedAddresses: ['127.0.0.1'] } });
  owner = createFormBrowser(server);
  await register(owner);
  key = await makeKey(owner, { name: 'Account' });
});
afterAll(() => server.close());

async function create(): Promise<string> {
  const page = await owner.submit('/dashboard/webhooks', {
    url: receiver.url,
    events: 'some',
    types: 'answer.created',
  });
  expect(page.status).toBe(201);
  expect(page.headers.get('cache-control')).toBe('no-store');
  receiver.secret = />(whsec_[^<]+)</.exec(page.text)?.[1]?.replaceAll('&#x3D;', '=') ?? '';
  return /href="(\/dashboard\/webhooks\/\d+)"/.exec(page.text)?.[1] ?? '';
}

test('creates a webhook, shows its secret once, and tests, disables, enables and deletes it without scripts', async () => {
  const path = await create();
  expect((await owner.open(path)).text).not.toContain('whsec_');
  expect((await whileMoving(clock, owner.submit(`${path}/test`))).location).toBe(`${path}?notice=webhook-tested`);
  expect(receiver.accepted.map(({ type }) => type)).toEqual(['webhook.test']);
  expect(wordsOf(await owner.open(path))).toContain('Test message');
  expect(wordsOf(await owner.open(path))).toContain('Delivered');

  const id = path.split('/').at(-1);
  const enabled = async () => (await call(server, 'GET', `/api/v1/webhooks/${id}`, { key })).at('data.enabled');
  await owner.submit(`${path}/disable`);
  expect(await enabled()).toBe(false);
  const refused = await owner.submit(`${path}/test`);
  expect([refused.status, wordsOf(refused)]).toEqual([409, expect.stringContaining('This webhook is disabled.')]);
  await owner.submit(`${path}/enable`);
  expect(await enabled()).toBe(true);

  expect((await owner.submit(`${path}/delete`)).location).toBe('/dashboard/webhooks?notice=webhook-deleted');
  expect((await owner.open(path)).status).toBe(404);
});

test('changes the settings, and shows errors next to their fields', async () => {
  const path = await create();
  const url = 'http://127.0.0.1:1/elsewhere';
  const saved = await owner.submit(path, { url, description: 'Shop', events: 'all', types: 'answer.created' });
  expect(saved.location).toBe(`${path}?notice=webhook-saved`);
  const { data } = JSON.parse((await call(server, 'GET', `/api/v1/webhooks/${path.split('/').at(-1)}`, { key })).text);
  expect(data).toMatchObject({ url, description: 'Shop', types: [] });
  const wrong = await owner.submit(path, { url: 'http://10.0.0.1/', events: 'all' });
  expect([wrong.status, wordsOf(wrong)]).toEqual([
    422,
    expect.stringContaining('URL The host does not exist, or not all of its addresses are public.'),
  ]);
});

test('says which events a webhook gets, and for which site', async () => {
  const path = await create();
  expect(wordsOf(await owner.open(path))).toContain('Enabled Answer created · Whole account');
  await owner.submit(path, { url: receiver.url, events: 'all' });
  expect(wordsOf(await owner.open(path))).toContain('Enabled All events · Whole account');
  const none = await owner.submit(path, { url: receiver.url, events: 'some' });
  expect([none.status, wordsOf(none)]).toEqual([422, expect.stringContaining('Choose an event.')]);
});

test('rotates the secret, and sends an event again', async () => {
  const path = await create();
  await whileMoving(clock, owner.submit(`${path}/test`));
  const [, replay = ''] = /action="([^"]+\/replay)"/.exec((await owner.open(path)).text) ?? [];
  const before = receiver.accepted.length;
  expect((await owner.submit(replay)).location).toBe(`${path}?notice=webhook-replayed`);
  await clock.advance(0);
  expect(receiver.accepted).toHaveLength(before + 1);
  expect(receiver.accepted.at(-1)?.id).toBe(receiver.accepted.at(-2)?.id);
  const rotated = await owner.submit(`${path}/rotate`);
  expect([rotated.status, rotated.text.includes(receiver.secret)]).toEqual([201, false]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, createClient } from '../../../test/support/http/http-client.js';
import { createOwner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let client: ReturnType<typeof createClient>;
let key: string;
beforeAll(async () => {
  server = await startService();
  client = createClient(server);
  key = await (await createOwner(server.services)).key();
});
afterAll(() => server.close());

const asks = [
  { kind: 'poll', plural: 'polls', draft: { title: 'Lunch?', options: ['Soup', 'Salad'] } },
  { kind: 'form', plural: 'forms', draft: { title: 'Contact', fields: [{ type: 'email', label: 'Email' }] } },
];

test.each(asks)('the order of results of a $kind is "asked" unless it is set', async ({ kind, plural, draft }) => {
  const create = (more: object) => client('POST', `/${plural}`, { key, body: { ...draft, ...more } });
  const plain = await create({});
  expect(plain.at('data.results_order')).toBe('asked');
  const id = (await create({ results_order: 'votes' })).id('data.id');
  const orders = async () => [
    (await client('GET', `/${plural}/${id}`, { key })).at('data.results_order'),
    (await call(server, 'GET', `/embed/${plural}/${id}`)).at(`data.${kind}.results_order`),
  ];
  expect(await orders()).toEqual(['votes', 'votes']);
  const refused = await client('PATCH', `/${plural}/${id}`, { key, body: { results_order: 'random' } });
  expect([refused.status, Object.keys(Object(refused.at('errors')))]).toEqual([422, ['results_order']]);
  await client('PATCH', `/${plural}/${id}`, { key, body: { title: 'Other' } });
  expect(await orders()).toEqual(['votes', 'votes']);
  await client('PATCH', `/${plural}/${id}`, { key, body: { results_order: 'asked' } });
  expect(await orders()).toEqual(['asked', 'asked']);
});

test('a poll returns its options as they are asked, in any order of results', async () => {
  const body = { ...asks[0]?.draft, results_order: 'votes' };
  const id = (await client('POST', '/polls', { key, body })).id('data.id');
  await client('POST', `/polls/${id}/votes`, { body: { choices: ['o2'] } });
  const { text } = await client('GET', `/polls/${id}/results`, { key });
  const { data }: { data: { options: { id: string }[] } } = JSON.parse(text);
  expect(data.options.map((option) => option.id)).toEqual(['o1', 'o2']);
});

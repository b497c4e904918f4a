import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { AskwellError } from '../../base/errors.js';
import { ownerAsksOf } from '../../dashboard/asks/owner-asks.js';

let server: TestServer;
let owner: Owner;
let formId: string;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  const { forms } = server.askwell;
  const form = await forms.create(owner.session.account, {
    title: 'Your visit',
    fields: [
      { id: 'age', type: 'number', label: 'Your age' },
      { id: 'stay', type: 'page', label: 'Your stay', next: [{ when: { field: 'liked', is: 'All' }, to: 'thanks' }] },
      { id: 'liked', type: 'short_text', label: 'What did you like?' },
      { id: 'bye', type: 'page', label: 'Goodbye' },
      { id: 'more', type: 'short_text', label: 'Anything else?' },
    ],
    endings: [
      { id: 'young', when: { field: 'age', less: 18 }, title: 'Only for adults' },
      { id: 'unused', when: { field: 'age', greater: 150 }, title: 'Really?' },
      { id: 'thanks', title: 'Thank you' },
    ],
  });
  formId = form.id;
  for (const [age, liked] of [
    [12, 'Food'],
    [50, 'Food'],
    [30, 'All'],
    [40, 'All'],
    [60, 'All'],
  ] as const)
    await forms.submissions.create(form.id, { answers: { age, liked } });
});
afterAll(() => server.close());

const read = async (query = '', key?: string, id = formId) =>
  call(server, 'GET', `/api/v1/forms/${id}/paths${query}`, { key: key ?? (await owner.key()) });

test('the steps between pages and the endings are counted and sorted, by request and in process', async () => {
  const paths = {
    form_id: formId,
    steps: [
      { from: null, to: 'stay', submissions: 5 },
      { from: 'stay', to: 'thanks', submissions: 3 },
      { from: 'stay', to: 'bye', submissions: 2 },
      { from: 'bye', to: 'young', submissions: 1 },
      { from: 'bye', to: 'thanks', submissions: 1 },
    ],
    endings: [
      { id: 'young', submissions: 1 },
      { id: 'thanks', submissions: 4 },
    ],
    matching_answers: 5,
    oldest_left_out: false,
  };
  const reply = await read();
  expect([reply.status, reply.at('data')]).toEqual([200, paths]);
  expect(await server.askwell.forms.paths(owner.session.account, formId)).toEqual(paths);
});

test('only the submissions that the filters find are counted', async () => {
  for (const query of ['?field.age=12', '?filter=field.age:at_most:17']) {
    const steps = [{ to: 'stay' }, { to: 'bye' }, { to: 'young' }].map((step) => ({ ...step, submissions: 1 }));
    expect((await read(query)).at('data'), query).toMatchObject({ steps, matching_answers: 1 });
  }
  const { paths } = server.askwell.forms;
  const { account } = owner.session;
  const none = await paths(account, formId, { where: { since: '2099-01-01T00:00:00Z' } });
  expect(none).toMatchObject({ steps: [], endings: [], matching_answers: 0 });
  expect((await read('?filter=gone:answered')).at('issues.0')).toMatchObject({ code: 'unknown_column' });
});

test('a form without pages and endings has one step', async () => {
  const { forms } = server.askwell;
  const { account } = owner.session;
  const { id } = await forms.create(account, { title: 'Short', fields: [{ type: 'short_text', label: 'Name' }] });
  await forms.submissions.create(id, { answers: { f1: 'Kim' } });
  const steps = [{ from: null, to: 'submit', submissions: 1 }];
  expect(await forms.paths(account, id)).toMatchObject({ steps, endings: [], matching_answers: 1 });
});

test('the paths of other owners and sites are not found, and a key is required', async () => {
  const other = await createOwner(server.services);
  expect((await read('', await other.key())).status).toBe(404);
  const site = await server.askwell.sites.create(owner.session.account, { name: 'Shop' });
  expect((await read('', await owner.key(site.id))).status).toBe(404);
  expect((await read('', await owner.key(undefined, { permissions: 'read' }))).status).toBe(200);
  expect((await call(server, 'GET', `/api/v1/forms/${formId}/paths`)).status).toBe(401);
});

test('the editor works without paths while too many reads wait', async () => {
  const { services } = server;
  expect(await (await ownerAsksOf(services).find(owner.session, formId)).results.pathCounts()).toMatchObject({
    submissions: 5,
  });
  const busy = { ...services, pathCounts: { read: () => Promise.reject(new AskwellError('unavailable')) } };
  expect(await (await ownerAsksOf(busy).find(owner.session, formId)).results.pathCounts()).toBeNull();
});

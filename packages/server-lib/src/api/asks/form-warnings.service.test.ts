import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';

let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

const fields = [{ type: 'number', id: 'seats', label: 'Seats', max: 10 }] as const;
const endings = [
  { id: 'big', title: 'Big', when: { field: 'seats', greater: 10 } },
  { id: 'done', title: 'Done, {{name}}' },
] as const;
const found = [
  { path: 'endings.0.when', code: 'never_true', params: {}, message: 'No answers make this true.' },
  { path: 'endings.0', code: 'unreachable_ending', params: {}, message: 'No answers lead to this ending.' },
  {
    path: 'endings.1.title',
    code: 'unknown_placeholder',
    params: { name: 'name' },
    message: 'No field or variable has the ID "name".',
  },
];

test('the published definition and the changes that are not published are checked', async () => {
  const { account } = owner.session;
  const { forms } = server.askwell;
  const { id } = await forms.create(account, { title: 'Order', fields, endings });
  const read = async (query = '') =>
    call(server, 'GET', `/api/v1/forms/${id}/warnings${query}`, { key: await owner.key() });

  const reply = await read();
  expect([reply.status, reply.at('data')]).toEqual([200, { form_id: id, warnings: found }]);
  expect(await forms.warnings(account, id)).toEqual({ form_id: id, warnings: found });

  const { revision, definition } = await forms.workingCopy.get(account, id);
  const corrected = { ...definition, endings: [{ ...endings[1], title: 'Done' }] };
  const saved = await forms.workingCopy.update(account, id, { revision, definition: corrected });
  expect((await read('?definition=working_copy')).at('data.warnings')).toEqual([]);
  expect(await forms.warnings(account, id, { definition: 'working_copy' })).toEqual({ form_id: id, warnings: [] });
  expect((await read('?definition=published')).at('data.warnings')).toEqual(found);

  const incomplete = { ...definition, fields: [] };
  await forms.workingCopy.update(account, id, { revision: saved.revision, definition: incomplete });
  const refused = await read('?definition=working_copy');
  expect([refused.status, refused.at('issues.0.path')]).toEqual([422, 'fields']);
  await expect(forms.warnings(account, id, { definition: 'working_copy' })).rejects.toMatchObject({ code: 'invalid' });
});

test('warnings do not prevent a form from being published', async () => {
  const { account } = owner.session;
  const { forms } = server.askwell;
  const { id } = await forms.create(account, { title: 'Order', status: 'draft', fields, endings });
  expect(await forms.update(account, id, { status: 'open' })).toMatchObject({ status: 'open' });
  expect(await forms.submissions.create(id, { answers: { seats: 3 } })).toMatchObject({ ending: { id: 'done' } });
});

test('an unknown definition and the forms of others are refused', async () => {
  const { id } = await server.askwell.forms.create(owner.session.account, { title: 'Order', fields });
  const other = await createOwner(server.services);
  const path = `/api/v1/forms/${id}/warnings`;
  const wrong = await call(server, 'GET', `${path}?definition=draft`, { key: await owner.key() });
  expect([wrong.status, wrong.at('issues.0.code')]).toEqual([422, 'not_one_of']);
  expect((await call(server, 'GET', path, { key: await other.key() })).status).toBe(404);
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { kindsUnderTest } from '../../../test/support/asks/kinds-under-test.js';
import { createClient } from '../../../test/support/http/http-client.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { runDirectly } from '../../../test/support/store/direct-connection.js';
import { run } from '../../db/sql/statement.js';

let server: TestServer;
let owner: Owner;
let key: string;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
  key = await owner.key();
});
afterAll(() => server.close());

const send = (method: string, path: string, body?: unknown) => createClient(server)(method, path, { key, body });
const [poll] = kindsUnderTest;
const create = (design: unknown) => send('POST', '/polls', { ...poll?.draft, design });

const nothing = { accent: null, font: null, radius: null, density: null };

describe.each(kindsUnderTest)('the design of $plural', ({ plural, answers, draft, answer }) => {
  test('a design is null by default, and can be set, replaced and cleared, also with answers', async () => {
    const created = await send('POST', `/${plural}`, draft);
    const path = `/${plural}/${created.id('data.id')}`;
    expect([created.status, created.at('data.design')]).toEqual([201, null]);
    expect((await send('POST', `${path}/${answers}`, answer)).status).toBe(201);

    const set = await send('PATCH', path, { design: { accent: '#0A7D5a', radius: 0 } });
    expect([set.status, set.at('data.version')]).toEqual([200, 2]);
    expect(set.at('data.design')).toEqual({ ...nothing, accent: '#0a7d5a', radius: 0 });

    const replaced = await send('PATCH', path, { design: { font: 'mono', density: 'compact', accent: null } });
    expect(replaced.at('data.design')).toEqual({ ...nothing, font: 'mono', density: 'compact' });
    expect((await send('PATCH', path, { title: 'Other' })).at('data.design')).toEqual(replaced.at('data.design'));
    expect((await send('PATCH', path, { design: null })).at('data')).toMatchObject({ design: null, version: 5 });
  });
});

test('an empty design is stored as nulls', async () => {
  expect((await create({})).at('data.design')).toEqual(nothing);
});

test('an update with the same design keeps the version', async () => {
  const created = await create({ accent: '#0a7d5a' });
  const same = await send('PATCH', `/polls/${created.id('data.id')}`, { design: { accent: '#0A7D5A' } });
  expect([same.status, same.at('data')]).toEqual([200, created.at('data')]);
});

test.each([
  [{ accent: 'red' }, 'design.accent', 'Must be a color like #0a7d5a.'],
  [{ accent: '#fff' }, 'design.accent', 'Must be a color like #0a7d5a.'],
  [{ accent: '#0a7d5aff' }, 'design.accent', 'Must be a color like #0a7d5a.'],
  [{ accent: '#0a7d5a;--x:1' }, 'design.accent', 'Must be a color like #0a7d5a.'],
  [{ accent: '#0a7d5a\n' }, 'design.accent', 'Must be a color like #0a7d5a.'],
  [{ accent: 5 }, 'design.accent', 'Must be a string.'],
  [{ font: 'Comic Sans' }, 'design.font', 'Must be "system", "serif", "rounded", or "mono".'],
  [{ radius: -1 }, 'design.radius', 'Must be 0 or more.'],
  [{ radius: 25 }, 'design.radius', 'Must be 24 or less.'],
  [{ radius: 1.5 }, 'design.radius', 'Must be an integer.'],
  [{ density: 'tight' }, 'design.density', 'Must be "compact", "comfortable", or "spacious".'],
  [{ logo: 'x' }, 'design.logo', 'Unknown field.'],
  ['#0a7d5a', 'design', 'Must be an object.'],
])('refuses the design %j', async (design, path, message) => {
  const refused = await create(design);
  expect([refused.status, refused.at('errors')]).toEqual([422, { [path]: [message] }]);
});

test('a poll that an earlier version stored has no design', async () => {
  const id = (await create({ radius: 4 })).id('data.id');
  const { ask } = (await server.services.polls.asks.find(owner.session.scope, id)) ?? expect.unreachable('It exists.');
  // `version` makes the server read the row again.
  const stored = `,"design":${JSON.stringify({ ...nothing, radius: 4 })}`;
  const update = run`
    update askwell_asks set version = 2, definition = replace(definition, ${stored}, '') where seq = ${ask.seq}`;
  await runDirectly(server.database, update);
  expect((await send('GET', `/polls/${id}`)).at('data')).toMatchObject({ design: null, version: 2 });
  expect((await send('PATCH', `/polls/${id}`, { design: null })).at('data.version')).toBe(2);
});

test('a design is copied with unpublished changes', async () => {
  const { asks, workingCopies } = server.services.polls;
  const id = (await create({ radius: 4 })).id('data.id');
  const find = async () => (await asks.find(owner.session.scope, id)) ?? expect.unreachable('The poll exists.');
  const { draft, revision } = await workingCopies.open((await find()).ask);
  const changed = { ...draft, design: { font: 'serif' as const } };
  const next = await workingCopies.save(owner.session.scope, await find(), changed, revision);
  expect((await find()).ask.terms.design).toEqual({ ...nothing, radius: 4 });
  await workingCopies.publish(owner.session.scope, (await find()).ask, { draft: changed, revision: next });
  expect((await find()).ask.terms.design).toEqual({ ...nothing, font: 'serif' });
});

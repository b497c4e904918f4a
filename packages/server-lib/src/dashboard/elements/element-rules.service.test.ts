import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../../test/support/http/http-client.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { TokenDraft } from '../../owners/tokens/token-access.js';

let server: TestServer;
beforeAll(async () => {
  server = await startService({
    getUser: ({ headers }) => (headers.has('x-user') ? { id: 'u1', name: 'User' } : null),
    editor: {
      kinds: ['poll', 'form'],
      types: ['short_text', 'email'],
      locked: { locale: 'de', keep_answers_days: 90, pass_percentage: 50 },
      hidden: ['design'],
    },
  });
  await server.askwell.accounts.ensure({ externalId: 'u1', name: 'User' });
});
afterAll(() => server.close());

const draft = { title: 'Contact', status: 'draft', fields: [{ type: 'short_text', label: 'Name' }] } as const;
type Caller = Record<string, string>;
const asUser: Caller = { 'x-user': 'u1', 'sec-fetch-site': 'same-origin' };

async function asHolder(given: Partial<TokenDraft> = {}): Promise<Caller> {
  const can = ['edit', 'publish', 'create'] as const;
  const { raw } = await server.askwell.tokens.create('u1', { can, ...given });
  return { authorization: `Bearer ${raw}` };
}
const send = (headers: Caller, method: string, path: string, body?: object) =>
  call(server, method, `/embed/owner/asks${path}`, { headers, body });
const issuesOf = ({ body }: { body: unknown }) =>
  Object(body).issues.map(({ path, code }: { path: string; code: string }) => [path, code]);

/** Opens an ask in the editor, and returns how to save changes of its definition. */
async function open(caller: Caller, id: string) {
  const { copy, allowed } = Object((await send(caller, 'GET', `/${id}/editor`)).body);
  const save = (changes: object) => {
    const definition = { ...copy.draft, ...changes };
    return send(caller, 'POST', `/${id}/working-copy`, { revision: copy.revision, definition });
  };
  return { definition: copy.draft, allowed, save };
}

test('new asks get a locked site, and copies keep it', async () => {
  const site = await server.askwell.sites.create('u1', { name: 'Shop' });
  const caller = await asHolder({ locked: { site_id: site.id } });
  const { id } = Object((await send(caller, 'POST', '', { kind: 'form' })).body);
  expect((await server.askwell.forms.get('u1', id)).site_id).toBe(site.id);
  const copy = Object((await send(caller, 'POST', `/${id}/duplicate`, {})).body);
  expect((await server.askwell.forms.get('u1', copy.id)).site_id).toBe(site.id);
});

describe.each([
  ['the holder of a token', () => asHolder()],
  ['a user of the host', async () => asUser],
])('%s', (_, callerOf) => {
  test('creates asks with the locked values, and only of the allowed kinds', async () => {
    const caller = await callerOf();
    expect((await send(caller, 'POST', '', { kind: 'quiz' })).status).toBe(403);
    for (const kind of ['poll', 'form']) {
      const created = await send(caller, 'POST', '', { kind });
      expect([created.status, created.body]).toMatchObject([201, {}]);
      const { definition, allowed } = await open(caller, Object(created.body).id);
      expect(definition).toMatchObject({ locale: 'de', keep_answers_days: 90 });
      expect(definition).not.toHaveProperty('pass_percentage');
      expect(allowed).toMatchObject({ kinds: ['poll', 'form'], types: ['short_text', 'email'], hidden: ['design'] });
      expect(allowed.templates.some((template: { kind: string }) => template.kind === 'quiz')).toBe(false);
    }
  });

  test('saves nothing that is locked, hidden or of another type', async () => {
    const caller = await callerOf();
    const { id } = Object((await send(caller, 'POST', '', { kind: 'form' })).body);
    const { definition, save } = await open(caller, id);
    const refused = await save({
      locale: 'fr',
      design: { accent: '#0a7d5a' },
      fields: [{ ...definition.fields[0], type: 'date' }, { type: 'email', label: 'Email' }, { type: 'rating' }],
    });
    expect(refused.status).toBe(422);
    expect(issuesOf(refused)).toEqual([
      ['locale', 'locked'],
      ['design', 'locked'],
      ['fields.0.type', 'not_one_of'],
      ['fields.2.type', 'not_one_of'],
    ]);
    expect((await save({ fields: [...definition.fields, { type: 'email', label: 'Email' }] })).status).toBe(200);
  });

  test('keeps what an ask had before the rules, and can set it to the locked value', async () => {
    const caller = await callerOf();
    const fields = [{ type: 'date', label: 'Day' }] as const;
    const { id } = await server.askwell.forms.create('u1', { ...draft, status: 'open', fields, locale: 'fr' });
    const { save } = await open(caller, id);
    const saved = await save({ title: 'Changed' });
    expect(saved.status).toBe(200);
    const published = await send(caller, 'POST', `/${id}/publish`, { revision: Object(saved.body).revision });
    expect(published.status).toBe(200);
    expect((await (await open(caller, id)).save({ locale: 'de' })).status).toBe(200);
    expect((await (await open(caller, id)).save({ locale: 'es' })).status).toBe(422);
  });

  test('does not publish a locked value that other code saved', async () => {
    const caller = await callerOf();
    const { id } = await server.askwell.forms.create('u1', { ...draft, status: 'open', locale: 'de' });
    const { revision, definition } = await server.askwell.forms.workingCopy.get('u1', id);
    const changes = { revision, definition: { ...definition, locale: 'fr' } };
    const saved = await server.askwell.forms.workingCopy.update('u1', id, changes);
    const refused = await send(caller, 'POST', `/${id}/publish`, { revision: saved.revision });
    expect([refused.status, issuesOf(refused)]).toEqual([422, [['locale', 'locked']]]);
  });
});

test('the dashboard refuses the same', async () => {
  const { id } = Object((await send(asUser, 'POST', '', { kind: 'form' })).body);
  const { definition } = await open(asUser, id);
  const { revision } = await server.askwell.forms.workingCopy.get('u1', id);
  const body = { revision, definition: { ...definition, locale: 'fr' } };
  const saved = await call(server, 'POST', `/dashboard/asks/${id}/working-copy`, { headers: asUser, body });
  expect([saved.status, Object(saved.body).issues[0].path]).toEqual([422, 'locale']);
});

test('code of the host and copies are not bound to what only users are refused', async () => {
  const { id } = await server.askwell.quizzes.create('u1', {
    title: 'Quiz',
    questions: [{ type: 'boolean', prompt: 'Yes?', answer: true }],
  });
  expect((await send(await asHolder(), 'POST', `/${id}/duplicate`, {})).status).toBe(403);
  expect((await server.askwell.quizzes.copy('u1', id)).locale).toBeNull();
  const form = await server.askwell.forms.create('u1', { ...draft, locale: 'fr' });
  const copied = await send(await asHolder(), 'POST', `/${form.id}/duplicate`, {});
  expect(await server.askwell.forms.get('u1', Object(copied.body).id)).toMatchObject({ locale: 'de' });
});

test('a token narrows what the host allows, and does not widen it', async () => {
  const caller = await asHolder({
    kinds: ['form', 'quiz'],
    types: ['email', 'date'],
    locked: { locale: 'fr', anonymous: false },
    hidden: ['description'],
  });
  const { allowed } = Object((await send(caller, 'GET', '')).body);
  expect(allowed).toMatchObject({
    kinds: ['form'],
    types: ['email'],
    locked: { locale: 'de', anonymous: false, keep_answers_days: 90 },
    hidden: ['design', 'description'],
  });
  expect((await send(caller, 'POST', '', { kind: 'poll' })).status).toBe(403);
  const listed = await server.askwell.tokens.list('u1');
  expect(listed.at(-1)).toMatchObject({ kinds: ['form', 'quiz'], types: ['email', 'date'], hidden: ['description'] });
});

test.each([
  { kinds: ['survey'] },
  { types: [] },
  { types: [1] },
  { locked: { locale: undefined } },
  { locked: { design: 'x'.repeat(20_000) } },
  { locked: Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`m${index}`, 1])) },
  { hidden: 'design' },
])('refuses a token with invalid restrictions %#', async (given) => {
  await expect(asHolder(Object(given))).rejects.toMatchObject({ code: 'invalid' });
});

import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '../support/http/http-client.js';
import { allTools, answerTools, readTools } from '../support/mcp/expected-tools.js';
import { call, connectMcp, protocols, toolNames } from '../support/mcp/mcp-client.js';
import { createOwner, type Owner } from '../support/servers/create-owner.js';
import { startService } from '../support/servers/start-service.js';
import type { TestServer } from '../support/servers/test-server.js';
import { lockWrites } from '../support/store/direct-connection.js';

const lunch = { title: 'Lunch?', options: ['Soup', 'Salad'] };

let server: TestServer;
let owner: Owner;
let key: string;

async function start(options: Parameters<typeof startService>[0] = {}): Promise<void> {
  server = await startService(options);
  owner = await createOwner(server.services);
  key = await owner.key();
}

/** Returns everything that the owner has. */
async function everything(): Promise<unknown[]> {
  const client = createClient(server);
  const paths = ['/sites', '/polls', '/quizzes', '/forms'];
  return Promise.all(paths.map(async (path) => (await client('GET', path, { key })).body));
}

async function createPoll(): Promise<string> {
  return (await createClient(server)('POST', '/polls', { key, body: lunch })).id('data.id');
}

describe.each(protocols)('with writes, for clients of the protocol %s', (protocol) => {
  beforeAll(() => start({ mcp: { writes: true } }));
  afterAll(() => server.close());
  const connect = (more: { key?: string } = {}): Promise<Client> => connectMcp(server, { key, protocol, ...more });

  test('a poll is created, changed, read with its answers, and deleted', async () => {
    const client = await connect();
    expect(await toolNames(client)).toEqual(allTools);
    const created = await call(client, 'create_poll', lunch);
    const id = created.id('data.id');
    const update = { id, title: 'Dinner?', if_version: Number(created.id('data.version')) };
    expect(await call(client, 'update_poll', update)).toMatchObject({ body: { data: { id, title: 'Dinner?' } } });
    expect(await call(client, 'update_poll', { ...update, title: 'Stale?' })).toMatchObject({
      isError: true,
      body: { code: 'precondition_failed' },
    });
    await createClient(server)('POST', `/polls/${id}/votes`, { body: { choices: ['o2'] } });
    expect(await call(client, 'get_results', { id })).toMatchObject({ body: { data: { votes_count: 1 } } });
    const answer = (await call(client, 'list_answers', { id, limit: 1, order: 'asc' })).id('data.0.id');
    expect(await call(client, 'get_answer', { id, answer })).toMatchObject({ body: { data: { choices: ['o2'] } } });
    const read = await call(client, 'get_answer', { id, answer });
    const noted = await call(client, 'update_answer', { id, answer, note: 'Seen.', if_version: read.id('version') });
    expect(noted.body).toMatchObject({ data: { note: 'Seen.' }, version: expect.any(String) });
    for (const if_version of [read.id('version'), 1, 'a\n\ud800'])
      expect(await call(client, 'delete_answer', { id, answer, if_version })).toMatchObject({
        isError: true,
        body: { code: 'precondition_failed' },
      });
    const if_version = noted.id('version');
    expect(await call(client, 'delete_answer', { id, answer, if_version })).toMatchObject({ isError: false });
    expect(await call(client, 'get_results', { id })).toMatchObject({ body: { data: { votes_count: 0 } } });
    const found = await call(client, 'list_asks', { kind: 'polls', q: 'dinner' });
    expect(found.body).toMatchObject({ data: [{ id, title: 'Dinner?' }], meta: { next_cursor: null } });
    expect(await call(client, 'delete_ask', { id })).toMatchObject({ isError: false });
    expect(await call(client, 'get_ask', { id })).toMatchObject({ isError: true, body: { code: 'not_found' } });
  });

  test('quizzes, forms and sites are created by their schemas', async () => {
    const client = await connect();
    const site = Number((await call(client, 'create_site', { name: 'Shop' })).id('data.id'));
    const question = { type: 'single', prompt: '1 + 1?', options: ['1', '2'], answer: 'o2' };
    const quiz = await call(client, 'create_quiz', { title: 'Sums', site_id: site, questions: [question] });
    const field = { type: 'email', label: 'Email' };
    const form = await call(client, 'create_form', { title: 'Contact', site_id: site, fields: [field] });
    for (const [kind, id] of [['quizzes', quiz.id('data.id')] as const, ['forms', form.id('data.id')] as const]) {
      expect((await call(client, 'list_asks', { kind, site_id: site })).body).toMatchObject({ data: [{ id }] });
      expect((await call(client, 'get_ask', { id })).id('data.id')).toBe(id);
    }
    const id = form.id('data.id');
    await createClient(server)('POST', `/forms/${id}/submissions`, { body: { answers: { f1: 'a@example.com' } } });
    for (const [email, submissions_count] of [['A@example.com', 1] as const, ['b@example.com', 0] as const]) {
      const counted = await call(client, 'get_results', { id, field_filters: { 'field.f1': email } });
      expect(counted).toMatchObject({ body: { data: { submissions_count } } });
    }
    expect(await call(client, 'regrade_quiz', { id: quiz.id('data.id') })).toMatchObject({ isError: false });
    expect(await call(client, 'delete_site', { id: site })).toMatchObject({
      isError: true,
      body: { code: 'conflict' },
    });
  });

  test('a creation with an idempotency key is repeated without effect', async () => {
    const client = await connect();
    const values = { ...lunch, idempotency_key: `once-${protocol}` };
    const first = await call(client, 'create_poll', values);
    expect((await call(client, 'create_poll', values)).body).toEqual(first.body);
    expect(await call(client, 'create_poll', { ...values, title: 'Other' })).toMatchObject({
      isError: true,
      body: { code: 'idempotency_mismatch' },
    });
  });

  test('invalid arguments are refused with their faults, and nothing is stored', async () => {
    const client = await connect();
    const id = await createPoll();
    const before = await everything();
    const cases: [string, Record<string, unknown>, object][] = [
      ['create_poll', { ...lunch, colour: 'red' }, { errors: { colour: ['Unknown field.'] } }],
      ['create_poll', { title: 'Lunch?', options: ['Soup'] }, { errors: { options: ['Must have at least 2 items.'] } }],
      ['create_poll', { ...lunch, site_id: 99 }, { errors: { site_id: ['Not one of your sites.'] } }],
      ['create_poll', { ...lunch, options: 'Soup' }, { errors: { options: ['Must be an array.'] } }],
      [
        'create_poll',
        { ...lunch, options: ['Soup', { label: 'Salad', colour: 'green' }] },
        { errors: { 'options.1.colour': ['Unknown field.'] } },
      ],
      ['create_poll', { ...lunch, idempotency_key: '' }, { code: 'invalid' }],
      ...['a\nb', 'schlüssel', '鍵', '\0', 'x'.repeat(256)].map((idempotency_key): (typeof cases)[number] => [
        'create_poll',
        { ...lunch, idempotency_key },
        { errors: { idempotency_key: ['Must have 1 to 255 printable ASCII characters.'] } },
      ]),
      ['create_poll', { ...lunch, idempotency_key: 7 }, { errors: { idempotency_key: ['Must be a string.'] } }],
      ['update_poll', { id, title: 'Lost', if_version: true }, { errors: { if_version: ['Must be an integer.'] } }],
      ['update_poll', { id, title: 'Lost', if_version: '1' }, { errors: { if_version: ['Must be an integer.'] } }],
      ['update_poll', { id, title: ['Lost'] }, { errors: { title: ['Must be a string.'] } }],
      ['get_answer', { id, answer: true }, { errors: { answer: ['Invalid value.'] } }],
      ['list_answers', { id, limit: [1] }, { errors: { limit: ['Must be an integer from 1 to 100.'] } }],
      ['list_answers', { id, field_filters: 'field.f1' }, { code: 'invalid' }],
      ['update_poll', { title: 'Lost' }, { errors: { id: ['Required.'] } }],
      ['update_poll', { id: { like: 'poll' }, title: 'Lost' }, { errors: { id: ['Invalid value.'] } }],
      ['delete_ask', { id, force: true }, { errors: { force: ['Unknown field.'] } }],
      ['delete_all_answers', { id }, { errors: { all: ['Must be true, to confirm that all answers are deleted.'] } }],
      ['delete_ask', { id: '..' }, { code: 'not_found' }],
      ['delete_ask', { id: '\ud800' }, { code: 'not_found' }],
      ['get_answer', { id, answer: '\ud800' }, { code: 'not_found' }],
      ['delete_ask', { id: `${id}/votes` }, { code: 'not_found' }],
      ['list_answers', { id, format: 'jsonl' }, { errors: { format: ['Unknown field.'] } }],
      ['list_asks', {}, { errors: { kind: ['Required.'] } }],
      ['list_asks', { kind: 'polls', limit: 1_000 }, { errors: { limit: ['Must be an integer from 1 to 100.'] } }],
      ['list_asks', { kind: 'surveys' }, { code: 'invalid' }],
    ];
    for (const [name, values, body] of cases) {
      expect(await call(client, name, values), name).toMatchObject({ isError: true, body });
    }
    expect(await everything()).toEqual(before);
  });

  test('a result that is too large is refused, and a smaller one is returned', async () => {
    const fields = Array.from({ length: 10 }, () => ({ type: 'long_text', label: 'Words' }));
    const client = await connect();
    const id = (await call(client, 'create_form', { title: 'Novel', fields })).id('data.id');
    const answers = Object.fromEntries(fields.map((_, n) => [`f${n + 1}`, 'x'.repeat(4_900)]));
    const batch = { answers: Array.from({ length: 25 }, () => ({ answers })) };
    await createClient(server)('POST', `/forms/${id}/submissions/batch`, { key, body: batch });
    expect(await call(client, 'list_answers', { id })).toMatchObject({
      isError: true,
      body: { code: 'too_large', message: 'The result has more than 1 MB. Use a smaller `limit`, or filters.' },
    });
    const { body } = await call(client, 'list_answers', { id, limit: 20 });
    expect(body).toMatchObject({ data: { length: 20 }, meta: { next_cursor: expect.any(String) } });
  });

  test('a call that waits does not delay other calls', async () => {
    const [client, other] = [await connect(), await connect()];
    const id = await createPoll();
    const release = await lockWrites(server.database);
    let hasEnded = false;
    const waiting = call(client, 'update_poll', { id, title: 'Dinner?' }).finally(() => {
      hasEnded = true;
    });
    for (const reader of [client, other])
      expect(await call(reader, 'get_ask', { id })).toMatchObject({ body: { data: { title: 'Lunch?' } } });
    expect(hasEnded).toBe(false);
    await release();
    expect(await waiting).toMatchObject({ isError: false, body: { data: { title: 'Dinner?' } } });
  });

  test('an unknown tool is an error of the protocol', async () => {
    await expect(call(await connect(), 'drop_database')).rejects.toThrow('Unknown tool "drop_database".');
  });

  test('a key sees the tools that it can use, and only its site', async () => {
    const site = Number((await call(await connect(), 'create_site', { name: 'Blog' })).id('data.id'));
    const foreign = await createPoll();
    const reader = await connect({ key: await owner.key(undefined, { permissions: 'read' }) });
    expect(await toolNames(reader)).toEqual(readTools);
    expect(await call(reader, 'delete_ask', { id: foreign })).toMatchObject({
      isError: true,
      body: { code: 'forbidden', message: 'This API key can only read. Use a key with full access.' },
    });
    const moderator = await connect({ key: await owner.key(undefined, { permissions: 'answers' }) });
    expect(await toolNames(moderator)).toEqual([...readTools, ...answerTools]);
    const scoped = await connect({ key: await owner.key(site) });
    expect(await call(scoped, 'get_ask', { id: foreign })).toMatchObject({ body: { code: 'not_found' } });
    expect((await call(scoped, 'create_poll', lunch)).id('data.site_id')).toBe(String(site));
  });

  test('a key that is deleted while a client is connected is refused', async () => {
    const raw = await owner.key();
    const client = await connect({ key: raw });
    const keys = await server.askwell.keys.list(owner.session);
    await server.askwell.keys.delete(owner.session, Math.max(...keys.map(({ id }) => id)));
    await expect(call(client, 'get_account')).rejects.toThrow('API key is invalid or missing.');
  });
});

describe.each(protocols)('by default, for clients of the protocol %s', (protocol) => {
  beforeAll(() => start());
  afterAll(() => server.close());

  test('tools only read, although the key can write', async () => {
    const id = await createPoll();
    const client = await connectMcp(server, { key, protocol });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(readTools);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true);
    expect(await call(client, 'get_ask', { id })).toMatchObject({ body: { data: { id } } });
    const before = await everything();
    for (const name of allTools.filter((tool) => !readTools.includes(tool))) {
      expect(await call(client, name, { id, ...lunch }), name).toMatchObject({
        isError: true,
        body: { code: 'forbidden', message: 'This MCP server is read-only. Its operator can allow writes.' },
      });
    }
    expect(await everything()).toEqual(before);
  });
});

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import {
  Askwell,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  ValidationError,
} from '../src/index.js';
import { rejectionOf } from './support/rejection.js';
import { startServer, type TestServer } from './support/server.js';

let server: TestServer;
let key: string;
let askwell: Askwell;

beforeAll(async () => {
  server = await startServer();
  key = await server.createKey('Client');
  askwell = new Askwell({ apiKey: key, baseUrl: server.url });
});
afterAll(() => server.close());
afterEach(() => vi.unstubAllEnvs());

describe('me', () => {
  test('returns the account that the key belongs to', async () => {
    const me = await askwell.me();
    expect(me).toMatchObject({ name: 'Owner', email: 'owner@example.com' });
    expect(me.api_keys.map(({ name }) => name)).toContain('Client');
  });

  test('uses the API key and the base URL from the environment', async () => {
    vi.stubEnv('ASKWELL_API_KEY', key);
    vi.stubEnv('ASKWELL_BASE_URL', `${server.url}/`);
    expect((await new Askwell().me()).email).toBe('owner@example.com');
  });
});

test('requests over the limit of the account are retried after Retry-After', async () => {
  let now = Date.now();
  const limited = await startServer({ limits: { accountRequests: 1 }, clock: () => now });
  const apiKey = await limited.createKey('Limited');
  const client = new Askwell({
    ...{ apiKey, baseUrl: limited.url },
    maxRetryWait: 60_000,
    onRetry: () => {
      now += 1_000;
    },
  });
  await client.me();
  const rateLimitError = await rejectionOf(client.me({ maxRetryWait: 10_000 }));
  expect(rateLimitError).toBeInstanceOf(RateLimitError);
  expect(rateLimitError).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 60 });

  now += 59_000;
  const { response } = await client.me().withResponse();
  expect(response).toMatchObject({ status: 200, retries: 1 });
  await limited.close();
});

describe('sites', () => {
  test('are created, read, updated and deleted', async () => {
    const created = await askwell.sites.create({ name: 'Blog', origins: ['https://example.com'] });
    expect(created).toMatchObject({ name: 'Blog', origins: ['https://example.com'] });
    expect(await askwell.sites.get(created.id)).toEqual(created);

    const updated = await askwell.sites.update(created.id, { name: 'Journal' });
    expect(updated).toMatchObject({ id: created.id, name: 'Journal', origins: ['https://example.com'] });

    expect(await askwell.sites.delete(created.id)).toBeUndefined();
    expect(await rejectionOf(askwell.sites.get(created.id))).toBeInstanceOf(NotFoundError);
  });

  test('are listed page by page in the requested order', async () => {
    const names = ['One', 'Two', 'Three'];
    for (const name of names) await askwell.sites.create({ name });
    const first = await askwell.sites.list({ limit: 2, order: 'asc' }).page();
    const second = await first.next();
    expect([...first.data, ...(second?.data ?? [])].map(({ name }) => name)).toEqual(names);
    expect(first.data).toHaveLength(2);
    expect(await second?.next()).toBeUndefined();
  });

  test('are created once for each idempotency key', async () => {
    const draft = { name: 'Once' };
    const first = await askwell.sites.create(draft, { idempotencyKey: 'only-once' });
    expect(await askwell.sites.create(draft, { idempotencyKey: 'only-once' })).toEqual(first);
    const other = await rejectionOf(askwell.sites.create({ name: 'Other' }, { idempotencyKey: 'only-once' }));
    expect(other).toMatchObject({ status: 422, code: 'idempotency_mismatch' });
  });
});

describe('an error response', () => {
  test('for an unknown API key is an AuthenticationError without a code', async () => {
    const unauthorized = new Askwell({ apiKey: `ask_${'a'.repeat(40)}`, baseUrl: server.url });
    const error = await rejectionOf(unauthorized.me());
    expect(error).toBeInstanceOf(AuthenticationError);
    expect(error).toMatchObject({ status: 401, code: undefined, detail: 'API key is invalid or missing.' });
  });

  test('for invalid values is a ValidationError with messages and issues by field', async () => {
    const error = await rejectionOf(askwell.sites.create({ name: '', origins: ['nowhere'] }));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ code: 'invalid', requestId: expect.stringMatching(/^[\w.-]{1,64}$/) });
    expect(error).toHaveProperty('errors', {
      name: [expect.any(String)],
      'origins.0': ['Must be an origin like https://example.com, without a path.'],
    });
    expect(error).toHaveProperty('issues', [
      { path: 'name', code: 'required', params: {}, message: 'Required.' },
      {
        path: 'origins.0',
        code: 'invalid_origin',
        params: {},
        message: 'Must be an origin like https://example.com, without a path.',
      },
    ]);
  });

  test('for an API key without the required scope is a PermissionError', async () => {
    const site = await askwell.sites.create({ name: 'Scoped' });
    const scoped = new Askwell({ apiKey: await server.createKey('Scoped', site.id), baseUrl: server.url });
    expect(await scoped.sites.get(site.id)).toEqual(site);
    expect(await rejectionOf(scoped.sites.create({ name: 'No' }))).toBeInstanceOf(PermissionError);
    expect(await rejectionOf(askwell.sites.delete(site.id))).toBeInstanceOf(ConflictError);
  });
});

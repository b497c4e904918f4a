import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  Askwell,
  AuthenticationError,
  ConflictError,
  NotFoundError,
  PermissionError,
  RateLimitError,
  type RetryEvent,
  ValidationError,
} from '../src/index.js';
import { createFakeTiming } from './support/fake-timing.js';
import { rejectionOf } from './support/rejection.js';
import { startService, type TestService } from './support/service.js';

let service: TestService;
let askwell: Askwell;

beforeAll(async () => {
  service = await startService();
});
beforeEach(async () => {
  askwell = await service.createClient();
});
afterAll(() => service.close());
afterEach(() => vi.unstubAllEnvs());

describe('me', () => {
  test('returns the account that the key belongs to', async () => {
    const owner = await service.createOwner({ name: 'Owner', email: 'owner@example.com' });
    const client = await service.createClient({ apiKey: await service.createKey(owner, { name: 'Client' }) });
    const me = await client.me();
    expect(me).toMatchObject({ name: 'Owner', email: 'owner@example.com' });
    expect(me.api_keys.map(({ name }) => name)).toContain('Client');
  });

  test('uses the API key and the base URL from the environment', async () => {
    const owner = await service.createOwner();
    vi.stubEnv('ASKWELL_API_KEY', await service.createKey(owner));
    vi.stubEnv('ASKWELL_BASE_URL', `${service.url}/`);
    expect((await new Askwell({ fetch: service.openConnection() }).me()).email).toBe(owner.email);
  });
});

test('requests over the limit of the account are retried after Retry-After', async () => {
  const limited = await startService({ limits: { accountRequests: 1 } });
  const timing = createFakeTiming();
  const options = {
    apiKey: await limited.createOwnKey(),
    baseUrl: limited.url,
    fetch: limited.openConnection(),
    maxRetryWait: 60_000,
    onRetry({ milliseconds }: RetryEvent) {
      void limited.clock.advance({ milliseconds });
      void timing.advance(milliseconds);
    },
  };
  const client = new Askwell(options, timing);
  await client.me();
  const rateLimitError = await rejectionOf(client.me({ maxRetryWait: 10_000 }));
  expect(rateLimitError).toBeInstanceOf(RateLimitError);
  expect(rateLimitError).toMatchObject({ status: 429, code: 'rate_limited', retryAfter: 60 });

  await limited.clock.advance({ seconds: 59 });
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

  test('have a design, which is read, changed and removed', async () => {
    const { id } = await askwell.sites.create({ name: 'Designed' });
    const nothing = { accent: null, font: null, radius: null, density: null };
    const { design } = askwell.sites;
    expect(await design.get(id)).toEqual(nothing);
    expect(await design.update(id, { radius: 4 })).toEqual({ ...nothing, radius: 4 });
    expect(await design.delete(id)).toBeUndefined();
    expect(await design.get(id)).toEqual(nothing);
    await askwell.sites.delete(id);
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
    const unauthorized = await service.createClient({ apiKey: `ask_${'a'.repeat(40)}` });
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

  test.each(['poll_00000000000000000000', 'nonsense', 'a/b', '../quizzes'])(
    'for the ID %j, which does not exist, is a NotFoundError',
    async (id) => {
      const error = await rejectionOf(askwell.polls.get(id));
      expect(error).toBeInstanceOf(NotFoundError);
      expect(error).toMatchObject({ status: 404, code: 'not_found' });
    },
  );

  test('for an API key without the required scope is a PermissionError', async () => {
    const owner = await service.createOwner();
    const whole = await service.createClient({ apiKey: await service.createKey(owner) });
    const site = await whole.sites.create({ name: 'Scoped' });
    const scoped = await service.createClient({ apiKey: await service.createKey(owner, { site_id: site.id }) });
    expect(await scoped.sites.get(site.id)).toEqual(site);
    expect(await rejectionOf(scoped.sites.create({ name: 'No' }))).toBeInstanceOf(PermissionError);
    expect(await rejectionOf(whole.sites.delete(site.id))).toBeInstanceOf(ConflictError);
  });
});

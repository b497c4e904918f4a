import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApiEndpoints } from '../../../src/instance-pipeline.js';
import type { AccountRef } from '../../../src/owners/accounts/account-ref.js';
import type { Ask } from '../../../src/shared/contract/resources.js';
import { call, type Reply } from '../http/http-client.js';
import { idIn } from '../http/parse-replies.js';
import { createOwner, type Owner } from '../servers/create-owner.js';
import { startService } from '../servers/start-service.js';
import type { TestServer } from '../servers/test-server.js';

/** The callers of the matrix. */
const callers = ['nobody', 'revoked', 'siteA', 'siteB', 'account', 'otherAccount'] as const;
type CallerName = (typeof callers)[number];

/** An account with two sites, another account, and the keys of all callers. */
export interface AccessFixture {
  readonly server: TestServer;
  readonly owner: Owner;
  readonly siteA: number;
  readonly siteB: number;
  readonly keys: Readonly<Record<CallerName, string | undefined>>;
}

/** A request, and its status for each caller with a valid key. */
export interface Route {
  readonly method: string;
  /** The path of the endpoint, such as `/api/v1/sites/{id}`. */
  readonly pattern: string;
  /** The name of the resource, if several rows have the same pattern. */
  readonly resource?: string;
  /** The query string. */
  readonly query?: string;
  /** Creates the resource and returns the values of the path parameters. */
  readonly target?: (fixture: AccessFixture) => Promise<number | string>;
  readonly body?: object;
  readonly status: Readonly<Record<Exclude<CallerName, 'nobody' | 'revoked'>, number>>;
}

const forAll = (status: number) => ({ siteA: status, siteB: status, account: status, otherAccount: status });

/** The statuses of a request that every key may send for its own account. */
export const everyKey = forAll(200);

/** The statuses of a request for a resource of site A. */
export function inSiteA(status: number) {
  return { ...forAll(404), siteA: status, account: status };
}

/** The statuses of a request for site A that requires a key of the whole account. */
export function inSiteAByAccount(status: number) {
  return { ...forAll(404), siteA: 403, account: status };
}

/** The statuses of a request for a resource without a site. */
export function byAccount(status: number) {
  return { ...forAll(404), account: status };
}

/** Defines a test of every route for every caller, and a test that no method is missing. */
export function describeMatrix(routes: readonly Route[]): void {
  let fixture: AccessFixture;
  beforeAll(async () => {
    fixture = await createFixture();
  });
  afterAll(() => fixture.server.close());

  test('every method of every path has a row', () => {
    const existing = createApiEndpoints(fixture.server.services).flatMap(({ path, allowedMethods, publicOperation }) =>
      allowedMethods.filter((method) => !(publicOperation && method === 'POST')).map((method) => `${method} ${path}`),
    );
    expect([...new Set(routes.map(({ method, pattern }) => `${method} ${pattern}`))].sort()).toEqual(existing.sort());
  });

  describe.each(routes.map((route) => ({ ...route, name: nameOf(route) })))('$name', (route) => {
    const send = (caller: CallerName, target: number | string): Promise<Reply> =>
      call(fixture.server, route.method, pathTo(route, target), { key: fixture.keys[caller], body: route.body });
    const statuses = new Map(callers.map((caller) => [caller, statusFor(route, caller)]));
    const refused = [...statuses].filter(([, status]) => status >= 400);
    const accepted = [...statuses].filter(([, status]) => status < 400);

    // All callers share one resource and one comparison, because no request may change anything.
    test('changes nothing for callers that are refused', async () => {
      const target = (await route.target?.(fixture)) ?? '';
      const before = await readAll(fixture);
      for (const [caller, status] of refused) {
        const reply = await send(caller, target);
        expect([caller, reply.status]).toEqual([caller, status]);
        if (status === 401) expect(reply.text).toBe('{"message":"API key is invalid or missing."}');
        // A resource of another account looks like a missing one.
        if (status === 404) expect(reply.text).toBe((await send(caller, unknownLike(target))).text);
      }
      expect(await readAll(fixture)).toEqual(before);
    });

    if (accepted.length === 0) return;
    test.each(accepted)('sent by %s has the status %i', async (caller, status) => {
      expect((await send(caller, (await route.target?.(fixture)) ?? '')).status).toBe(status);
    });
  });
}

function statusFor(route: Route, caller: CallerName): number {
  return caller === 'nobody' || caller === 'revoked' ? 401 : route.status[caller];
}

/** Returns the name of a route's tests. */
export function nameOf({ method, pattern, resource }: Route): string {
  return `${method} ${pattern}${resource ? ` of ${resource}` : ''}`;
}

/** Replaces the parameters of a pattern by values such as `poll_…/vote_…`. */
export function pathTo({ pattern, query = '' }: Route, target: number | string): string {
  const segments = String(target).split('/');
  return pattern.replaceAll(/\{\w+\}/g, () => segments.shift() ?? '') + query;
}

function unknownLike(target: number | string): number | string {
  return typeof target === 'number' ? 999_999_999 : target.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
}

/** Returns all rows that a refused request must not change, without the times when keys were last used. */
export async function readAll({ server, owner }: AccessFixture): Promise<unknown> {
  const { services } = server;
  const keys = await services.keys.list(owner.session);
  const sites = await services.sites.list(owner.session.scope, { after: null, limit: 1_000, order: 'asc' });
  const { polls, quizzes, forms } = server.askwell;
  const asks = await Promise.all([polls, quizzes, forms].map((kind) => asksOf(kind, owner)));
  const webhooks = await services.webhooks.list(owner.session.scope, { after: null, limit: 1_000, order: 'asc' });
  return { keys: keys.map(({ id, name, site_id }) => ({ id, name, site_id })), sites, webhooks, asks };
}

interface Listed {
  list(account: AccountRef): AsyncIterable<Ask>;
}

async function asksOf(kind: Listed, { session }: Owner): Promise<Ask[]> {
  const found: Ask[] = [];
  for await (const ask of kind.list(session.account)) found.push(ask);
  return found;
}

/** Starts a server and creates the accounts, sites and keys. */
export async function createFixture(): Promise<AccessFixture> {
  const server = await startService({
    trustProxy: ['127.0.0.1'],
    webhooks: { allowHttp: true, allowedAddresses: ['127.0.0.1'], send: false },
    quotas: { webhooks: 1_000 },
  });
  const [owner, otherOwner] = [await createOwner(server.services), await createOwner(server.services)];
  const account = await owner.key();
  const createSite = async (name: string) =>
    idIn(await call(server, 'POST', '/api/v1/sites', { key: account, body: { name } }));
  const [siteA, siteB] = [await createSite('A'), await createSite('B')];
  const revoked = await server.askwell.keys.create(owner.session, { name: 'Revoked' });
  await server.askwell.keys.delete(owner.session, revoked.id);
  const keys = {
    nobody: undefined,
    revoked: revoked.raw,
    siteA: await owner.key(siteA),
    siteB: await owner.key(siteB),
    account,
    otherAccount: await otherOwner.key(),
  };
  return { server, owner, siteA, siteB, keys };
}

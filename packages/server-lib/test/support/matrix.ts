import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Ask } from '../../src/asks/ask-types.js';
import { createApiEndpoints } from '../../src/create-askwell.js';
import { call, type Reply } from './client.js';
import { createOwner, type Owner } from './owner.js';
import { idIn } from './replies.js';
import { startServer, type TestServer } from './server.js';

/** Everyone who may knock. */
const callers = ['nobody', 'revoked', 'siteA', 'siteB', 'account', 'stranger'] as const;
type CallerName = (typeof callers)[number];

/** An account with two sites, a key for everyone who may knock, and a stranger's account beside it. */
export interface World {
  readonly server: TestServer;
  readonly owner: Owner;
  readonly siteA: number;
  readonly siteB: number;
  readonly keys: Readonly<Record<CallerName, string | undefined>>;
}

/** One call, and the status it has for everyone who knows a key. */
export interface Route {
  readonly method: string;
  /** As the endpoint has it: `/api/v1/sites/{id}`. */
  readonly pattern: string;
  /** What is asked for, where one pattern is asked in several ways. */
  readonly what?: string;
  /** What follows the path. */
  readonly query?: string;
  /** Makes what the path names, a segment for each of its parameters; called for each caller anew. */
  readonly target?: (world: World) => Promise<number | string>;
  readonly body?: object;
  readonly status: Readonly<Record<Exclude<CallerName, 'nobody' | 'revoked'>, number>>;
}

const forAll = (status: number) => ({ siteA: status, siteB: status, account: status, stranger: status });

/** What every key may do, each with what is its own. */
export const everyKey = forAll(200);

/** What belongs to site A, by what a call makes of it. */
export function inSiteA(status: number) {
  return { ...forAll(404), siteA: status, account: status };
}

/** What belongs to site A and is changed with a key of the whole account alone. */
export function inSiteAByAccount(status: number) {
  return { ...forAll(404), siteA: 403, account: status };
}

/** What belongs to no site. */
export function byAccount(status: number) {
  return { ...forAll(404), account: status };
}

/** Makes a test of every route for everyone who may knock, and one that no method was left out. */
export function describeMatrix(routes: readonly Route[]): void {
  let world: World;
  beforeAll(async () => {
    world = await createWorld();
  });
  afterAll(() => world.server.close());

  test('every method of every path has its row', () => {
    const standing = createApiEndpoints(world.server.services).flatMap(({ path, allowedMethods, publicOperation }) =>
      allowedMethods.filter((method) => !(publicOperation && method === 'POST')).map((method) => `${method} ${path}`),
    );
    expect([...new Set(routes.map(({ method, pattern }) => `${method} ${pattern}`))].sort()).toEqual(standing.sort());
  });

  describe.each(routes.map((route) => ({ ...route, name: nameOf(route) })))('$name', (route) => {
    test.each(callers)('asked by %s', async (caller) => {
      const target = (await route.target?.(world)) ?? '';
      const before = await everythingOf(world);
      const ask = (id: number | string): Promise<Reply> =>
        call(world.server, route.method, pathTo(route, id), {
          key: world.keys[caller],
          body: route.body,
        });
      const answer = await ask(target);
      const expected = caller === 'nobody' || caller === 'revoked' ? 401 : route.status[caller];
      expect(answer.status).toBe(expected);
      if (expected >= 400) expect(await everythingOf(world)).toEqual(before);
      if (expected === 401) expect(answer.text).toBe('{"message":"API key is invalid or missing."}');
      // What is not the caller's can't be told from what does not exist.
      if (expected === 404) expect(answer.text).toBe((await ask(unknownLike(target))).text);
    });
  });
}

function nameOf({ method, pattern, what }: Route): string {
  return `${method} ${pattern}${what ? ` of ${what}` : ''}`;
}

/** Puts `poll_…/vote_…` into the parameters of a pattern. */
function pathTo({ pattern, query = '' }: Route, target: number | string): string {
  const segments = String(target).split('/');
  return pattern.replaceAll(/\{\w+\}/g, () => segments.shift() ?? '') + query;
}

function unknownLike(target: number | string): number | string {
  return typeof target === 'number' ? 999_999_999 : target.replace(/.$/, (last) => (last === 'x' ? 'y' : 'x'));
}

/** All rows that a refused call must leave as they are; when keys and sessions were last used is no part of it. */
async function everythingOf({ server, owner }: World): Promise<unknown> {
  const { services } = server;
  const keys = await services.keys.list(owner.session);
  const sites = await services.sites.list(owner.session.scope, { after: null, limit: 1_000, order: 'asc' });
  const { polls, quizzes, forms } = server.askwell;
  const asks = await Promise.all([polls, quizzes, forms].map((kind) => asksOf(kind, owner)));
  return { keys: keys.map(({ id, name, site_id }) => ({ id, name, site_id })), sites, asks };
}

interface Listed {
  list(account: number): AsyncIterable<Ask>;
}

async function asksOf(kind: Listed, { session }: Owner): Promise<Ask[]> {
  const found: Ask[] = [];
  for await (const ask of kind.list(session.account.id)) found.push(ask);
  return found;
}

async function createWorld(): Promise<World> {
  const server = await startServer({ trustProxy: ['127.0.0.1'] });
  const [owner, stranger] = [await createOwner(server.services), await createOwner(server.services)];
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
    stranger: await stranger.key(),
  };
  return { server, owner, siteA, siteB, keys };
}

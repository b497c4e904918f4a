import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService } from '../../test/support/servers/start-service.js';
import type { TestServer } from '../../test/support/servers/test-server.js';
import type { HostedAccount } from '../api/accounts/account-api.js';
import { AskwellError } from '../base/errors.js';
import { OptionError } from '../base/validation/option-error.js';
import { accountKey } from '../owners/access/account-object.js';

let server: TestServer;
let account: HostedAccount;
/** A valid value for each argument, by its name in messages. */
let valid: Readonly<Record<string, unknown>>;

beforeAll(async () => {
  server = await startService();
  const user = { externalId: 'owner', name: 'Owner', email: 'owner@example.com' };
  account = await server.askwell.accounts.ensure(user);
  valid = {
    language: 'de',
    account,
    session: await server.askwell.auth.session({ headers: {} }, { user: { id: 'owner', ...user } }),
    request: { headers: {} },
    headers: {},
    answers: [],
    tickets: 1,
    userId: 'user-1',
    key: 'onboarding',
    ticket: 'unknown',
    delivery: 999,
    source: (async function* () {})(),
    user: { id: 'owner', ...user },
  };
});
afterAll(() => server.close());

/** Not called: the functions that answer requests, and the functions without arguments that end the instance. */
const notCalled = ['node', 'fetch', 'close', 'drain'];

interface Found {
  readonly path: string;
  call(values: readonly unknown[]): Promise<unknown>;
}

/** Finds all functions of an object and of the objects in it. */
function functionsIn(api: object, path: string): Found[] {
  return Object.entries(api).flatMap(([name, member]: [string, unknown]): Found[] => {
    if (path === 'askwell' && notCalled.includes(name)) return [];
    const memberPath = `${path}.${name}`;
    if (typeof member === 'object' && member !== null) return functionsIn(member, memberPath);
    if (typeof member !== 'function') return [];
    return [{ path: memberPath, call: async (values) => finish(Reflect.apply(member, api, values)) }];
  });
}

/** Waits for a promise, and for the first item of an iteration. */
async function finish(outcome: unknown): Promise<unknown> {
  const isIteration = typeof outcome === 'object' && outcome !== null && Symbol.asyncIterator in outcome;
  return isIteration ? Reflect.apply(Reflect.get(outcome, 'next'), outcome, []) : outcome;
}

/** Returns the error of a call; undefined if it succeeds. */
const errorOf = (found: Found, values: readonly unknown[]): Promise<unknown> =>
  found.call(values).then(
    () => undefined,
    (error: unknown) => error,
  );

/** Returns the argument that the error of a call names. */
function namedArgument({ path }: Found, error: unknown): string | undefined {
  if (!(error instanceof OptionError)) return undefined;
  const [, name] =
    new RegExp(`^${path.replaceAll('.', '\\.')}: (\\w+): expected .+, got .+\\.`).exec(error.message) ?? [];
  return name ?? expect.unreachable(`${path} does not name the argument: ${error.message}`);
}

/** Finds the arguments of a function by its errors: each is missing until it gets one. */
async function argumentsOf(found: Found): Promise<string[]> {
  const names: string[] = [];
  for (;;) {
    const name = namedArgument(
      found,
      await errorOf(
        found,
        names.map((name) => validValue(found, name)),
      ),
    );
    if (name === undefined) return names;
    expect(names.at(-1), `${found.path} does not accept ${name}.`).not.toBe(name);
    names.push(name);
  }
}

/** Returns a valid value for an argument. Nothing that exists is deleted. */
function validValue({ path }: Found, name: string): unknown {
  if (path === 'askwell.accounts.delete') return 'nobody';
  if (name in valid) return valid[name];
  if (name === 'id' || name === 'answer')
    return /^askwell\.(sites|keys|tokens|webhooks)\./.test(path) ? 999 : 'poll_unknown';
  return {};
}

const invalidAccounts = (): readonly unknown[] => {
  const { id, externalId, name, email } = account;
  return [
    ...[id, 9, Number.NaN, BigInt(id), undefined, null, '', true, [], [id]],
    ...[{ id: 9 }, { id, externalId, name, email }, JSON.parse(JSON.stringify(account)), { ...account, id: id + 1 }],
    { [accountKey]: id },
  ];
};

const anyValues = (): readonly unknown[] => [...invalidAccounts(), 'stranger', account, {}, () => {}, Symbol.iterator];

describe('every in-process function', () => {
  test('names each argument that is missing', async () => {
    const found = functionsIn(server.askwell, 'askwell');
    expect(found.length).toBeGreaterThan(100);
    const withArguments: string[] = [];
    for (const each of found) if ((await argumentsOf(each)).length > 0) withArguments.push(each.path);
    expect(found.map(({ path }) => path).filter((path) => !withArguments.includes(path))).toEqual([
      'askwell.accounts.list',
      'askwell.limiter.take',
      'askwell.metrics',
      'askwell.ready',
    ]);
  });

  test('accepts an account object or a text as the account, and nothing else', async () => {
    let checked = 0;
    for (const found of functionsIn(server.askwell, 'askwell')) {
      const names = await argumentsOf(found);
      if (names[0] !== 'account') continue;
      checked++;
      const [, ...rest] = names.map((name) => validValue(found, name));
      for (const value of invalidAccounts()) {
        if (found.path === 'askwell.accounts.get' && isNumberOnly(value)) continue;
        const error = await errorOf(found, [value, ...rest]);
        expect(namedArgument(found, error), `${found.path} accepts ${String(value)}`).toBe('account');
        expect(error).toBeInstanceOf(TypeError);
        if (typeof value === 'number')
          expect(error).toHaveProperty('message', expect.stringContaining('askwell.accounts.get({ id })'));
      }
      const stranger = await errorOf(found, ['stranger', ...rest]);
      // A list of a host user without an account is empty, and is not an error.
      if (/^askwell\.\w+\.list$/.test(found.path)) expect(stranger, found.path).toBeUndefined();
      else expect(stranger, found.path).toMatchObject({ name: 'AskwellError', code: 'not_found' });
    }
    expect(checked).toBeGreaterThan(80);
  });

  test('throws only documented errors, for any values', async () => {
    for (const found of functionsIn(server.askwell, 'askwell')) {
      const names = await argumentsOf(found);
      for (const at of [...names, 'one more'].keys()) {
        for (const value of anyValues()) {
          if (found.path === 'askwell.accounts.delete' && value === account) continue;
          const error = await errorOf(found, [...names.slice(0, at).map((name) => validValue(found, name)), value]);
          const isExpected = error === undefined || error instanceof AskwellError || error instanceof OptionError;
          const isMetrics = found.path === 'askwell.metrics' && error instanceof TypeError;
          expect(isExpected || isMetrics, `${found.path} with ${String(value)}: ${error}`).toBe(true);
          if (error instanceof OptionError) expect(error.message).toMatch(/^[\w.]+: (?:\w+: )?expected .+, got .+\./);
        }
      }
    }
  });
});

function isNumberOnly(value: unknown): boolean {
  return typeof value === 'object' && value !== null && JSON.stringify(value) === '{"id":9}';
}

describe('an account object', () => {
  test('is accepted as a copy, from a session, from a list and from a look-up by number', async () => {
    const { accounts, auth, polls } = server.askwell;
    const session = await auth.session(
      { headers: {} },
      { user: { id: 'owner', name: 'Owner', email: 'owner@example.com' } },
    );
    const listed = [];
    for await (const each of accounts.list()) listed.push(each);
    for (const each of [
      account,
      { ...account, plan: 'pro' },
      session?.account,
      listed[0],
      await accounts.get({ id: account.id }),
    ]) {
      const poll = await polls.create(each ?? expect.unreachable(), { title: 'Lunch?', options: ['a', 'b'] });
      expect(await polls.get('owner', poll.id)).toEqual(poll);
    }
  });

  test('is not the user of the host who has an ID of the same value', async () => {
    const { accounts } = server.askwell;
    const user: object = { id: account.id, email: 'somebody@example.com' };
    await expect(Reflect.apply(accounts.get, accounts, [user])).rejects.toThrow(
      /^askwell\.accounts\.get: account: expected/,
    );
    await expect(accounts.get(String(account.id))).rejects.toMatchObject({ code: 'not_found' });
    await expect(accounts.get({ id: 999_999 })).rejects.toMatchObject({ code: 'not_found' });
  });
});

test('an error of an invalid draft lists the faults in its message, as in the client', async () => {
  const { polls } = server.askwell;
  await expect(polls.create(account, { title: ' ', options: ['Soup'] })).rejects.toMatchObject({
    code: 'invalid',
    message: 'Validation failed. See `errors`. title: Required. options: Must have at least 2 items.',
    detail: 'Validation failed. See `errors`.',
  });
});

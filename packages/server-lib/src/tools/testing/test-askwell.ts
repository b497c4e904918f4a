import type { FetchContext } from '../../adapters/fetch.js';
import type { HostedAccount } from '../../api/accounts/account-api.js';
import type { Askwell } from '../../askwell-interface.js';
// The one import that remains in the build, where it is the package itself.
import { createAskwell } from '../../index.js';
import type { AskwellOptions } from '../../instance/options/options.js';
import type { AccountRef } from '../../owners/accounts/account-ref.js';
import type { KeyDraft } from '../../owners/keys/key-schema.js';
import type { Form, FormDefinition, Poll, PollDefinition, Quiz, QuizDefinition } from '../../shared/contract.js';
import { defaultForm, defaultPoll, defaultQuiz } from './drafts.js';
import { createTestAnswers, type TestAnswers } from './test-answers.js';
import { createTestClock, type TestClock } from './test-clock.js';

/** The options of {@link createTestAskwell}: the options of `createAskwell`, all optional, with `now` instead of `clock`. */
export interface TestAskwellOptions<HostRequest = unknown> extends Partial<Omit<AskwellOptions<HostRequest>, 'clock'>> {
  /** The time when the test starts. Default: the current time. */
  now?: Date | string | number | undefined;
}

/** The owner that {@link TestAskwell.createOwner} creates. Missing members are generated. */
export interface TestOwnerDraft {
  externalId?: string;
  name?: string;
  email?: string;
}

/** An Askwell for tests, created by {@link createTestAskwell}. */
export interface TestAskwell<HostRequest = unknown> extends TestAnswers, AsyncDisposable {
  /** The instance under test, to mount in your app or to call. */
  readonly askwell: Askwell<HostRequest>;
  /** The clock of the instance. */
  readonly clock: TestClock;
  /** The public URL with the base path, without a trailing slash. */
  readonly url: string;
  /**
   * Sends a request without a network connection.
   *
   * @param path The path below {@link TestAskwell.url}. It must start with `/`.
   * @param context The user and the IP address. Default: nobody is signed in, and all requests have the same address.
   *
   * @example
   * const response = await test.fetch('/api/v1/me', { headers: { 'X-API-Key': key } });
   */
  fetch(path: string, init?: RequestInit, context?: FetchContext<HostRequest>): Promise<Response>;
  /** Creates an account that owns polls, quizzes and forms. */
  createOwner(draft?: TestOwnerDraft): Promise<HostedAccount>;
  /** Creates an API key for an owner and returns it. */
  createKey(owner: AccountRef, draft?: Partial<KeyDraft>): Promise<string>;
  /** Creates a poll. Default: with the options `o1` and `o2`. */
  createPoll(owner: AccountRef, draft?: Partial<PollDefinition>): Promise<Poll>;
  /** Creates a quiz. Default: with the questions `france` (single) and `rome` (boolean). */
  createQuiz(owner: AccountRef, draft?: Partial<QuizDefinition>): Promise<Quiz>;
  /** Creates a form. Default: with the fields `name` (required) and `rating`. */
  createForm(owner: AccountRef, draft?: Partial<FormDefinition>): Promise<Form>;
  /** Closes the instance. A database in memory is discarded. */
  close(): Promise<void>;
}

/**
 * Creates an Askwell for tests, with a database in memory and a clock that the test controls. Never use it in production:
 * it creates API keys without a signed-in owner.
 *
 * @example
 * const test = await createTestAskwell();
 * const owner = await test.createOwner();
 * const poll = await test.createPoll(owner, { closes_at: '2030-01-01T00:00:00Z' });
 * await test.vote(poll, { choices: ['o1'] });
 * await test.clock.set('2030-01-01T00:00:01Z');
 */
export async function createTestAskwell<HostRequest = unknown>(
  options: TestAskwellOptions<HostRequest> = {},
): Promise<TestAskwell<HostRequest>> {
  if ('clock' in options) throw new TypeError('clock: not an option of createTestAskwell. Pass the time as "now".');
  const { now = Date.now(), baseUrl = 'http://localhost', ...rest } = options;
  const { clock, source } = createTestClock(now);
  const askwell = createAskwell<HostRequest>({
    database: ':memory:',
    // The default, but without its warning.
    registration: 'first',
    ...rest,
    baseUrl,
    clock: source,
  });
  await askwell.ready();
  const url = baseUrl.replace(/\/+$/, '');

  return {
    askwell,
    clock,
    url,
    fetch: (path, init, context) => askwell.fetch(requestTo(url, path, init), { address: '127.0.0.1', ...context }),
    ...createOwners(askwell),
    createPoll: (owner, draft) => askwell.polls.create(owner, { ...defaultPoll, ...draft }),
    createQuiz: (owner, draft) => askwell.quizzes.create(owner, { ...defaultQuiz, ...draft }),
    createForm: (owner, draft) => askwell.forms.create(owner, { ...defaultForm, ...draft }),
    ...createTestAnswers(askwell),
    close: () => askwell.close(),
    [Symbol.asyncDispose]: () => askwell.close(),
  };
}

function requestTo(url: string, path: string, init?: RequestInit): Request {
  if (!path.startsWith('/')) throw new TypeError(`fetch: expected a path that starts with "/", got "${path}".`);
  return new Request(url + path, init);
}

type OwnerApis = Pick<Askwell, 'accounts' | 'auth' | 'keys'>;

function createOwners({ accounts, auth, keys }: OwnerApis): Pick<TestAskwell, 'createOwner' | 'createKey'> {
  let count = 0;
  return {
    createOwner(draft = {}) {
      count += 1;
      const defaults = { externalId: `owner-${count}`, name: `Owner ${count}`, email: `owner${count}@example.com` };
      return accounts.ensure({ ...defaults, emailVerified: true, ...draft });
    },

    async createKey(owner, draft = {}) {
      const { externalId: id, name, email } = await accounts.get(owner);
      if (id === null)
        throw new TypeError('createKey: expected an account that createOwner or accounts.ensure has created.');
      const session = await auth.session({ headers: {} }, { user: { id, name, email } });
      if (!session) throw new Error('createKey: the account was deleted.');
      return (await keys.create(session, { name: 'Test', ...draft })).raw;
    },
  };
}

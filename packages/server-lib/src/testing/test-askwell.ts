import type { AccountRef, HostedAccount } from '../accounts/account-api.js';
import type { FetchContext } from '../adapters/fetch.js';
import type { Form, FormDraft, Poll, PollDraft, Quiz, QuizDraft } from '../contract.js';
import type { Askwell } from '../create-askwell.js';
// The one import that remains in the build, where it is the package itself.
import { createAskwell } from '../index.js';
import type { KeyDraft } from '../keys/key-schema.js';
import type { AskwellOptions } from '../options/options.js';
import { formDraft, pollDraft, quizDraft } from './drafts.js';
import { createTestAnswers, type TestAnswers } from './test-answers.js';
import { createTestClock, type TestClock } from './test-clock.js';

/** The options of {@link createTestAskwell}: those of `createAskwell`, all optional, with a time in place of a clock. */
export interface TestAskwellOptions<HostRequest = unknown> extends Partial<Omit<AskwellOptions<HostRequest>, 'clock'>> {
  /** The time when the test starts. Default: the current time. */
  now?: Date | string | number | undefined;
}

/** The owner that {@link TestAskwell.createOwner} creates; what is absent is made up. */
export interface TestOwnerDraft {
  externalId?: string;
  name?: string;
  email?: string;
}

/** An Askwell for tests, created by {@link createTestAskwell}. */
export interface TestAskwell<HostRequest = unknown> extends TestAnswers, AsyncDisposable {
  /** The instance under test, to mount in your app or to call. */
  readonly askwell: Askwell<HostRequest>;
  readonly clock: TestClock;
  /** The public URL with its base path, without a slash at the end. */
  readonly url: string;
  /**
   * Sends a request without a socket. A path is below {@link TestAskwell.url}. All requests come from one address, unless
   * `context` has another one.
   *
   * @example
   * const response = await test.fetch('/api/v1/me', { headers: { 'X-API-Key': key } });
   */
  fetch(path: string, init?: RequestInit, context?: FetchContext<HostRequest>): Promise<Response>;
  /** Creates an account that owns polls, quizzes and forms. */
  createOwner(draft?: TestOwnerDraft): Promise<HostedAccount>;
  /** Creates an API key of an owner and returns it. */
  createKey(owner: AccountRef, draft?: Partial<KeyDraft>): Promise<string>;
  /** Creates a poll with the options `o1` and `o2`, unless the draft has others. */
  createPoll(owner: AccountRef, draft?: Partial<PollDraft>): Promise<Poll>;
  /** Creates a quiz with the questions `france` (single) and `rome` (boolean), unless the draft has others. */
  createQuiz(owner: AccountRef, draft?: Partial<QuizDraft>): Promise<Quiz>;
  /** Creates a form with the fields `name` (required) and `rating`, unless the draft has others. */
  createForm(owner: AccountRef, draft?: Partial<FormDraft>): Promise<Form>;
  /** Deletes the data, unless the database is yours. */
  close(): Promise<void>;
}

/**
 * Creates an Askwell for tests: a database in memory, and a clock that stands still until the test moves it. Never use it
 * in production: it creates API keys for anyone who asks, without a signed-in owner.
 *
 * @example
 * const test = await createTestAskwell();
 * const owner = await test.createOwner();
 * const poll = await test.createPoll(owner, { closes_at: '2030-01-01T00:00:00Z' });
 * await test.vote(poll, { choices: ['o1'] });
 * test.clock.set('2030-01-01T00:00:01Z');
 */
export async function createTestAskwell<HostRequest = unknown>(
  options: TestAskwellOptions<HostRequest> = {},
): Promise<TestAskwell<HostRequest>> {
  if ('clock' in options) throw new TypeError('clock: not an option of createTestAskwell. Pass the time as "now".');
  const { now = Date.now(), baseUrl = 'http://localhost', ...rest } = options;
  const { clock, read } = createTestClock(now);
  const askwell = createAskwell<HostRequest>({
    database: ':memory:',
    // The default, but without its warning.
    registration: 'first',
    ...rest,
    baseUrl,
    clock: read,
  });
  await askwell.ready();
  const url = baseUrl.replace(/\/+$/, '');

  return {
    askwell,
    clock,
    url,
    fetch: (path, init, context) => askwell.fetch(requestTo(url, path, init), { address: '127.0.0.1', ...context }),
    ...createOwners(askwell),
    createPoll: (owner, draft) => askwell.polls.create(owner, { ...pollDraft, ...draft }),
    createQuiz: (owner, draft) => askwell.quizzes.create(owner, { ...quizDraft, ...draft }),
    createForm: (owner, draft) => askwell.forms.create(owner, { ...formDraft, ...draft }),
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
      const made = { externalId: `owner-${count}`, name: `Owner ${count}`, email: `owner${count}@example.com` };
      return accounts.ensure({ ...made, ...draft });
    },

    async createKey(owner, draft = {}) {
      const { externalId: id, name, email } = await accounts.get(owner);
      if (id === null) throw new TypeError('createKey: expected an account of createOwner or accounts.ensure.');
      const session = await auth.session({ headers: {} }, { user: { id, name, email } });
      if (!session) throw new Error('createKey: the account was deleted.');
      return (await keys.create(session, { name: 'Test', ...draft })).raw;
    },
  };
}

import { beforeAll, expect, test } from 'vitest';
import { countChecks, each } from '../../../test/support/asks/quiz-checks.js';
import { useQuizServer } from '../../../test/support/asks/quiz-server.js';
import type { CallOptions } from '../../../test/support/http/http-client.js';
import { codeIn } from '../../../test/support/http/parse-replies.js';

const quizzes = useQuizServer();
const unknown = 'quiz_00000000000000000000';
const limited = '198.51.100.7';
const listed = { origin: 'https://shop.example.com' };
const unlisted = { origin: 'https://other.example.com' };
const text = { 'content-type': 'text/plain' };
const tooLarge = 'x'.repeat(64 * 1024 + 1);

/** The tokens and IDs that the requests need. Checks with the used start and with the expired start are refused. */
const prepared = { closed: '', open: '', used: '', expired: '' };

beforeAll(async () => {
  const site = (await quizzes.owner('POST', '/sites', { name: 'Shop', origins: [listed.origin] })).at('data.id');
  const draft = { ...each, site_id: site, time_limit_seconds: 60 };
  prepared.closed = await quizzes.make({ ...draft, status: 'closed' });
  prepared.open = await quizzes.make(draft);
  prepared.expired = (await quizzes.begin(prepared.open)).started;
});

/** Uses up all checks that an address has in a minute. */
async function exhaust(address: string): Promise<void> {
  for (let round = 0; round < 6; round++)
    await Promise.all(Array.from({ length: 100 }, () => quizzes.check(unknown, {}, { from: address })));
}

interface Step {
  readonly fault: string;
  readonly quiz: () => string;
  readonly body: () => unknown;
  readonly options: CallOptions;
  readonly status: number;
  readonly code: string;
}

const check = { question: 'q1', answer: 'o1' };
const unknownMember = { more: 1 };

/** Each request has the named fault and all faults of later entries that can occur together with it. */
const steps: Step[] = [
  {
    fault: 'too many requests',
    quiz: () => unknown,
    body: () => tooLarge,
    options: { from: limited, headers: { ...text, ...unlisted } },
    status: 429,
    code: 'rate_limited',
  },
  {
    fault: 'an unknown quiz',
    quiz: () => unknown,
    body: () => tooLarge,
    options: { headers: { ...text, ...unlisted } },
    status: 404,
    code: 'not_found',
  },
  {
    fault: 'another origin',
    quiz: () => prepared.closed,
    body: () => tooLarge,
    options: { headers: { ...text, ...unlisted } },
    status: 403,
    code: 'forbidden',
  },
  {
    fault: 'a body that is too large',
    quiz: () => prepared.closed,
    body: () => tooLarge,
    options: { headers: { ...text, ...listed } },
    status: 413,
    code: 'too_large',
  },
  {
    fault: 'another content type',
    quiz: () => prepared.closed,
    body: () => '{',
    options: { headers: { ...text, ...listed } },
    status: 415,
    code: 'unsupported_media_type',
  },
  {
    fault: 'malformed JSON',
    quiz: () => prepared.closed,
    body: () => '{',
    options: { headers: listed },
    status: 400,
    code: 'malformed',
  },
  {
    fault: 'a closed quiz',
    quiz: () => prepared.closed,
    body: () => unknownMember,
    options: { headers: listed },
    status: 409,
    code: 'closed',
  },
  {
    fault: 'an invalid member',
    quiz: () => prepared.open,
    body: () => ({ ...check, ...unknownMember, started: prepared.used }),
    options: { headers: listed },
    status: 422,
    code: 'invalid',
  },
  {
    fault: 'an expired start',
    quiz: () => prepared.open,
    body: () => ({ ...check, started: prepared.expired }),
    options: { headers: listed },
    status: 409,
    code: 'too_late',
  },
  {
    fault: 'a start that an attempt has used',
    quiz: () => prepared.open,
    body: () => ({ ...check, started: prepared.used }),
    options: { headers: listed },
    status: 409,
    code: 'already_answered',
  },
];

test.each(steps)('a check with $fault gets $status, before any fault that is checked later', async (step) => {
  prepared.used = (await quizzes.begin(prepared.open)).started;
  await quizzes.attempt(prepared.open, { answers: {}, started: prepared.used });
  if (step.status === 429) await exhaust(limited);
  const refused = await quizzes.check(step.quiz(), step.body(), step.options);
  expect([refused.status, codeIn(refused)]).toEqual([step.status, step.code]);
  expect(await countChecks(quizzes.server.services)).toBe(0);
});

test('a check without faults is stored', async () => {
  const { started } = await quizzes.begin(prepared.open);
  expect((await quizzes.check(prepared.open, { ...check, started }, { headers: listed })).status).toBe(200);
  expect(await countChecks(quizzes.server.services)).toBe(1);
});

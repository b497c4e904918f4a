import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAsk } from '../../../test/support/asks/create-ask.js';
import { kindsUnderTest } from '../../../test/support/asks/kinds-under-test.js';
import { createClient, type Reply } from '../../../test/support/http/http-client.js';
import { codeIn, faultsIn, issuesIn } from '../../../test/support/http/parse-replies.js';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import type { AnswerEvent } from '../../core/events.js';
import { recordBatch } from '../../core/submit/record-batch.js';
import { createTestClock } from '../../tools/testing/test-clock.js';

const day = 24 * 3_600_000;
const { clock, source } = createTestClock('2026-01-31T09:00:00Z');
let server: TestServer;
let owner: Owner;
let key: string;
const answered: AnswerEvent[] = [];
beforeAll(async () => {
  server = await startService({ clock: source, on: { answer: (event) => void answered.push(event) } });
  owner = await createOwner(server.services);
  key = await owner.key();
});
afterAll(() => server.close());
beforeEach(() => clock.set('2026-01-31T09:00:00Z'));

const newPoll = (draft: object = {}) => createAsk(server, key, 'polls', { one_per: null, ...draft });
const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  createClient(server)(method, path, { key, body, headers });
const batch = (poll: string, answers: readonly unknown[], more: object = {}, headers = {}) =>
  send('POST', `/polls/${poll}/votes/batch`, { answers, ...more }, headers);
const countOf = async (poll: string) => (await send('GET', `/polls/${poll}`)).at('data.answers_count');
const dataOf = (
  reply: Reply,
): { status: number; id: string; code?: string; issues?: { path: string; code: string }[] }[] =>
  JSON.parse(reply.text).data;
const vote = { choices: ['o1'] };
const timeOf = (milliseconds: number) => new Date(milliseconds).toISOString();

describe('a batch', () => {
  test.each(kindsUnderTest)(
    'a batch of $answers is recorded in order, with a result for each answer',
    async ({ plural, answers, answer }) => {
      const ask = await createAsk(server, key, plural, { one_per: 'browser' });
      const voter = 'a-visitor-of-these-tests';
      const body = {
        answers: [{ ...answer, voter }, { ...answer, voter }, { ...answer, language: 'pt-br' }, 'not an answer'],
      };
      answered.length = 0;
      const reply = await send('POST', `/${plural}/${ask}/${answers}/batch`, body);
      expect([reply.status, dataOf(reply).map(({ status, code }) => code ?? status)]).toEqual([
        200,
        [201, 'already_answered', 201, 'invalid'],
      ]);
      expect(dataOf(reply)[3]?.issues).toMatchObject([{ path: 'answers.3', code: 'not_an_object' }]);
      const ids = dataOf(reply).flatMap(({ id }) => id ?? []);
      for (const [at, id] of ids.entries()) {
        const stored = await send('GET', `/${plural}/${ask}/${answers}/${id}`);
        expect(stored.at('data.language')).toBe(at === 0 ? null : 'pt-BR');
      }
      expect(answered.map(({ answer_id, changed }) => [answer_id, changed])).toEqual(ids.map((id) => [id, false]));
    },
  );

  test('a batch has at most 1,000 answers', async () => {
    const poll = await newPoll();
    const many = await batch(
      poll,
      Array.from({ length: 1_001 }, () => vote),
    );
    expect([many.status, many.at('errors')]).toEqual([422, { answers: ['Must have at most 1000 items.'] }]);
    expect(await countOf(poll)).toBe(0);
    const all = await batch(
      poll,
      Array.from({ length: 1_000 }, () => vote),
    );
    expect(dataOf(all).filter(({ status }) => status === 201)).toHaveLength(1_000);
    expect(await countOf(poll)).toBe(1_000);
    expect((await batch(poll, [])).body).toEqual({ data: [] });
  });

  test.each([
    [{}, 'answers'],
    [{ answers: vote }, 'answers'],
    [{ answers: [vote], atomic: 'yes' }, 'atomic'],
    [{ answers: [vote], votes: [] }, 'votes'],
    [[vote], 'body'],
  ])('the batch %j is refused as a whole', async (body, path) => {
    const poll = await newPoll();
    const reply = await send('POST', `/polls/${poll}/votes/batch`, body);
    expect([reply.status, faultsIn(reply)]).toEqual([422, [path]]);
    expect(await countOf(poll)).toBe(0);
  });

  test('a batch reports the faults of an invalid answer with its index, and records the valid ones', async () => {
    const poll = await newPoll();
    const answers: object[] = Array.from({ length: 40 }, () => vote);
    answers[17] = { ...vote, created_at: timeOf(clock.now().getTime() + 1_001) };
    answers[18] = { ...vote, created_at: timeOf(clock.now().getTime() - 1_001) };
    answers[30] = {
      choices: ['o9'],
      created_at: '2026-02-30T00:00:00Z',
      id: 'ü',
      language: '?',
      address: 'home',
      x: 1,
    };
    const results = dataOf(await batch(poll, answers));
    const faults = results.flatMap(({ issues = [] }) => issues.map(({ path, code }) => `${path} ${code}`));
    expect(faults.sort()).toEqual([
      'answers.17.created_at in_future',
      'answers.18.created_at before_creation',
      'answers.30.address invalid_address',
      'answers.30.choices.0 unknown_option',
      'answers.30.created_at invalid_timestamp',
      'answers.30.id invalid_idempotency_key',
      'answers.30.language invalid_locale',
      'answers.30.x unknown_field',
    ]);
    expect(await countOf(poll)).toBe(37);
  });

  test('the result of a batch has a limited number of faults', async () => {
    const fields = Array.from({ length: 50 }, () => ({ type: 'short_text', label: 'Name', required: true }));
    const form = await createAsk(server, key, 'forms', { fields });
    const answers = Array.from({ length: 300 }, () => ({ answers: {} }));
    const results = dataOf(await send('POST', `/forms/${form}/submissions/batch`, { answers }));
    const counts = results.map(({ issues = [] }) => issues.length);
    expect([counts[0], counts[299], counts.reduce((sum, n) => sum + n)]).toEqual([50, 1, 1_300]);
    const atomic = await send('POST', `/forms/${form}/submissions/batch`, { answers, atomic: true });
    expect([atomic.status, issuesIn(atomic).length]).toEqual([422, 100]);
  });

  test('an answer in a batch can be at most as large as an answer of a visitor', async () => {
    const fields = Array.from({ length: 14 }, () => ({ type: 'long_text', label: 'Words' }));
    const form = await createAsk(server, key, 'forms', { fields });
    const ofSize = (size: number) => ({
      answers: Object.fromEntries(fields.map((_, nth) => [`f${nth + 1}`, 'x'.repeat(size)])),
    });
    const answers = [ofSize(4_500), ofSize(4_800)];
    expect(dataOf(await send('POST', `/forms/${form}/submissions/batch`, { answers }))).toMatchObject([
      { status: 201 },
      { code: 'invalid', issues: [{ path: 'answers.1', code: 'answer_too_large' }] },
    ]);
  });

  test('a batch may be larger than other requests, up to 2 MiB', async () => {
    const form = await createAsk(server, key, 'forms', { fields: [{ type: 'long_text', label: 'Words' }] });
    const ofSize = (count: number) => ({
      answers: Array.from({ length: count }, () => ({ answers: { f1: 'x'.repeat(4_900) } })),
    });
    const path = `/forms/${form}/submissions/batch`;
    const large = await send('POST', path, ofSize(420));
    expect(new Set(dataOf(large).map(({ status }) => status))).toEqual(new Set([201]));
    const tooLarge = await send('POST', path, ofSize(430));
    expect([tooLarge.status, codeIn(tooLarge)]).toEqual([413, 'too_large']);
  });

  test('a batch is refused for asks of other accounts, and for asks that are not open', async () => {
    const other = await (await createOwner(server.services)).key();
    const [poll, draft] = [await newPoll(), await newPoll({ status: 'draft' })];
    const foreign = await createClient(server)('POST', `/polls/${poll}/votes/batch`, {
      key: other,
      body: { answers: [vote] },
    });
    expect(foreign.status).toBe(404);
    expect(dataOf(await batch(draft, [vote]))).toMatchObject([{ status: 409, code: 'not_open' }]);
    const first = dataOf(await batch(poll, [{ ...vote, id: 'before' }]));
    await send('PATCH', `/polls/${poll}`, { status: 'closed' });
    const closed = dataOf(
      await batch(poll, [
        { ...vote, id: 'before' },
        { ...vote, id: 'after' },
      ]),
    );
    expect(closed).toMatchObject([
      { ...first[0], replayed: true },
      { status: 409, code: 'closed' },
    ]);
    expect(await countOf(poll)).toBe(1);
  });

  test('a batch needs the address of each visitor with `one_per: "ip"`', async () => {
    const poll = await newPoll({ one_per: 'ip' });
    const from = (address: string) => ({ ...vote, address });
    const results = dataOf(await batch(poll, [vote, from('192.0.2.1'), from('192.0.2.1'), from('2001:db8::1')]));
    expect(results.map(({ status }) => status)).toEqual([422, 201, 409, 201]);
    expect(results[0]?.issues).toMatchObject([{ path: 'answers.0.address', code: 'address_required' }]);
  });

  test('a batch is checked again if the ask changes during the check', async () => {
    const poll = await newPoll();
    const { store } = server.services;
    const { run } = store;
    let attempts = 0;
    const spy = vi.spyOn(store, 'run').mockImplementation(async (write, input) => {
      if (write.name === recordBatch.name && ++attempts === 1) {
        await server.askwell.polls.update(owner.session.account, poll, { max_answers: 1 });
      }
      return run.call(store, write, input);
    });
    const results = dataOf(await batch(poll, [vote, vote]));
    spy.mockRestore();
    expect([attempts, results.map(({ status, code }) => code ?? status)]).toEqual([2, [201, 'full']]);
  });
});

describe('created_at', () => {
  test('created_at is the time of the answer in lists and results', async () => {
    const poll = await newPoll();
    await clock.advance(3 * day);
    const at = timeOf(clock.now().getTime() - 2 * day);
    const results = dataOf(await batch(poll, [vote, { choices: ['o2'], created_at: at }]));
    const listed = await send('GET', `/polls/${poll}/votes?until=${at.slice(0, 11)}23:59:59Z`);
    expect([listed.at('data.0.id'), listed.at('data.1'), listed.at('data.0.created_at')]).toEqual([
      results[1]?.id,
      undefined,
      `${at.slice(0, 23)}000Z`,
    ]);
    expect((await send('GET', `/polls/${poll}/results`)).at('data.timeline')).toHaveLength(2);
  });

  test('created_at is corrected to the creation of the ask, or to now, if it is up to a second off', async () => {
    await clock.advance(700.456);
    const poll = await newPoll();
    const creation = String((await send('GET', `/polls/${poll}`)).at('data.created_at'));
    await clock.advance(1_100);
    const [first, last] = ['2026-01-31T09:00:00.700456Z', '2026-01-31T09:00:01.800456Z'];
    const times = [
      // A `Date` has milliseconds, and some languages format times with seconds only.
      [new Date(creation).toISOString(), first],
      ['2026-01-31T09:00:00Z', first],
      ['2026-01-31T08:59:59.700456Z', first],
      ['2026-01-31T08:59:59.700455Z', 'before_creation'],
      ['2026-01-31T09:00:01.800457Z', last],
      ['2026-01-31T09:00:02.800456Z', last],
      ['2026-01-31T09:00:02.800457Z', 'in_future'],
      ['2026-01-31T10:00:01.2+01:00', '2026-01-31T09:00:01.200000Z'],
    ] as const;
    const answers = times.map(([created_at]) => ({ ...vote, created_at }));
    const stored = await Promise.all(
      dataOf(await batch(poll, answers)).map(async ({ id, issues }) =>
        issues ? issues[0]?.code : (await send('GET', `/polls/${poll}/votes/${id}`)).at('data.created_at'),
      ),
    );
    expect(stored).toEqual(times.map(([, expected]) => expected));
  });

  test('created_at does not shorten the day for which an `id` is remembered', async () => {
    const poll = await newPoll();
    await clock.advance(3 * day);
    const answer = { ...vote, id: 'old', created_at: timeOf(clock.now().getTime() - 2 * day) };
    const [first] = dataOf(await batch(poll, [answer]));
    await clock.advance(day - 2_000);
    expect(dataOf(await batch(poll, [answer]))).toEqual([{ ...first, replayed: true }]);
  });
});

describe('an `id`', () => {
  test('an answer with the same `id` and content is recorded once, in one batch or several', async () => {
    const poll = await newPoll();
    const answer = { ...vote, id: 'row 17' };
    answered.length = 0;
    const others = [
      { choices: ['o2'], id: 'row 17' },
      { ...answer, language: 'de' },
    ];
    const results = dataOf(await batch(poll, [answer, answer, ...others]));
    const [first] = results;
    expect(results).toMatchObject([
      { status: 201 },
      { ...first, replayed: true },
      { code: 'idempotency_mismatch' },
      { code: 'idempotency_mismatch' },
    ]);
    expect(answered.map(({ answer_id }) => answer_id)).toEqual([first?.id]);
    const again = await batch(poll, [answer, { ...answer, id: 'row 18' }, { choices: ['o9'], id: 'row 17' }]);
    expect(dataOf(again)).toMatchObject([
      { ...first, replayed: true },
      { status: 201 },
      { code: 'idempotency_mismatch' },
    ]);
    expect(await countOf(poll)).toBe(2);
    await send('DELETE', `/polls/${poll}/votes/${first?.id}`);
    expect(dataOf(await batch(poll, [answer]))).toMatchObject([{ status: 410, code: 'gone' }]);
    await clock.advance(day + 2_000);
    expect(dataOf(await batch(poll, [answer]))).toMatchObject([{ status: 201 }]);
  });

  test('a repeated change with the same `id` gets the status 200 again', async () => {
    const poll = await newPoll({ one_per: 'browser', allow_change: true });
    const voter = 'a-visitor-of-these-tests';
    const answers = [
      { ...vote, voter, id: '1' },
      { choices: ['o2'], voter, id: '2' },
    ];
    answered.length = 0;
    const results = dataOf(await batch(poll, answers));
    expect(results.map(({ status }) => status)).toEqual([201, 200]);
    expect(answered.map(({ changed }) => changed)).toEqual([false, true]);
    expect(new Set(results.map(({ id }) => id)).size).toBe(1);
    expect(dataOf(await batch(poll, answers))).toEqual(results.map((result) => ({ ...result, replayed: true })));
  });
});

describe('an Idempotency-Key', () => {
  test('a batch with an Idempotency-Key is recorded once, and its reply is repeated', async () => {
    const poll = await newPoll({ max_answers: 2 });
    const answers = [vote, { choices: ['o9'] }, { ...vote, id: 'a' }, vote];
    const headers = { 'idempotency-key': 'batch-1' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => batch(poll, answers, {}, headers)));
    const [first] = replies.filter((reply) => !reply.headers.has('idempotency-replayed'));
    expect(
      replies.map(({ headers: { get } }, at) => get.call(replies[at]?.headers, 'idempotency-replayed')).sort(),
    ).toEqual([null, 'true', 'true', 'true', 'true'].sort());
    expect(new Set(replies.map(({ text }) => text)).size).toBe(1);
    expect(dataOf(first ?? expect.unreachable()).map(({ status }) => status)).toEqual([201, 422, 201, 409]);
    await send('PATCH', `/polls/${poll}`, { max_answers: null });
    await clock.advance(day - 1);
    expect((await batch(poll, answers, {}, headers)).text).toBe(first?.text);
    const mismatch = await batch(poll, [vote], {}, headers);
    expect([mismatch.status, codeIn(mismatch)]).toEqual([422, 'idempotency_mismatch']);
    await clock.advance(1);
    expect((await batch(poll, answers, {}, headers)).headers.has('idempotency-replayed')).toBe(false);
  });

  test('the Idempotency-Key of a refused atomic batch is not remembered', async () => {
    const poll = await newPoll({ max_answers: 1 });
    const headers = { 'idempotency-key': 'batch-2' };
    const refused = await batch(poll, [vote, vote], { atomic: true }, headers);
    expect(refused.status).toBe(422);
    await send('PATCH', `/polls/${poll}`, { max_answers: 2 });
    expect(dataOf(await batch(poll, [vote, vote], { atomic: true }, headers)).map(({ status }) => status)).toEqual([
      201, 201,
    ]);
  });
});

describe('an atomic batch', () => {
  test('an atomic batch is recorded as a whole or not at all', async () => {
    const poll = await newPoll({ one_per: 'browser', max_answers: 3 });
    const from = (n: number) => ({ ...vote, voter: `visitor-number-${n}` });
    const reply = await batch(poll, [from(1), from(1), from(2), from(3), from(4)], { atomic: true });
    expect([reply.status, issuesIn(reply).map(({ path, code }) => `${path} ${code}`)]).toEqual([
      422,
      ['answers.1 already_answered', 'answers.4 full'],
    ]);
    expect(await countOf(poll)).toBe(0);
    const invalid = await batch(poll, [from(1), { choices: ['o9'] }, from(2)], { atomic: true });
    expect([invalid.status, faultsIn(invalid)]).toEqual([422, ['answers.1.choices.0']]);
    expect(await countOf(poll)).toBe(0);
    expect(dataOf(await batch(poll, [from(1), from(2)], { atomic: true })).map(({ status }) => status)).toEqual([
      201, 201,
    ]);
    expect(await countOf(poll)).toBe(2);
  });
});

test('a start of a timed quiz is used by one answer, and expires by the time of the request', async () => {
  const quiz = await createAsk(server, key, 'quizzes', { time_limit_seconds: 60 });
  const path = `/quizzes/${quiz}/attempts/batch`;
  const start = await server.fetch(`${server.url}/embed/quizzes/${quiz}/start`);
  const { started } = JSON.parse(await start.text()).data;
  const attempt = { answers: { q1: true }, started };
  const codesOf = (reply: Reply) => dataOf(reply).map(({ status, code }) => code ?? status);
  expect(codesOf(await send('POST', path, { answers: [attempt, attempt, { answers: { q1: true } }] }))).toEqual([
    201,
    'already_answered',
    'invalid',
  ]);
  const late = JSON.parse(await (await server.fetch(`${server.url}/embed/quizzes/${quiz}/start`)).text()).data.started;
  const given = timeOf(clock.now().getTime());
  await clock.advance(66_000);
  const lateAttempt = { answers: { q1: true }, started: late, created_at: given };
  expect(codesOf(await send('POST', path, { answers: [lateAttempt] }))).toEqual(['too_late']);
});

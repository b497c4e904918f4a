import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import type { TestServer } from '../../../test/support/servers/test-server.js';
import { AskwellError } from '../../base/errors.js';
import type { BatchResult } from '../../shared/contract/batch-types.js';
import type { AskDraft, OnePer } from '../../shared/contract/resources.js';
import type { KindServices } from '../kind-services.js';
import { counterCheck } from '../results/counter-check.js';
import { tallyCheck } from '../results/tally-check.js';

let server: TestServer;
let owner: Owner;
beforeAll(async () => {
  server = await startService();
  owner = await createOwner(server.services);
});
afterAll(() => server.close());

/** An answer of a batch: a public body and its visitor. */
interface Entry {
  readonly members: Readonly<Record<string, unknown>>;
  readonly ticket: number | null;
  readonly address: number;
}

const voter = fc.option(fc.constantFrom('the-first-of-the-visitors', 'the-second-of-the-visitors', 'too short'), {
  nil: undefined,
});
const entryOf = (members: fc.Arbitrary<object>): fc.Arbitrary<Entry> =>
  fc.record({
    members: fc
      .tuple(members, voter)
      .map(([body, name]) => ({ ...body, ...(name === undefined ? {} : { voter: name }) })),
    ticket: fc.option(fc.nat(3)),
    address: fc.nat(2),
  });

const onePer: fc.Arbitrary<OnePer | null> = fc.constantFrom(null, 'browser', 'ip', 'ticket');
const rules = fc
  .record({ one_per: onePer, allow_change: fc.boolean(), max_answers: fc.option(fc.integer({ min: 1, max: 20 })) })
  .map((rule) => ({ ...rule, allow_change: rule.allow_change && rule.one_per !== null }));

const votes = fc.oneof(
  { weight: 8, arbitrary: fc.record({ choices: fc.subarray(['o1', 'o2', 'o3'], { maxLength: 2 }) }) },
  fc.record({ choices: fc.constant(['o4']), other: fc.constantFrom('Pizza', ' pizza', 7) }),
  fc.constant({ choices: 'o1', nonsense: true }),
);
const attempts = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ answers: fc.record({ q1: fc.boolean(), q2: fc.constantFrom('o1', 'o2', null) }) }),
  },
  fc.constantFrom({ answers: { q9: true } }, { answers: { q1: 'yes', q2: 'o7' }, email: 'nobody' }, {}),
);
const submissions = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ answers: fc.record({ f1: fc.constantFrom('a', 'b'), f2: fc.integer({ max: 9 }) }) }),
  },
  fc.constantFrom({ answers: { f2: 4 } }, { answers: { f1: 'x'.repeat(300), f2: 'four' } }, { answers: [] }),
);

const kinds = {
  polls: {
    draft: {
      title: 'Lunch?',
      type: 'multiple',
      other: true,
      options: ['Soup', 'Salad', { label: 'Bread', max_votes: 3 }],
    },
    bodies: votes,
  },
  quizzes: {
    draft: {
      title: 'Capitals',
      questions: [
        { type: 'boolean', prompt: 'Is Paris one?', answer: true },
        { type: 'single', prompt: 'Of Italy?', options: ['Rome', 'Milan'], answer: 'o1' },
      ],
    },
    bodies: attempts,
  },
  forms: {
    draft: {
      title: 'Contact',
      fields: [
        { type: 'short_text', label: 'Name', required: true, max_length: 200 },
        { type: 'number', label: 'Guests', min: 0 },
      ],
      variables: [{ id: 'price', type: 'number', value: 5, rules: [{ multiply: { field: 'f2' } }] }],
      endings: [
        { id: 'none', when: { field: 'f2', is: 0 }, title: 'No guests', outcome: 'disqualified' },
        { id: 'done', title: 'Done' },
      ],
      quotas: [
        { id: 'names', when: { field: 'f1', is: 'a' }, limit: 3, ending: null },
        { id: 'many', when: { variable: 'price', greater: 20 }, limit: 2, ending: 'none' },
      ],
    },
    bodies: submissions,
  },
} as const;

type Plural = keyof typeof kinds;

function open(plural: Plural, rule: object) {
  const { polls, quizzes, forms } = server.services;
  if (plural === 'polls') return openAsk(polls, { ...kinds.polls.draft, ...rule });
  return plural === 'quizzes'
    ? openAsk(quizzes, { ...kinds.quizzes.draft, ...rule })
    : openAsk(forms, { ...kinds.forms.draft, ...rule });
}

async function openAsk<Draft extends AskDraft, Own, Body>(services: KindServices<Draft, Own, Body>, draft: object) {
  const { submitService, batches, asks, answers, results, tickets, kind } = services;
  const { scope } = owner.session;
  const { ask } = await asks.create(scope, kind.draft.parse(draft));
  const codes =
    ask.terms.one_per === 'ticket'
      ? (await tickets.show(ask, (await tickets.issue(ask, [null, null, null], null)).issueRef)).tickets
      : [];

  const bodyOf = ({ members, ticket }: Entry) =>
    ticket === null ? members : { ...members, ticket: codes[ticket] ?? 'no such ticket' };

  async function single(entry: Entry, index: number): Promise<BatchResult> {
    const received = { members: bodyOf(entry), clientKey: () => `192.0.2.${entry.address}`, idempotency: null };
    try {
      const { status, id } = await submitService.submit(ask, { ...received, language: null });
      return { status, id };
    } catch (error) {
      if (!(error instanceof AskwellError)) throw error;
      const { status, code, detail: message, issues } = error;
      const found = issues?.map((issue) => ({ ...issue, path: `answers.${index}.${issue.path}` }));
      return JSON.parse(JSON.stringify({ status, code, message, issues: found }));
    }
  }

  const everything = { since: null, until: null, voter: null };
  return {
    single,
    async batch(entries: readonly Entry[], atomic: boolean): Promise<BatchResult[]> {
      const found = entries.map((entry) => ({ ...bodyOf(entry), address: `192.0.2.${entry.address}` }));
      const request = { answers: found, atomic, idempotency: null, onlyVersion: null };
      const recorded = await batches.record(scope, ask, request);
      return recorded.results.map((result) => ('errors' in result ? withoutErrors(result) : result));
    },
    /** Returns what is stored, without IDs. The order of answers of the same microsecond is undefined. */
    async stored() {
      const rows = await answers.list(ask, everything, { after: null, limit: 100, order: 'asc' });
      const counts = JSON.stringify(await results.exact(ask)).replaceAll(ask.id, 'id');
      return { answers: rows.map(({ body, language }) => `${withoutTimes(body)} ${language}`).sort(), counts };
    },
  };
}

const withoutTimes = (body: string) => body.replace(/"at":\d+/, '');

function withoutErrors({ errors: _, ...result }: Extract<BatchResult, { errors?: unknown }>): BatchResult {
  return result;
}

/** Replaces the IDs of results by the order in which they first appear. */
function withoutIds(results: readonly BatchResult[]): unknown[] {
  const ids = [...new Set(results.map((result) => ('id' in result ? result.id : '')))];
  return results.map((result) => ('id' in result ? { ...result, id: ids.indexOf(result.id) } : result));
}

test.each(['polls', 'quizzes', 'forms'] as const)(
  'a batch of %s has the same outcome as sending its answers one by one',
  async (plural) => {
    const { bodies } = kinds[plural];
    await fc.assert(
      fc.asyncProperty(rules, fc.array(entryOf(bodies), { minLength: 1, maxLength: 30 }), async (rule, entries) => {
        const [alone, together, atomic] = [
          await open(plural, rule),
          await open(plural, rule),
          await open(plural, rule),
        ];
        const results: BatchResult[] = [];
        for (const [index, entry] of entries.entries()) results.push(await alone.single(entry, index));
        expect(withoutIds(await together.batch(entries, false))).toEqual(withoutIds(results));
        const stored = await alone.stored();
        expect(await together.stored()).toEqual(stored);

        const isRefused = results.some((result) => 'code' in result);
        const outcome = await atomic.batch(entries, true).then(withoutIds, (error: AskwellError) => error.code);
        expect(outcome).toEqual(isRefused ? 'invalid' : withoutIds(results));
        if (!isRefused) expect(await atomic.stored()).toEqual(stored);
        else expect((await atomic.stored()).answers).toEqual([]);
      }),
      { numRuns: 20 },
    );
    const { store } = server.services;
    expect([...(await store.read(counterCheck.find())), ...(await store.read(tallyCheck.find()))]).toEqual([]);
  },
);

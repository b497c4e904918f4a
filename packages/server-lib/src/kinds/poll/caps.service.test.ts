import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import { AskwellError } from '../../base/errors.js';
import { tallyCheck } from '../../core/results/tally-check.js';
import type { Services } from '../../instance/assemble-services.js';

let services: Services;
let owner: Owner;
beforeAll(async () => {
  services = (await startService()).services;
  owner = await createOwner(services);
});
afterAll(() => services.close());

const ids = ['o1', 'o2', 'o3'];

const rules = fc.record({
  type: fc.constantFrom('single' as const, 'multiple' as const),
  allow_change: fc.boolean(),
  max_answers: fc.option(fc.integer({ min: 1, max: 6 })),
  caps: fc.tuple(...ids.map(() => fc.option(fc.integer({ min: 1, max: 3 })))),
});
type Rules = typeof rules extends fc.Arbitrary<infer Value> ? Value : never;

type Step = { vote: number; choices: string[] } | { remove: number } | 'reset';
const voting = fc.record({ vote: fc.nat(6), choices: fc.subarray(ids, { minLength: 1 }) });
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: voting },
  { weight: 2, arbitrary: fc.record({ remove: fc.nat(6) }) },
  { weight: 1, arbitrary: fc.constant('reset' as const) },
);

async function open({ type, allow_change, max_answers, caps }: Rules) {
  const { asks, submitService, answers, results } = services.polls;
  const options = ids.map((id, at) => ({ id, label: id, max_votes: caps[at] ?? null }));
  const { ask } = await asks.create(owner.session.scope, { title: 'Capped', type, options, allow_change, max_answers });

  /** Returns the outcome of one vote: `201`, `200`, or the code of the error. */
  async function vote(voter: number, choices: readonly string[]): Promise<{ outcome: string; id?: string }> {
    const members = { choices: type === 'single' ? choices.slice(0, 1) : choices, voter: `visitor-number-${voter}` };
    try {
      const { status, id } = await submitService.submit(ask, {
        members,
        clientKey: () => 'test',
        idempotency: null,
        language: null,
      });
      return { outcome: String(status), id: id.replace('vote_', '') };
    } catch (error) {
      if (error instanceof AskwellError) return { outcome: error.code };
      throw error;
    }
  }

  async function stored() {
    const everything = { since: null, until: null, voter: null };
    const rows = await answers.list(ask, everything, { after: null, limit: 100, order: 'asc' });
    return rows.map((row) => ({ id: row.id, choices: answers.show(ask, row).choices ?? [] }));
  }

  /** Expects results to match the votes, and no cap to be exceeded. */
  async function holds(): Promise<void> {
    const votes = await stored();
    const found = await results.exact(ask);
    expect(found.votes_count).toBe(votes.length);
    expect(found.options.map((option) => option.votes)).toEqual(
      ids.map((option) => votes.filter(({ choices }) => choices.includes(option)).length),
    );
    for (const [at, cap] of caps.entries()) expect(found.options[at]?.votes).toBeLessThanOrEqual(cap ?? Infinity);
    expect(votes.length).toBeLessThanOrEqual(max_answers ?? Infinity);
  }

  return {
    ask,
    vote,
    stored,
    holds,
    remove: (answer: string) => answers.delete(ask, answer),
    reset: () => answers.deleteAll(ask),
  };
}

test('accepts a vote if and only if no chosen option is full', async () => {
  await fc.assert(
    fc.asyncProperty(rules, fc.array(step, { maxLength: 25 }), async (rule, steps) => {
      const poll = await open(rule);
      /** The choices and the ID of each voter's vote. */
      const model = new Map<number, { id: string; choices: readonly string[] }>();
      const expected = (voter: number, choices: readonly string[]): string => {
        const before = model.get(voter);
        if (before && !rule.allow_change) return 'already_answered';
        if (!before && model.size >= (rule.max_answers ?? Infinity)) return 'full';
        const others = [...model].filter(([other]) => other !== voter).flatMap(([, theirs]) => theirs.choices);
        const full = choices.some(
          (id) => others.filter((one) => one === id).length >= (rule.caps[ids.indexOf(id)] ?? Infinity),
        );
        // A voter may keep an option that is full.
        if (full) return 'full';
        return before ? '200' : '201';
      };
      for (const one of steps) {
        if (one === 'reset') {
          await poll.reset();
          model.clear();
        } else if ('remove' in one) {
          const given = model.get(one.remove);
          if (given) await poll.remove(given.id);
          model.delete(one.remove);
        } else {
          const choices = rule.type === 'single' ? one.choices.slice(0, 1) : one.choices;
          const outcome = expected(one.vote, choices);
          const shown = await poll.vote(one.vote, one.choices);
          expect(shown.outcome).toBe(outcome);
          if (shown.id) model.set(one.vote, { id: shown.id, choices });
        }
        await poll.holds();
      }
    }),
    { numRuns: 100 },
  );
});

test('never exceeds a cap with parallel votes', async () => {
  await fc.assert(
    fc.asyncProperty(
      rules,
      fc.array(fc.array(step, { minLength: 1, maxLength: 30 }), { maxLength: 3 }),
      async (rule, bursts) => {
        const poll = await open(rule);
        for (const burst of bursts) {
          const there = await poll.stored();
          await Promise.all(
            burst.map(async (one) => {
              if (one === 'reset') return poll.reset();
              if ('vote' in one) return poll.vote(one.vote, one.choices);
              const answer = there[one.remove];
              // Another command may have deleted it first.
              return (
                answer && poll.remove(answer.id).catch((error) => expect(error).toMatchObject({ code: 'not_found' }))
              );
            }),
          );
          await poll.holds();
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(await services.store.read(tallyCheck.find())).toEqual([]);
});

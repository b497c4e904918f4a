import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOwner, type Owner } from '../../../test/support/servers/create-owner.js';
import { startService } from '../../../test/support/servers/start-service.js';
import { AskwellError } from '../../base/errors.js';
import { foldText } from '../../base/normalize-text.js';
import type { AnswerRow } from '../../core/answers/answer-queries.js';
import type { Services } from '../../instance/assemble-services.js';
import type { PollDraft } from '../../shared/contract/resources.js';

let services: Services;
let owner: Owner;
beforeAll(async () => {
  services = (await startService()).services;
  owner = await createOwner(services);
});
afterAll(() => services.close());

const ids = ['o1', 'o2', 'o3', 'o4'];

const definition: fc.Arbitrary<PollDraft> = fc
  .record({
    type: fc.constantFrom('single', 'multiple', 'ranked', 'rating'),
    size: fc.integer({ min: 2, max: 4 }),
    other: fc.boolean(),
    allow_change: fc.boolean(),
  })
  .map(({ type, size, other, allow_change }) => ({
    title: 'Random',
    type,
    options: ids.slice(0, size).map((id) => ({ id, label: id.toUpperCase() })),
    other: other && (type === 'single' || type === 'multiple'),
    allow_change,
  }));

type Step =
  | { do: 'vote'; voter: number; order: string[]; steps: number[]; other: string | undefined }
  | { do: 'delete'; nth: number }
  | { do: 'reset' };

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant('vote' as const),
      voter: fc.integer({ min: 0, max: 8 }),
      order: fc.shuffledSubarray(ids, { minLength: 1 }),
      steps: fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 4, maxLength: 4 }),
      other: fc.option(fc.constantFrom('Pizza', ' pizza ', 'Soup  du jour', 'ÉCLAIR', 'éclair'), { nil: undefined }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('delete' as const), nth: fc.nat(20) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('reset' as const) }) },
);

/** Returns the body of a step's vote for a poll. The poll may refuse it. */
function ballotOf(draft: PollDraft, vote: Extract<Step, { do: 'vote' }>): Record<string, unknown> {
  const known = vote.order.filter((id) =>
    draft.options.some((option) => typeof option !== 'string' && option.id === id),
  );
  if (draft.type === 'rating') return { ratings: Object.fromEntries(known.map((id, at) => [id, vote.steps[at]])) };
  const other = draft.other ? vote.other : undefined;
  if (draft.type === 'single') return other === undefined ? { choices: known.slice(0, 1) } : { other };
  return { choices: known, ...(other === undefined ? {} : { other }) };
}

interface ExportedVote {
  choices: string[] | null;
  ratings: Record<string, number> | null;
  other: string | null;
}

/** Computes the results from the exported votes. */
function recompute(draft: PollDraft, votes: ExportedVote[]) {
  const options = draft.options.map((option) => (typeof option === 'string' ? '' : (option.id ?? '')));
  const count = (id: string): number => {
    if (draft.type === 'ranked') return votes.filter(({ choices }) => choices?.[0] === id).length;
    if (draft.type === 'rating') return votes.filter(({ ratings }) => ratings?.[id] !== undefined).length;
    return votes.filter(({ choices }) => choices?.includes(id)).length;
  };
  const writeIns = new Map<string, number>();
  for (const { other } of votes)
    if (other !== null) writeIns.set(foldText(other), (writeIns.get(foldText(other)) ?? 0) + 1);
  return {
    votes_count: votes.length,
    options: options.map((id) => ({ id, votes: count(id), share: votes.length === 0 ? 0 : count(id) / votes.length })),
    others: Object.fromEntries(writeIns),
    averages: options.map((id) => {
      const given = votes.flatMap(({ ratings }) => (ratings?.[id] === undefined ? [] : [ratings[id]]));
      return given.length === 0 ? null : given.reduce((sum, value) => sum + value, 0) / given.length;
    }),
  };
}

test('matches the exported votes through changes, deletions and resets', async () => {
  const { asks, submitService, answers, results } = services.polls;
  await fc.assert(
    fc.asyncProperty(definition, fc.array(step, { maxLength: 30 }), async (draft, steps) => {
      const { ask } = await asks.create(owner.session.scope, draft);
      const everything = { since: null, until: null, voter: null };
      const all = (): Promise<AnswerRow[]> =>
        answers.list(ask, everything, { after: null, limit: 1_000, order: 'asc' });
      for (const one of steps) {
        if (one.do === 'vote') {
          const members = { ...ballotOf(draft, one), voter: `visitor-number-${one.voter}` };
          await submitService
            .submit(ask, { members, clientKey: () => 'test', idempotency: null, language: null })
            .catch((error: unknown) => expect(error).toBeInstanceOf(AskwellError));
        } else if (one.do === 'delete') {
          const row = (await all())[one.nth];
          if (row) await answers.delete(ask, row.id);
        } else await answers.deleteAll(ask);
      }
      const exported = (await all()).map((row): ExportedVote => JSON.parse(JSON.stringify(answers.show(ask, row))));
      const expected = recompute(draft, exported);
      const found = JSON.parse(JSON.stringify(await results.exact(ask)));
      expect(found.votes_count).toBe(expected.votes_count);
      expect(found.options).toMatchObject(expected.options);
      expect(
        Object.fromEntries(
          found.others.map((other: { text: string; votes: number }) => [foldText(other.text), other.votes]),
        ),
      ).toEqual(expected.others);
      if (draft.type === 'rating')
        expect(found.options.map((option: { average: number }) => option.average)).toEqual(expected.averages);
      expect(found.timeline.reduce((sum: number, hour: { count: number }) => sum + hour.count, 0)).toBe(
        expected.votes_count,
      );
    }),
    { numRuns: 150 },
  );
});

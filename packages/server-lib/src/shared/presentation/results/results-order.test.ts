import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createLocalizer } from '../../../base/localizer.js';
import type { FieldSummary, FormResults, OptionResult, PollResults, PublicPoll } from '../../contract/resources.js';
import type { Bar, Block } from './blocks.js';
import { presentFormResults } from './form-results.js';
import { presentPollResults } from './poll-results.js';

const { texts } = createLocalizer('en');

/** The votes of the options, and the average of a rating. */
const options = fc.array(fc.record({ votes: fc.nat(3), average: fc.option(fc.integer({ min: 1, max: 3 })) }), {
  minLength: 2,
  maxLength: 12,
});

/** The label is the ID. */
const idOf = ({ label }: Bar) => (typeof label === 'object' && 'author' in label ? label.author : '');

const barsIn = (blocks: readonly Block[]): readonly Bar[] =>
  blocks.flatMap((block) => {
    if (block.type === 'section') return barsIn(block.blocks);
    return block.type === 'bars' ? block.bars : [];
  });

/** The indexes of the values, the largest value first. Equal values keep their order. */
const largestFirst = (values: readonly number[]): string[] =>
  values
    .map((value, at) => ({ value, at }))
    .sort((a, b) => (a.value === b.value ? a.at - b.at : a.value > b.value ? -1 : 1))
    .map(({ at }) => `o${at + 1}`);

const asked = (count: number) => Array.from({ length: count }, (_, at) => `o${at + 1}`);

const kinds = ['single', 'multiple', 'rating', 'ranked'] as const;

test('options of polls are in the asked order, or by votes with ties in the asked order', () => {
  fc.assert(
    fc.property(options, fc.constantFrom(...kinds), fc.boolean(), (list, type, isByVotes) => {
      const votes_count = list.reduce((sum, { votes }) => sum + votes, 0);
      const counted = list.map(
        ({ votes, average }, at): OptionResult => ({
          id: `o${at + 1}`,
          label: `o${at + 1}`,
          votes,
          share: votes_count === 0 ? 0 : votes / votes_count,
          ...(type === 'rating' && { average: votes === 0 ? null : (average ?? 1) }),
        }),
      );
      const winners = type === 'ranked' ? [`o${list.length}`] : [];
      const results = {
        poll_id: 'poll_1',
        status: 'open',
        votes_count,
        others: [],
        timeline: [],
        options: counted,
        ...(type === 'ranked' && { ranked: { winners, rounds: [], borda: {} } }),
      } satisfies PollResults;
      const results_order = isByVotes ? 'votes' : 'asked';
      const bars = barsIn(presentPollResults(pollOf(type, results_order), results, null, texts).blocks);
      const values = counted.map(({ id, votes, average }) =>
        winners.includes(id) ? Infinity : type === 'rating' ? (average ?? 0) : votes,
      );
      expect(bars.map(idOf)).toEqual(isByVotes ? largestFirst(values) : asked(list.length));
    }),
  );
});

test('options of fields are in the asked order, or by answers with ties in the asked order', () => {
  fc.assert(
    fc.property(options, fc.boolean(), fc.boolean(), (list, isRanking, isByVotes) => {
      const optionAt = (at: number, count: number) => ({
        id: `o${at + 1}`,
        label: `o${at + 1}`,
        count,
        share: count / 3,
      });
      const head = { id: 'f1', label: 'Field', answered: 3 };
      const field: FieldSummary = isRanking
        ? {
            ...head,
            type: 'ranking',
            options: list.map(({ votes, average }, at) => ({
              ...optionAt(at, 3),
              first: votes,
              average_position: average,
            })),
          }
        : {
            ...head,
            type: 'dropdown',
            others: [],
            options: list.map(({ votes }, at) => optionAt(at, votes)),
          };
      const results: FormResults = {
        form_id: 'form_1',
        status: 'open',
        submissions_count: 3,
        disqualified_count: 0,
        variables: [],
        endings: [],
        fields: [field],
        timeline: [],
      };
      const bars = barsIn(
        presentFormResults(results, { fields: [], results_order: isByVotes ? 'votes' : 'asked' }, texts).blocks,
      );
      const values = list.map(({ votes }) => votes);
      expect(bars.map(idOf)).toEqual(isByVotes ? largestFirst(values) : asked(list.length));
    }),
  );
});

function pollOf(type: PublicPoll['type'], results_order: PublicPoll['results_order']): PublicPoll {
  return {
    id: 'poll_1',
    title: 'Poll',
    description: null,
    status: 'open',
    opens_at: null,
    closes_at: null,
    accepting: true,
    one_per: null,
    allow_change: false,
    anonymous: true,
    sign_in_url: null,
    languages: [],
    untranslated: [],
    results_visibility: 'always',
    after: null,
    words: null,
    design: null,
    locale: null,
    min_choices: null,
    max_choices: null,
    scale: { min: 1, max: 3 },
    style: null,
    labels: null,
    other: false,
    show_others: false,
    shuffle: false,
    type,
    results_order,
    options: [],
  };
}

import { expect, test } from 'vitest';
import { createLocalizer } from '../../../base/localizer.js';
import type { PollResults, PublicPoll } from '../../contract/resources.js';
import { presentPollResults } from './poll-results.js';

test('the rounds of an instant run-off have a column each, counted from 1, and no votes for options that are out', () => {
  const options = ['Soup', 'Salad', 'Bread'].map((label, at) => ({
    id: `o${at + 1}`,
    label,
    votes: 3 - at,
    share: 0,
    image_url: null,
    full: false,
  }));
  const poll: PublicPoll = {
    id: 'poll_1',
    title: 'Lunch?',
    description: null,
    status: 'open',
    opens_at: null,
    closes_at: null,
    accepting: true,
    one_per: 'browser',
    allow_change: false,
    results_visibility: 'always',
    after: null,
    words: null,
    sign_in_url: null,
    languages: [],
    untranslated: [],
    anonymous: true,
    design: null,
    locale: null,
    min_choices: null,
    max_choices: null,
    scale: null,
    style: null,
    labels: null,
    other: false,
    show_others: false,
    shuffle: false,
    type: 'ranked',
    options,
    results_order: 'asked',
  };
  const results: PollResults = {
    poll_id: 'poll_1',
    status: 'open',
    votes_count: 6,
    others: [],
    timeline: [],
    options,
    ranked: {
      winners: ['o1'],
      rounds: [
        { votes: { o1: 3, o2: 2, o3: 1 }, eliminated: 'o3', exhausted: 0 },
        { votes: { o1: 3, o2: 3 }, eliminated: null, exhausted: 0 },
      ],
      borda: { o1: 9, o2: 6, o3: 3 },
    },
  };
  const { blocks } = presentPollResults(poll, results, null, createLocalizer('en').texts);
  expect(blocks.find(({ type }) => type === 'rounds')).toMatchObject({
    head: ['Option', 'Round 1', 'Round 2'],
    rows: [{ cells: ['3', '3'] }, { cells: ['2', '3'] }, { cells: ['1', null] }],
  });
});

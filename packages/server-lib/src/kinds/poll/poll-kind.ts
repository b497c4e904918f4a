import { withMembers } from '../../base/with-members.js';
import type { KindDefinition } from '../../core/kind-definition.js';
import type { PollDraft } from '../../shared/contract/resources.js';
import { choiceInput } from '../inputs/choice.js';
import { ownMember } from '../inputs/own-member.js';
import { rankingInput } from '../inputs/ranking.js';
import { ratingsInput } from '../inputs/ratings.js';
import { checkVote } from './check-vote.js';
import { voteFilters } from './filter-votes.js';
import { parsePollFields } from './parse-form-fields.js';
import { largestPollResults, pollResults } from './poll-results.js';
import { pollChanges, pollDraft, pollTextShape } from './poll-schema.js';
import { type PollBody, type PollOwn, type PollWire, pollInput } from './stored-poll.js';
import { validatePoll } from './validate-poll.js';
import { voteColumns } from './vote-columns.js';

/** Defines polls: one input, with rules for voting. */
export const poll: KindDefinition<PollDraft, PollOwn, PollBody, PollWire> = {
  name: 'poll',
  plural: 'polls',
  answers: 'votes',
  draft: pollDraft,
  changes: pollChanges,
  textShape: pollTextShape,
  defaults: { one_per: 'browser', results_visibility: 'after_answer' },
  answerMembers: ['choices', 'ratings', 'other'],
  textMembers: [],
  validate: validatePoll,

  upgrade: (own) => ({
    ...own,
    style: own.style ?? (own.type === 'rating' ? 'numbers' : null),
    labels: own.labels ?? null,
  }),

  toDraft: ({ next: _, options, ...own }, shared) => ({ ...shared, ...own, options: [...options] }),

  show: ({ next: _, options, results_order = 'asked', ...own }) => ({ ...own, results_order, options: [...options] }),

  askReference: (poll_id) => ({ poll_id }),

  immutableMembers: ({ type, scale }) => ({ type, scale }),

  referencedItems: ({ options }) => options.map(({ id }, at) => ({ path: `options.${at}`, id, bucket: id })),

  funnelQuestions: () => [],

  caps: ({ options }) =>
    new Map(options.flatMap(({ id, max_votes }) => (max_votes === null ? [] : [[id, max_votes] as const]))),

  parseFormFields: parsePollFields,

  fieldNames: () => [],

  checkAnswer: ({ own }, members, faults) => {
    const body = checkVote(own, members, faults);
    return body && { body };
  },

  maxAnswersPerVoter: () => 1,

  view: ({ own }, { isFull }) => toPollView(own, isFull),

  receipt: (_ask, body, results) => withMembers(showVote(body), { results }),

  receiptHasResults: true,

  contribute: (own, body) => {
    if (body.ratings) return ratingsInput.contribute(body.ratings);
    if (own.type === 'ranked') return rankingInput.contribute(body.choices ?? []);
    return choiceInput.contribute({ choices: body.choices ?? [], other: body.other ?? null }, pollInput);
  },

  filters: voteFilters,

  columns: voteColumns,

  showAnswer: (_own, body) => showVote(body),

  results: pollResults,

  largestView: (own) => [toPollView(own, () => false)],

  largestResults: largestPollResults,

  contentMember: 'options',

  resultsForVisitors: ({ show_others }, results) => (show_others ? results : { ...results, others: [] }),

  growingResults: {
    applies: ({ type }) => type === 'ranked',
    pending: (results) => ({ ...results, pending: true }),
  },

  writeInInputs: ({ other }) => (other ? [pollInput] : []),

  csvColumns: ({ type, options, other }) => [
    ...(type === 'rating' ? options.map(({ id }) => id) : ['choices']),
    ...(other ? ['other'] : []),
  ],

  csvCells: ({ type, options, other }, body) => [
    ...(type === 'rating'
      ? options.map(({ id }) => ownMember(body.ratings ?? {}, id) ?? null)
      : [(body.choices ?? []).join(' ')]),
    ...(other ? [body.other ?? null] : []),
  ],
};

function toPollView(
  {
    type,
    options,
    min_choices,
    max_choices,
    scale,
    style,
    labels,
    other,
    show_others,
    shuffle,
    results_order = 'asked',
  }: PollOwn,
  isFull: (option: string) => boolean,
): PollWire['view'] {
  return {
    type,
    options: options.map(({ id, label, image_url }) => ({ id, label, image_url, full: isFull(id) })),
    min_choices,
    max_choices,
    scale,
    style,
    labels,
    other,
    show_others,
    shuffle,
    results_order,
  };
}

function showVote({ choices, ratings: rated, other }: PollBody) {
  return { choices: choices ? [...choices] : null, ratings: rated ? { ...rated } : null, other: other ?? null };
}

import { z } from 'zod';
import {
  answerHeadMembers,
  answerTexts,
  askExample,
  askIdWire,
  askStatusWire,
  askTexts,
  askWireMembers,
  exampleIds,
  formField,
  type KindWire,
  visitorMembersWire,
  visitorTexts,
} from '../asks/wire.js';
import { countWire, partIdWire, shareWire, timelineWire } from '../http/wire.js';
import { request, wire } from '../validation/documented.js';
import type {
  OptionResult,
  Poll,
  PollOption,
  PollResults,
  RankedResult,
  Scale,
  Vote,
  VoteDraft,
  VoteReceipt,
} from './contract.js';
import { pollChanges, pollDraft } from './schema.js';

const id = exampleIds.ask.poll;
const texts = {
  ...askTexts,
  options: 'At least two; a bare label will do.',
  min_choices: 'Of the types multiple and ranked.',
  max_choices: 'Of the types multiple and ranked.',
  scale: 'Of the type rating; 1 to 5 unless said otherwise.',
  other: 'Whether visitors may write in an answer of their own.',
  show_others: 'Whether visitors see what others wrote in.',
  shuffle: 'Whether each visitor sees the options in another order.',
};

export const pollOptionWire = wire<PollOption>()(
  'PollOption',
  z.object({
    id: partIdWire,
    label: z.string(),
    image_url: z.string().nullable(),
    max_votes: z.int().nullable(),
  }),
  { members: { max_votes: 'The option is full after so many votes.' } },
);

export const scaleWire = wire<Scale>()('Scale', z.object({ min: z.int(), max: z.int() }), {
  description: 'The ends of a rating scale, both included.',
});

/** What visitors see of a poll's own part, but for its options. */
export const pollRules = {
  type: z.enum(['single', 'multiple', 'ranked', 'rating']),
  min_choices: z.int().nullable(),
  max_choices: z.int().nullable(),
  scale: scaleWire.nullable(),
  other: z.boolean(),
  show_others: z.boolean(),
  shuffle: z.boolean(),
};

const poll = wire<Poll>()(
  'Poll',
  z.object({ ...askWireMembers('poll'), ...pollRules, options: z.array(pollOptionWire) }),
  {
    members: texts,
    examples: [
      {
        ...askExample('poll', 'Lunch?'),
        one_per: 'browser',
        results_visibility: 'after_answer',
        type: 'single',
        options: [
          { id: 'o1', label: 'Soup', image_url: null, max_votes: null },
          { id: 'o2', label: 'Salad', image_url: null, max_votes: null },
        ],
        min_choices: null,
        max_choices: null,
        scale: null,
        other: false,
        show_others: false,
        shuffle: false,
      },
    ],
  },
);

const optionResult = wire<OptionResult>()(
  'PollOptionResult',
  z.object({
    id: partIdWire,
    label: z.string(),
    votes: countWire,
    share: shareWire,
    average: z.exactOptional(z.number().nullable()),
    histogram: z.exactOptional(z.array(z.object({ value: z.int(), count: countWire }))),
  }),
  {
    members: {
      votes: 'First preferences when ranked, raters when rating.',
      share: 'Of all votes; 0 while there are none.',
      average: 'With ratings alone; null while nobody rated.',
      histogram: 'With ratings alone: how often each step of the scale was given.',
    },
  },
);

const ranked = wire<RankedResult>()(
  'RankedResult',
  z.object({
    winners: z.array(partIdWire),
    rounds: z.array(
      z.object({
        votes: z.record(partIdWire, countWire),
        eliminated: partIdWire.nullable(),
        exhausted: countWire,
      }),
    ),
    borda: z.record(partIdWire, countWire),
  }),
  { description: 'The instant run-off, round by round, and the Borda count.' },
);

export const pollResultsWire = wire<PollResults>()(
  'PollResults',
  z.object({
    poll_id: askIdWire('poll'),
    status: askStatusWire,
    votes_count: countWire,
    options: z.array(optionResult),
    others: z.array(z.object({ text: z.string(), votes: countWire })),
    timeline: timelineWire,
    ranked: z.exactOptional(ranked),
  }),
  {
    members: {
      others: 'The most frequent write-ins, folded by case and spaces.',
      timeline: 'By UTC hours.',
      ranked: 'With ranked polls alone.',
    },
    examples: [
      {
        poll_id: id,
        status: 'open',
        votes_count: 1,
        options: [
          { id: 'o1', label: 'Soup', votes: 1, share: 1 },
          { id: 'o2', label: 'Salad', votes: 0, share: 0 },
        ],
        others: [],
        timeline: [{ at: '2026-01-31T09:00:00.000000Z', count: 1 }],
      },
    ],
  },
);

const voteMembers = {
  ...answerHeadMembers('poll'),
  poll_id: askIdWire('poll'),
  choices: z.array(partIdWire).nullable(),
  ratings: z.record(partIdWire, z.int()).nullable(),
  other: z.string().nullable(),
};
const voteExample: Omit<Vote, 'voter_ref'> = {
  id: `vote_${exampleIds.answer}`,
  poll_id: id,
  choices: ['o1'],
  ratings: null,
  other: null,
  created_at: '2026-01-31T09:12:44.390112Z',
};
const voteTexts = {
  choices: 'Ids of options, in order of preference when ranked; null with ratings.',
  ratings: 'A step of the scale for each option; null without ratings.',
  other: 'What the visitor wrote in.',
};

const vote = wire<Vote>()('Vote', z.object(voteMembers), {
  members: { ...answerTexts, ...voteTexts },
  examples: [{ ...voteExample, voter_ref: '5c1f0a9be2d84673a1c09d7e44b2f6e8' }],
});

const { voter_ref: _, ...receiptMembers } = voteMembers;

export const voteReceiptWire = wire<VoteReceipt>()(
  'VoteReceipt',
  z.object({ ...receiptMembers, results: pollResultsWire.nullable() }),
  {
    description: 'A vote, as the visitor who cast it is told.',
    members: { ...voteTexts, results: 'Null unless this visitor may see them now.' },
    examples: [{ ...voteExample, results: null }],
  },
);

const voteDraft = wire<VoteDraft>()(
  'VoteDraft',
  z.strictObject({
    choices: z.array(z.string()).optional(),
    ratings: z.record(z.string(), z.number()).optional(),
    other: z.string().optional(),
    ...visitorMembersWire,
  }),
  {
    description: '`choices`, or `ratings` where the poll rates its options.',
    members: { ...voteTexts, ...visitorTexts },
    examples: [{ choices: ['o1'] }, { choices: ['o2', 'o1'] }, { ratings: { o1: 5, o2: 3 } }, { other: 'Pizza' }],
  },
);

const voteForm = request(
  'VoteForm',
  z.object({ choices: formField.optional(), other: z.string().optional(), ...visitorMembersWire }).catchall(z.string()),
  {
    description: 'A plain form: `choices` may be repeated; `rank.o1` and `ratings.o1` go by the ids of options.',
    examples: [{ choices: 'o1' }],
  },
);

request('PollDraft', pollDraft, { members: texts, examples: [{ title: 'Lunch?', options: ['Soup', 'Salad'] }] });
request('PollChanges', pollChanges, {
  description: 'What is absent stays, null clears, arrays are replaced and matched by id.',
  members: texts,
  examples: [{ status: 'closed' }],
});

/** A poll's part of the document. */
export const pollWire: KindWire = {
  ask: poll,
  results: pollResultsWire,
  answer: vote,
  receipt: voteReceiptWire,
  body: voteDraft,
  form: voteForm,
  csv: `id,created_at,voter_ref,choices\r\nvote_${exampleIds.answer},2026-01-31T09:12:44.390112Z,,o1\r\n`,
};

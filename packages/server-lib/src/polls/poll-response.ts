import { z } from 'zod';
import { partIdWire } from '../api/common-schemas.js';
import { askExample, askTexts, askWireMembers, exampleIds, type KindWire } from '../asks/response-schemas.js';
import { namedSchema, request } from '../validation/documented.js';
import { pollChanges, pollDraft } from './poll-schema.js';
import type { Poll, PollOption, Scale } from './poll-types.js';
import { pollResultsWire } from './results-response.js';
import { voteDraftWire, voteFormWire, voteReceiptWire, voteWire } from './vote-response.js';

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

const pollOptionWire = namedSchema<PollOption>()(
  'PollOption',
  z.object({
    id: partIdWire,
    label: z.string(),
    image_url: z.string().nullable(),
    max_votes: z.int().nullable(),
  }),
  { members: { max_votes: 'The option is full after so many votes.' } },
);

/** The ends of a rating scale. */
export const scaleWire = namedSchema<Scale>()('Scale', z.object({ min: z.int(), max: z.int() }), {
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

const poll = namedSchema<Poll>()(
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
  answer: voteWire,
  receipt: voteReceiptWire,
  body: voteDraftWire,
  form: voteFormWire,
  csv: `id,created_at,voter_ref,choices\r\nvote_${exampleIds.answer},2026-01-31T09:12:44.390112Z,,o1\r\n`,
};

import { z } from 'zod';
import { partIdWire } from '../api/common-schemas.js';
import {
  answerHeadMembers,
  answerTexts,
  askIdWire,
  exampleIds,
  formField,
  visitorMembersWire,
  visitorTexts,
} from '../asks/response-schemas.js';
import { namedSchema, request } from '../validation/documented.js';
import type { Vote, VoteDraft, VoteReceipt } from './poll-types.js';
import { pollResultsWire } from './results-response.js';

const id = exampleIds.ask.poll;

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

/** A vote as its owner reads it. */
export const voteWire = namedSchema<Vote>()('Vote', z.object(voteMembers), {
  members: { ...answerTexts, ...voteTexts },
  examples: [{ ...voteExample, voter_ref: '5c1f0a9be2d84673a1c09d7e44b2f6e8' }],
});

const { voter_ref: _, ...receiptMembers } = voteMembers;

/** A vote as its visitor is told of it. */
export const voteReceiptWire = namedSchema<VoteReceipt>()(
  'VoteReceipt',
  z.object({ ...receiptMembers, results: pollResultsWire.nullable() }),
  {
    description: 'A vote, as the visitor who cast it is told.',
    members: { ...voteTexts, results: 'Null unless this visitor may see them now.' },
    examples: [{ ...voteExample, results: null }],
  },
);

/** A vote as it is sent. */
export const voteDraftWire = namedSchema<VoteDraft>()(
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

/** The same from a plain form. */
export const voteFormWire = request(
  'VoteForm',
  z.object({ choices: formField.optional(), other: z.string().optional(), ...visitorMembersWire }).catchall(z.string()),
  {
    description: 'A plain form: `choices` may be repeated; `rank.o1` and `ratings.o1` go by the ids of options.',
    examples: [{ choices: 'o1' }],
  },
);

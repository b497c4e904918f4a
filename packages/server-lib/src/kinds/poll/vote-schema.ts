import { z } from 'zod';
import { boundedArray, boundedRecord } from '../../base/validation/bounded.js';
import { partIdSchema } from '../../base/validation/common-schemas.js';
import { component, described } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import { answerHeadMembers, formField, otherField, visitorMemberSchemas } from '../../core/schemas/answer-schema.js';
import { askIdSchema } from '../../core/schemas/ask-schema.js';
import { batchMembers, batchSchema } from '../../core/schemas/batch-schema.js';
import { exampleIds } from '../../core/schemas/examples.js';
import { maxWriteInLength } from '../inputs/choice.js';
import { maxIdLength } from '../inputs/option-list.js';
import { pollResultsSchema } from './poll-results-schema.js';
import { mostPollOptions } from './poll-schema.js';

const texts = {
  choices: 'IDs of options. In ranked polls, the best option first. Not in rating polls.',
  ratings: 'A value of the scale for each rated option. Only in rating polls.',
  other: 'The visitor’s own answer, up to 200 characters. Only in polls that allow write-ins.',
};

const { voter_ref, respondent, language, updated_at, tags, note, ...head } = answerHeadMembers('poll');
const receipt = z.object({
  ...head,
  poll_id: askIdSchema('poll'),
  choices: described(z.array(partIdSchema).nullable(), texts.choices),
  ratings: described(z.record(partIdSchema, z.int()).nullable(), texts.ratings),
  other: described(z.string().nullable(), texts.other),
});
const example = {
  id: `vote_${exampleIds.answer}`,
  poll_id: exampleIds.ask.poll,
  choices: ['o1'],
  ratings: null,
  other: null,
  created_at: '2026-01-31T09:12:44.390112Z',
};

export const voteSchema = component(
  'Vote',
  receipt.extend({ voter_ref, respondent, language, updated_at, tags, note }),
  {
    description: 'A vote as its owner sees it.',
    extends: ['AnswerHead'],
    examples: [
      {
        ...example,
        voter_ref: '5c1f0a9be2d84673a1c09d7e44b2f6e8',
        respondent: null,
        language: 'de',
        updated_at: example.created_at,
        tags: ['urgent'],
        note: '',
      },
    ],
  },
);

export const voteReceiptSchema = component(
  'VoteReceipt',
  receipt.extend({
    results: described(pollResultsSchema.nullable(), 'Null if this visitor cannot see results now.'),
  }),
  { description: 'A vote as its visitor sees it.', examples: [{ ...example, results: null }] },
);

const optionId = rawText(maxIdLength);

export const voteDraftSchema = component(
  'VoteDraft',
  z.strictObject({
    choices: described(boundedArray(optionId, { max: mostPollOptions }).optional(), texts.choices),
    ratings: described(boundedRecord(optionId, z.number(), { max: mostPollOptions }).optional(), texts.ratings),
    other: described(rawText(maxWriteInLength).optional(), texts.other),
    ...visitorMemberSchemas,
  }),
  {
    description: 'The body of `POST /api/v1/polls/{id}/votes`.',
    extends: ['VisitorDraft'],
    examples: [{ choices: ['o1'] }, { choices: ['o2', 'o1'] }, { ratings: { o1: 5, o2: 3 } }, { other: 'Pizza' }],
  },
);

/** Many votes that are sent with a key. */
export const voteBatchSchema = component(
  'VoteBatch',
  batchSchema(
    component('BatchVote', voteDraftSchema.extend(batchMembers), {
      description: 'A vote in a batch.',
      extends: ['VoteDraft', 'BatchMembers'],
    }),
  ),
  {
    description: 'The body of `POST /api/v1/polls/{id}/votes/batch`.',
    examples: [{ answers: [{ choices: ['o1'], id: 'paper-17', created_at: '2026-01-31T09:12:44.390112Z' }] }],
  },
);

export const voteFormSchema = component(
  'VoteForm',
  z
    .object({ choices: formField.optional(), other: rawText(maxWriteInLength).optional(), ...visitorMemberSchemas })
    .catchall(otherField),
  {
    description:
      'A vote from an HTML form. Repeat `choices` for several options. `rank.o1` is the rank and `ratings.o1` the rating of the option `o1`.',
    only: 'document',
    examples: [{ choices: 'o1' }],
  },
);

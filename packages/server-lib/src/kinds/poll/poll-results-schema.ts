import { z } from 'zod';
import {
  countSchema,
  distributionSchema,
  partIdSchema,
  shareSchema,
  timelineSchema,
} from '../../base/validation/common-schemas.js';
import { component, described } from '../../base/validation/documented.js';
import { askIdSchema, askStatus } from '../../core/schemas/ask-schema.js';
import { exampleIds } from '../../core/schemas/examples.js';

const optionResult = component(
  'OptionResult',
  z.object({
    id: partIdSchema,
    label: z.string(),
    votes: described(
      countSchema,
      'Number of votes for the option. Ranked polls: number of first ranks. Rating polls: number of ratings.',
    ),
    share: described(
      shareSchema,
      '`votes` divided by `votes_count`. In polls with several choices the sum can exceed 1.',
    ),
    average: described(
      z.exactOptional(z.number().nullable()),
      'Mean rating. Only in rating polls; null without ratings.',
    ),
    histogram: described(
      z.exactOptional(distributionSchema),
      'Number of ratings for each value of the scale. Only in rating polls.',
    ),
  }),
  { description: 'The result of one option of a poll.' },
);

const rankedRound = component(
  'RankedRound',
  z.object({
    votes: described(z.record(partIdSchema, countSchema), 'Number of ballots that count for each option.'),
    eliminated: described(partIdSchema.nullable(), 'The option that is eliminated. Null in the last round.'),
    exhausted: described(countSchema, 'Number of ballots without remaining options.'),
  }),
  { description: 'One round of an instant run-off.' },
);

const rankedResult = component(
  'RankedResult',
  z.object({
    winners: described(z.array(partIdSchema), 'The winner of the instant run-off; several if they are tied.'),
    rounds: z.array(rankedRound),
    borda: described(z.record(partIdSchema, countSchema), 'The Borda count: points of each option.'),
  }),
  { description: 'The instant run-off, round by round, and the Borda count.' },
);

const writeInVotes = component('WriteInVotes', z.object({ text: z.string(), votes: countSchema }), {
  description: 'Number of votes for one write-in.',
});

export const pollResultsSchema = component(
  'PollResults',
  z.object({
    poll_id: askIdSchema('poll'),
    status: askStatus,
    votes_count: described(countSchema, 'Number of votes.'),
    options: described(z.array(optionResult), 'A result for each option, in the order of the poll.'),
    others: described(
      z.array(writeInVotes),
      'The 100 most frequent write-ins. Write-ins that differ only in case and spaces count as one. Visitors only see them with `show_others`.',
    ),
    timeline: described(timelineSchema, 'Votes by UTC hour, without empty hours. Visitors see the latest 2,000 hours.'),
    ranked: described(z.exactOptional(rankedResult), 'Only in ranked polls.'),
    pending: described(
      z.exactOptional(z.boolean()),
      'True if the newest votes are not counted yet. Only for visitors of ranked polls with many votes.',
    ),
  }),
  {
    description: 'The results of a poll.',
    examples: [
      {
        poll_id: exampleIds.ask.poll,
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

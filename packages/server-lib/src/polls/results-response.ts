import { z } from 'zod';
import { countWire, partIdWire, shareWire, timelineWire } from '../api/common-schemas.js';
import { askIdWire, askStatusWire, exampleIds } from '../asks/response-schemas.js';
import { namedSchema } from '../validation/documented.js';
import type { OptionResult, PollResults, RankedResult } from './poll-types.js';

const id = exampleIds.ask.poll;

const optionResult = namedSchema<OptionResult>()(
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

const ranked = namedSchema<RankedResult>()(
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

/** What the votes add up to. */
export const pollResultsWire = namedSchema<PollResults>()(
  'PollResults',
  z.object({
    poll_id: askIdWire('poll'),
    status: askStatusWire,
    votes_count: countWire,
    options: z.array(optionResult),
    others: z.array(z.object({ text: z.string(), votes: countWire })),
    timeline: timelineWire,
    ranked: z.exactOptional(ranked),
    pending: z.exactOptional(z.boolean()),
  }),
  {
    members: {
      others: 'The most frequent write-ins, folded by case and spaces.',
      timeline: 'By UTC hours.',
      ranked: 'With ranked polls alone.',
      pending: 'True where the newest votes are not counted yet: for visitors, in ranked polls with many votes.',
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

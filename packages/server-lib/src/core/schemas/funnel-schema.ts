import { z } from 'zod';
import { component, described } from '../../base/validation/documented.js';
import { timeParam } from '../answers/filter-params.js';

const visits = z.int().min(0);

const questionCount = component(
  'FunnelQuestion',
  z.object({
    id: described(z.string(), 'The ID of the question or field.'),
    label: described(z.string(), 'Its text.'),
    shown: described(visits, 'The visits to which it was shown.'),
    stopped: described(visits, 'The visits among them that did not get past it.'),
  }),
  {
    description: 'How many visits got to a question or field, and how many stopped there.',
    examples: [{ id: 'email', label: 'Your email', shown: 80, stopped: 12 }],
  },
);

/** How far visits to an ask got. */
export const funnel = component(
  'Funnel',
  z.object({
    counted_since: described(
      z.iso.date().nullable(),
      'The first day with counts, in UTC. Null before the first visit is counted.',
    ),
    views: described(visits, 'The visits that saw the ask.'),
    starts: described(visits, 'The visits that began to answer.'),
    completions: described(visits, 'The visits that sent an answer.'),
    median_seconds: described(
      visits.nullable(),
      'The median time from the start to the answer, up to 10 % too short or too long. Null if it is unknown.',
    ),
    questions: described(z.array(questionCount), 'The questions or fields in their order. Empty for polls.'),
  }),
  {
    description: 'How far visits to an ask got. Visits are counted without identifying visitors.',
    examples: [
      {
        counted_since: '2026-01-31',
        views: 200,
        starts: 80,
        completions: 68,
        median_seconds: 95,
        questions: [{ id: 'email', label: 'Your email', shown: 80, stopped: 12 }],
      },
    ],
  },
);

/** The period of a funnel. */
export const funnelQuery = z.strictObject({
  since: timeParam('Only visits from this time on, by full days in UTC.'),
  until: timeParam('Only visits before this time, by full days in UTC.'),
});

import { z } from 'zod';
import { countWire, partIdWire, shareWire } from '../api/common-schemas.js';
import { namedSchema } from '../validation/documented.js';
import type { FieldSummary, Nps, OptionCount } from './form-types.js';

const head = { id: partIdWire, label: z.string(), answered: countWire };
const counted = { id: partIdWire, label: z.string(), count: countWire, share: shareWire };

const optionCount = namedSchema<OptionCount>()('OptionCount', z.object(counted), {
  members: { share: 'Of those who answered.' },
});

const nps = namedSchema<Nps>()(
  'Nps',
  z.object({
    promoters: countWire,
    passives: countWire,
    detractors: countWire,
    score: z.number().nullable(),
  }),
  {
    description: 'Net promoter score: of 100 who answered, how many more gave 9 or 10 than gave 0 to 6.',
    members: { score: '-100 to 100; null while nobody answered.' },
  },
);

const average = z.number().nullable();
const distribution = z.array(z.object({ value: z.int(), count: countWire }));
const bins = z.array(z.object({ from: z.number(), to: z.number(), count: countWire }));

/** What the answers to a field add up to, by its type. */
export const fieldSummaryWire = namedSchema<FieldSummary>()(
  'FieldSummary',
  z.discriminatedUnion('type', [
    z.object({
      ...head,
      type: z.enum(['short_text', 'long_text', 'email', 'url', 'phone', 'date', 'time', 'hidden']),
    }),
    z.object({
      ...head,
      type: z.enum(['single_choice', 'dropdown', 'multiple_choice']),
      options: z.array(optionCount),
      others: z.array(z.object({ text: z.string(), count: countWire })),
    }),
    z.object({
      ...head,
      type: z.literal('ranking'),
      options: z.array(z.object({ ...counted, first: countWire, average_position: z.number().nullable() })),
    }),
    z.object({ ...head, type: z.literal('rating'), average, distribution }),
    z.object({ ...head, type: z.literal('scale'), average, distribution, nps: nps.nullable() }),
    z.object({
      ...head,
      type: z.literal('matrix'),
      rows: z.array(
        z.object({ id: partIdWire, label: z.string(), answered: countWire, options: z.array(optionCount) }),
      ),
    }),
    z.object({ ...head, type: z.literal('number'), average, sum: z.number().nullable(), bins: bins.nullable() }),
    z.object({ ...head, type: z.literal('consent'), count: countWire, share: shareWire }),
  ]),
  {
    description:
      'What a field’s answers add up to, as far as its type can be summed up. Visitors see no sums, and of fewer than five numbers no average, distribution, bins or score: null, or an empty list.',
  },
);

import { z } from 'zod';
import { faultMessage } from '../../base/faults/zod-faults.js';
import { boundedArray } from '../../base/validation/bounded.js';
import { countSchema, timestampSchema } from '../../base/validation/common-schemas.js';
import { component, described } from '../../base/validation/documented.js';
import { text } from '../../base/validation/text.js';
import { fault } from '../../shared/faults/fault.js';

const maxTickets = 10_000;
export const maxReferenceLength = 200;

/** The ID of a ticket. */
export const ticketIdSchema = z.string().regex(/^[0-9a-f]{32}$/);

/** The reference that an owner gives a ticket. An empty text is stored as null. */
export const referenceSchema = text(maxReferenceLength).transform((value) => (value === '' ? null : value));

const reference =
  'Whom the ticket is for, such as an ID of yours. Only you see it. Several tickets can have the same reference.';

const newTicket = component(
  'NewTicket',
  z.strictObject({ reference: described(referenceSchema.nullable().optional(), reference, null) }),
  { description: 'A ticket to create.', examples: [{ reference: 'member-17' }] },
);

/** The body of a request for tickets. */
export const ticketDraft = component(
  'TicketDraft',
  z
    .strictObject({
      count: described(z.int().min(1).max(maxTickets).optional(), 'The number of tickets without a reference.'),
      tickets: described(
        boundedArray(newTicket, { min: 1, max: maxTickets }).optional(),
        'Instead of `count`: the tickets with their references. The response has their codes in the same order.',
      ),
    })
    .superRefine(({ count, tickets }, context) => {
      const problem =
        tickets === undefined ? fault('required') : fault('one_field_of', { fields: ['count', 'tickets'] });
      if ((count === undefined) === (tickets === undefined))
        context.addIssue({ code: 'custom', path: ['count'], message: faultMessage(problem) });
    }),
  { examples: [{ count: 2 }, { tickets: [{ reference: 'member-17' }, { reference: 'member-18' }] }] },
);

/** Returns the reference of each ticket that a request creates. */
export function referencesIn({ count = 0, tickets }: z.output<typeof ticketDraft>): readonly (string | null)[] {
  return tickets?.map((ticket) => ticket.reference ?? null) ?? Array.from({ length: count }, () => null);
}

export const issuedTickets = component(
  'IssuedTickets',
  z.object({ tickets: z.array(z.string()), count: countSchema }),
  {
    description: 'New tickets. Their codes are shown only once.',
    examples: [{ tickets: ['8sPz0dKq3VtYw1Rb', 'Lm4Xc7Ne2HaUf9Jg'], count: 2 }],
  },
);

export const ticketCount = component(
  'TicketCount',
  z.object({ count: countSchema, used: described(countSchema, 'Number of tickets that were used for an answer.') }),
  { description: 'Number of tickets of an ask.', examples: [{ count: 2, used: 1 }] },
);

export const ticketSchema = component(
  'Ticket',
  z.object({
    id: described(ticketIdSchema, 'Also the `voter_ref` of the answer for which the ticket was used.'),
    masked_code: described(
      z.string().nullable(),
      'The first four characters of the code: `8sPz••••••`. Null if the ticket was created by a version that did not store them.',
    ),
    reference: described(z.string().nullable(), reference),
    used: described(z.boolean(), 'Whether an answer has used the ticket.'),
    used_at: described(
      timestampSchema.nullable(),
      'When the ticket was used. Null if it was not, or if its answer was deleted after `keep_answers_days`.',
    ),
    created_at: described(
      timestampSchema.nullable(),
      'Null if the ticket was created by a version that did not store it.',
    ),
  }),
  {
    description: 'A ticket, without its code.',
    examples: [
      {
        id: '5f0c2d1e9b8a7c6d5e4f3a2b1c0d9e8f',
        masked_code: '8sPz••••••',
        reference: 'member-17',
        used: true,
        used_at: '2026-01-31T09:10:12.220110Z',
        created_at: '2026-01-31T09:05:07.004213Z',
      },
    ],
  },
);

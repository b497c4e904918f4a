import { z } from 'zod';
import { countSchema } from '../../validation/common-schemas.js';
import { component, described } from '../../validation/documented.js';

/** The body of a request for tickets. */
export const ticketDraft = component('TicketDraft', z.strictObject({ count: z.int().min(1).max(10_000) }), {
  examples: [{ count: 2 }],
});

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

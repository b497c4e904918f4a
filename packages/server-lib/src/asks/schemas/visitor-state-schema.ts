import { z } from 'zod';
import { component, described } from '../../validation/documented.js';

export const visitorStateSchema = component(
  'VisitorState',
  z.object({
    signed_in: described(z.boolean(), 'Whether the visitor is a signed-in user of the app.'),
    answered: described(z.boolean(), 'Whether this user has used all of their answers.'),
    answer: described(
      z.string().nullable(),
      'The ID of the latest answer of this user, to read what they may see now. Null if there is none.',
    ),
  }),
  {
    description: 'What is known about a visitor of a poll, quiz or form with `one_per: "user"`.',
    examples: [{ signed_in: true, answered: false, answer: null }],
  },
);

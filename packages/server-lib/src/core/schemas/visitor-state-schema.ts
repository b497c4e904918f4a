import { z } from 'zod';
import { component, described } from '../../base/validation/documented.js';
import { rawText } from '../../base/validation/text.js';
import { maxSignedVoterLength } from './answer-schema.js';

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

export const visitorIdentitySchema = component(
  'VisitorIdentity',
  z.strictObject({
    voter: described(
      rawText(maxSignedVoterLength).optional(),
      'The text that `askwell.voterOf` returned for the user. Default: the session.',
    ),
  }),
  {
    description: 'The body of `POST /embed/polls/{id}/visitor`, and the same for quizzes and forms.',
    examples: [{ voter: 'bWVtYmVyLTE.Yk3tqkHkGQ0cJ3a7X1v5n9rT2wLmP8sD4fZ6bVxN0uA' }],
  },
);

import { z } from 'zod';
import { component, described, translatable } from '../../base/validation/documented.js';
import { text } from '../../base/validation/text.js';

const maxWordLength = 100;
const maxSentenceLength = 500;

const optionalText = (maxLength: number) =>
  translatable(text(maxLength))
    .transform((value) => (value === '' ? null : value))
    .nullable();

const word = (description: string) => described(optionalText(maxWordLength), description, null);
const sentence = (description: string) => described(optionalText(maxSentenceLength), description, null);

const members = {
  submit: word('The button that sends an answer.'),
  next: word('The button to the next page or question.'),
  back: word('The button to the page or question before.'),
  start: word('The button that starts a quiz.'),
  required: word('The mark after the label of a required field.'),
  thanks: sentence('What visitors read after they answer, if `after` has no `message`.'),
  closed: sentence('What visitors read when the ask is closed.'),
  already_answered: sentence('What visitors read when they have no answer left.'),
};

/** What `words` is, where it is a member of an ask. */
export const wordsText = 'Texts of buttons and messages that replace the standard ones.';

/** The texts of buttons and messages of an ask, in responses. */
export const askWords = component('AskWords', z.object(members), {
  description: 'Texts of buttons and messages that replace the standard ones. Null: the standard text.',
});

/** The texts of buttons and messages of an ask, in requests. */
export const askWordsDraft = component('AskWordsDraft', z.strictObject(members).partial(), {
  description: wordsText,
  examples: [{ submit: 'Register', thanks: 'See you at the conference!' }],
});

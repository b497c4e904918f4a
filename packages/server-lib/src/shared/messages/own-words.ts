import type { AskWords } from '../contract/resources.js';
import type { VisitorText } from './english.js';

/** The members of `words` of an ask, by the texts that they replace. */
const members: Readonly<Partial<Record<VisitorText, keyof AskWords>>> = {
  Vote: 'submit',
  Send: 'submit',
  'Submit answers': 'submit',
  Next: 'next',
  Back: 'back',
  'Start quiz': 'start',
  required: 'required',
  'Thank you. Your answer has been received.': 'thanks',
  'This is closed.': 'closed',
  'You have already answered.': 'already_answered',
};

/** Returns the text of an author that replaces a standard text, if there is one. */
export function ownWord(words: AskWords | null | undefined, key: VisitorText): string | null | undefined {
  const name = members[key];
  return name && words?.[name];
}

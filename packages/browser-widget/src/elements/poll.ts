import type { PublicPoll } from '@askwell/server/contract';
import { optionList } from '../inputs/option-list.js';
import { createPoll } from '../kinds/poll.js';
import { loadQuestions } from '../questions/load.js';
import { AskElement } from './ask-element.js';

/** The types of polls that are most common. */
const poll = createPoll({ ranked: optionList, rating: optionList });

/** Shows a poll and its results: `<askwell-poll poll-id="poll_…">`. */
export class AskwellPoll extends AskElement<'poll'> {
  constructor() {
    super(poll, async (view) => (view && needsMore(view) ? (await loadQuestions()).largePoll : poll));
  }
}

/** Whether a poll needs the code that is loaded on demand: for its type, for members of the site, for the words of its author, or for marks in its texts. */
function needsMore({ type, one_per, description, after, words, options }: PublicPoll): unknown {
  const texts = [description, after?.message, ...options.map(({ label }) => label)];
  return /^ra/.test(type) || one_per === 'user' || words || /[*_`[]|^(-|\d+[.)]) /m.test(texts.join('\n'));
}

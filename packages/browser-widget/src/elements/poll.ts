import { optionList } from '../inputs/option-list.js';
import { createPoll } from '../kinds/poll.js';
import { loadQuestions } from '../questions/load.js';
import { AskElement } from './ask-element.js';

/** The types of polls that are most common. */
const poll = createPoll({ ranked: optionList, rating: optionList });

/** Shows a poll and its results: `<askwell-poll poll-id="poll_…">`. */
export class AskwellPoll extends AskElement<'poll'> {
  constructor() {
    super(poll, async (view) =>
      /^ra/.test(view?.type ?? '') || view?.one_per === 'user' ? (await loadQuestions()).largePoll : poll,
    );
  }
}

import { optionList } from '../inputs/option-list.js';
import { createPoll } from '../kinds/poll.js';
import { loadQuestions } from '../questions/load.js';
import { AskElement } from './ask-element.js';

/** All polls but ranked ones. */
const poll = createPoll(optionList);

/** Shows a poll and its results: `<askwell-poll poll-id="poll_…">`. */
export class AskwellPoll extends AskElement<'poll'> {
  constructor() {
    super(poll, async (view) => (view?.type === 'ranked' ? (await loadQuestions()).rankedPoll : poll));
  }
}

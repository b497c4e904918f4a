import { poll } from '../kinds/poll.js';
import { AskElement } from './ask-element.js';

/** Shows a poll and its results: `<askwell-poll poll-id="poll_…">`. */
export class AskwellPoll extends AskElement<'poll'> {
  constructor() {
    super(poll, async () => poll);
  }
}

import type { PublicHead } from '../asks/ask-types.js';
import type { Poll, PollOption } from './poll-types.js';

/** A poll as visitors see it. */
export interface PublicPoll
  extends PublicHead,
    Pick<Poll, 'type' | 'min_choices' | 'max_choices' | 'scale' | 'other' | 'show_others' | 'shuffle'> {
  options: PublicPollOption[];
}

export interface PublicPollOption extends Pick<PollOption, 'id' | 'label' | 'image_url'> {
  /** Whether the option has reached `max_votes`. False for a visitor who may change an answer that contains it. */
  full: boolean;
}

import type { PublicHead } from '../asks/ask-types.js';
import type { Poll, PollOption } from './poll-types.js';

/** A poll as visitors see it. */
export interface PublicPoll
  extends PublicHead,
    Pick<Poll, 'type' | 'min_choices' | 'max_choices' | 'scale' | 'other' | 'show_others' | 'shuffle'> {
  options: PublicPollOption[];
}

export interface PublicPollOption extends Pick<PollOption, 'id' | 'label' | 'image_url'> {
  /** Whether it has all the votes that it may have; to who may change an answer that has it, there is room. */
  full: boolean;
}

import { mapAnswer } from '../inputs/control.js';
import { rankingInput } from '../inputs/ranking-input.js';
import { createPoll } from './poll.js';

/** Renders ranked polls, and with them all others. */
export const rankedPoll = createPoll((poll, t) => mapAnswer(rankingInput(poll, t), (choices) => ({ choices })));

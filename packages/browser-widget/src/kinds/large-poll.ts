import { mapAnswer } from '../inputs/control.js';
import { rankingInput } from '../inputs/ranking-input.js';
import { rowInputs } from '../inputs/row-inputs.js';
import { scaleInput } from '../inputs/scale-input.js';
import { createPoll } from './poll.js';

/** Renders rankings and ratings, and with them all other polls. */
export const largePoll = createPoll({
  ranked: (poll, t) => mapAnswer(rankingInput(poll, t), (choices) => ({ choices })),
  rating: (poll, t) =>
    mapAnswer(
      rowInputs(poll.options, () => scaleInput(poll.scale ?? { min: 1, max: 5 }, poll, t), t),
      (ratings) => ({ ratings }),
    ),
});

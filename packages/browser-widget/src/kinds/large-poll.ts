import { openDraft } from '../flow/draft.js';
import { mapAnswer } from '../inputs/control.js';
import { rankingInput } from '../inputs/ranking-input.js';
import { rowInputs } from '../inputs/row-inputs.js';
import { scaleInput } from '../inputs/scale-input.js';
import { localize } from '../questions/rich-text.js';
import { questionStyles } from '../questions/styles.js';
import type { Kind } from './kind.js';
import { createPoll } from './poll.js';

/** Renders rankings, ratings, and marks in texts, and with them all other polls. */
export const largePoll: Kind<'poll'> = {
  ...createPoll({
    ranked: (poll, t) => mapAnswer(rankingInput(poll, t), (choices) => ({ choices })),
    rating: (poll, t) =>
      mapAnswer(
        rowInputs(poll.options, () => scaleInput(poll.scale ?? { min: 1, max: 5 }, poll, t), t),
        (ratings) => ({ ratings }),
      ),
  }),
  styles: questionStyles,
  localize,
  // Members of the site may have to leave the page to sign in.
  openDraft: (context, ...items) =>
    context.view.one_per === 'user' ? openDraft(context, context.view.options, ...items) : undefined,
};

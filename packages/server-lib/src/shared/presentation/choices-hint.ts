import type { Texts } from './texts.js';

/** The choices that are allowed, of a number of options. */
interface ChoiceLimits {
  readonly min_choices: number | null;
  readonly max_choices: number | null;
}

/** Returns how many options to choose. It is in a separate file, which the files of the widget share. */
export function choicesHint({ min_choices, max_choices }: ChoiceLimits, optionCount: number, t: Texts): string {
  const max = max_choices !== null && max_choices < optionCount ? max_choices : null;
  const min = min_choices !== null && min_choices > 1 ? min_choices : null;
  if (min !== null && max !== null) {
    return min === max ? t('Choose {n}.', { n: min }) : t('Choose from {min} to {max}.', { min, max });
  }
  if (min !== null) return t('Choose at least {n}.', { n: min });
  return max === null ? t('Choose as many as you like.') : t('Choose up to {n}.', { n: max });
}

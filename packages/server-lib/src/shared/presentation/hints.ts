import type { Field, PublicPoll, PublicQuestion } from '../contract/resources.js';
import { choicesHint } from './choices-hint.js';
import type { Texts } from './texts.js';

/** Returns how to answer a poll, if its options do not show it. */
export function pollHint({ type, options, other, scale, labels, ...limits }: PublicPoll, t: Texts): string | null {
  if (type === 'multiple') return choicesHint(limits, options.length + (other ? 1 : 0), t);
  return type === 'rating' && scale && !(labels?.min && labels.max)
    ? t('Rate from {min} to {max}.', { min: scale.min, max: scale.max })
    : null;
}

/** Returns how to answer a question of a quiz, if its input does not show it. */
export function questionHint({ type }: Pick<PublicQuestion, 'type'>, t: Texts): string | null {
  if (type === 'multiple') return t('More than one may be correct.');
  return type === 'match' ? t('Choose the match for each.') : null;
}

/** Returns how to fill in a field, if its input does not show it. */
export function fieldHint(field: Field, t: Texts): string | null {
  switch (field.type) {
    case 'multiple_choice':
      return choicesHint(field, field.options.length + (field.other ? 1 : 0), t);
    case 'short_text':
    case 'long_text':
      return lengthHint(field.min_length, field.max_length, t);
    case 'scale':
      return !field.nps || (field.labels?.min && field.labels.max)
        ? null
        : t('0 means not at all likely, 10 means extremely likely.');
    default:
      return null;
  }
}

function lengthHint(min: number | null, max: number | null, t: Texts): string | null {
  if (min !== null && min > 0) {
    return max === null
      ? t('At least {n} characters.', { n: min })
      : t('From {min} to {max} characters.', { min, max });
  }
  return max === null ? null : t('Up to {n} characters.', { n: max });
}

import type { ChoiceField, FieldOption, MultipleChoiceField, RankingField } from '../../shared/contract/resources.js';

/**
 * Returns a field with the options that a visitor sees. Its minimum number of choices is at most the number of these options and of the
 * write-in: otherwise, the visitor could not answer it.
 */
export function withShownOptions<Shown extends ChoiceField | MultipleChoiceField | RankingField>(
  field: Shown,
  isShown: (option: FieldOption) => boolean,
): Shown {
  const options = field.options.filter(isShown);
  if (!('min_choices' in field) || field.min_choices === null) return { ...field, options };
  const most = options.length + ('other' in field && field.other ? 1 : 0);
  return { ...field, options, min_choices: Math.min(field.min_choices, most) };
}

import type { Translator } from '../translate.js';
import { h } from '../ui/dom.js';
import { type Control, formItem } from './control.js';
import type { Option } from './option-list.js';

/** Creates the same control for each row. The answer has the rows that are answered. */
export function rowInputs<Answer>(
  all: readonly Option[],
  make: () => Control<Answer>,
  t: Translator,
  isComplete: () => boolean | undefined = () => false,
): Control<Record<string, Answer>> {
  const made = all.map((row) => {
    const control = make();
    return { row, control, element: formItem({ ...row, isOption: true }, control, t).element };
  });
  const target = made[0]?.control.target ?? h('i', '');
  const value = () => {
    const answers: Record<string, Answer> = {};
    for (const { row, control } of made) {
      const answer = control.value();
      if (answer !== undefined) answers[row.id] = answer;
    }
    return Object.keys(answers).length > 0 ? answers : undefined;
  };
  return {
    node: h(
      'div',
      'rows',
      made.map(({ element }) => element),
    ),
    target,
    isGroup: true,
    value,
    setAnswer(initial) {
      for (const { row, control } of made) control.setAnswer((suffix) => initial(`.${row.id}${suffix}`));
    },
    validate: () =>
      isComplete() &&
      made.some(({ control, element }) => !element.hidden && control.value() === undefined) &&
      t('Answer every row.'),
  };
}

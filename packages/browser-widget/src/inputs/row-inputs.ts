import type { Words } from '../translate.js';
import { h } from '../ui/dom.js';
import { type Control, item } from './control.js';
import type { Choosable } from './option-list.js';

/** The same input for each of several rows, as far as they are answered. */
export function rows<Answer>(
  all: readonly Choosable[],
  make: () => Control<Answer>,
  t: Words,
  isWhole = false,
): Control<Record<string, Answer>> {
  const made = all.map((row) => ({ row, control: make() }));
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
      made.map(({ row, control }) => item(row, control, t).element),
    ),
    target,
    isGroup: true,
    value,
    fill(given) {
      for (const { row, control } of made) control.fill((suffix) => given(`.${row.id}${suffix}`));
    },
    fault: () => isWhole && made.some(({ control }) => control.value() === undefined) && t('Answer every row.'),
  };
}

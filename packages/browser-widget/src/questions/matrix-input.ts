import type { FieldOf } from '@askwell/server/contract';
import { choiceId } from '../inputs/choice-id.js';
import { type Control, mapAnswer } from '../inputs/control.js';
import { optionList } from '../inputs/option-list.js';
import { rowInputs } from '../inputs/row-inputs.js';
import type { Translator } from '../translate.js';
import { h, setAttribute } from '../ui/dom.js';

/** With more columns than these, the table may be wider than the element, and scrolls. */
const narrowColumns = 5;

/**
 * Creates a group of radio buttons for each row. Where there is room, the groups look like the rows of a table. The heads of its
 * columns are hidden from screen readers, which read the label of each radio button.
 */
export function matrixInput(field: FieldOf<'matrix'>, t: Translator): Control<Record<string, string>> {
  const { rows, options, required } = field;
  const control = rowInputs(
    rows,
    () => mapAnswer(optionList(field, t), choiceId),
    t,
    () => field.required,
  );
  const { node } = control;
  const heads = options.map(({ label }) => h('span', 'text', t.richLabel(label)));
  // Above the buttons that clear a row.
  if (!required) heads.push(h('span', ''));
  node.prepend(h('div', { class: 'head help', 'aria-hidden': true }, h('i', 'label'), h('div', 'options', heads)));
  node.classList.add('matrix');
  setAttribute(node, 'tabindex', heads.length > narrowColumns && 0);
  return {
    ...control,
    /** The first row without an answer, or the first one. */
    get target() {
      return node.querySelector<HTMLElement>('.question:not(:has(:checked)) input') ?? control.target;
    },
  };
}

import type { Words } from '../translate.js';
import { h } from '../ui/dom.js';
import { type Chosen, chosenFrom, own } from './choice.js';
import type { Control } from './control.js';
import type { Choosable } from './option-list.js';

/** A list that unfolds to choose from. */
export function select(options: readonly Choosable[], t: Words, other = false): Control<Chosen> {
  const row = ({ id, label }: Choosable) => h('option', { value: id }, label);
  const list = h(
    'select',
    'input',
    row({ id: '', label: t('Choose…') }),
    options.map(row),
    other && row({ id: own, label: t('Other') }),
  );
  const choose = ([id = '']: readonly string[]) => {
    list.value = id;
    list.selectedIndex = Math.max(0, list.selectedIndex);
  };
  const { written, ...chosen } = chosenFrom(list, () => [list.value].filter(Boolean), choose, t);
  return { ...chosen, node: h('div', 'options', list, written), target: list };
}

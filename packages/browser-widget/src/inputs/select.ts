import { h } from '../dom.js';
import type { Words } from '../words.js';
import { type Chosen, chosenFrom, own } from './chosen.js';
import type { Control } from './control.js';
import type { Choosable } from './options.js';

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

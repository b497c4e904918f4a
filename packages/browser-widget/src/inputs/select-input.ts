import type { Translator } from '../translate.js';
import { h } from '../ui/dom.js';
import { type Choice, choiceControl, otherValue } from './choice.js';
import type { Control } from './control.js';
import type { Option } from './option-list.js';

/** Creates a drop-down list. */
export function selectInput(options: readonly Option[], t: Translator, other = false): Control<Choice> {
  const row = ({ id, label, name = t.plain(label), full }: Option) =>
    h('option', { value: id, disabled: full }, name, full && ` – ${t('No more answers are accepted.')}`);
  const list = h(
    'select',
    'input',
    row({ id: '', label: t('Choose…') }),
    options.map(row),
    other && row({ id: otherValue, label: t('Other') }),
  );
  const choose = ([id = '']: readonly string[]) => {
    list.value = id;
    list.selectedIndex = Math.max(0, list.selectedIndex);
  };
  const { otherInput, ...chosen } = choiceControl(list, () => [list.value].filter(Boolean), choose, t);
  return { ...chosen, node: h('div', 'options', list, otherInput), target: list };
}

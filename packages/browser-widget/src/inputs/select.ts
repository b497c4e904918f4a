import { h } from '../dom.js';
import type { Words } from '../words.js';
import type { Control } from './control.js';
import type { Choosable, Chosen } from './options.js';
import { writeIn } from './write-in.js';

/** The value of an answer of one's own; no option has it for its id. */
const own = '+';

/** A list that unfolds to choose from. */
export function select(options: readonly Choosable[], t: Words, other = false): Control<Chosen> {
  const written = writeIn(t);
  const list = h(
    'select',
    { class: 'input', change: () => update() },
    [{ id: '', label: t('Choose…') }, ...options, ...(other ? [{ id: own, label: t('Something else') }] : [])].map(
      ({ id, label }) => h('option', { value: id }, label),
    ),
  );
  const update = () => {
    written.hidden = list.value !== own;
  };
  const value = () => {
    const other = written.value.trim();
    if (list.value === own) return other ? { choices: [], other } : undefined;
    return list.value ? { choices: [list.value] } : undefined;
  };
  return {
    node: h('div', 'options', list, written),
    target: list,
    value,
    fill(given) {
      const [other = ''] = given('.other');
      written.value = other;
      list.value = other ? own : (given('')[0] ?? '');
      list.selectedIndex = Math.max(0, list.selectedIndex);
      update();
    },
    fault: () => list.value !== '' && !value() && t('This needs an answer.'),
  };
}

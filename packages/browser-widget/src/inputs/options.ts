import { h } from '../dom.js';
import type { Words } from '../words.js';
import { type Control, newName, picture } from './control.js';

/** Something to choose. */
export interface Choosable {
  readonly id: string;
  readonly label: string;
  readonly image_url?: string | null;
  /** Whether it can no longer be chosen. */
  readonly full?: boolean;
}

/** How options are chosen from. */
export interface Choosing {
  readonly options: readonly Choosable[];
  readonly several?: boolean;
  /** Whether an answer of one's own may be written in. */
  readonly other?: boolean;
  readonly min?: number | null;
  readonly max?: number | null;
  /** One beside the other, for short labels. */
  readonly inline?: boolean;
}

/** What was chosen, and what was written in. */
export interface Chosen {
  readonly choices: string[];
  readonly other?: string;
}

/** Buttons to choose one of a list by, or boxes for several. */
export function options(t: Words, choosing: Choosing): Control<Chosen> {
  const { several, other, min, max } = choosing;
  const name = newName();
  const box = (value: string, disabled = false) =>
    h('input', { type: several ? 'checkbox' : 'radio', name, value, disabled });
  const boxes = choosing.options.map(({ id, full }) => box(id, full));
  const rows = choosing.options.map(({ label, image_url, full }, at) =>
    h('label', { class: 'option', part: 'option' }, boxes[at], picture(image_url), [
      h('span', { class: 'text' }, label),
      full && h('small', null, t('full')),
    ]),
  );
  const written = h('input', { class: 'own', part: 'input', maxlength: 200, 'aria-label': t('writeIn') });
  const otherBox = box('');
  if (other) {
    rows.push(h('label', { class: 'option', part: 'option' }, otherBox, h('span', { class: 'text' }, t('other'))));
    written.addEventListener('input', () => {
      if (written.value) otherBox.checked = true;
    });
    otherBox.addEventListener('change', () => otherBox.checked && written.focus());
  }
  const node = h('div', { class: choosing.inline ? 'options inline' : 'options' }, rows, other && written);
  const chosen = () => boxes.filter((one) => one.checked).map((one) => one.value);
  const own = () => (otherBox.checked && written.value.trim()) || undefined;
  const fault = () => {
    const count = chosen().length + (own() ? 1 : 0);
    if (count === 0) return otherBox.checked ? t('required') : undefined;
    if (min && count < min) return t('chooseLeast', { n: min });
    return several && max && count > max ? t('chooseMost', { n: max }) : undefined;
  };
  return {
    node,
    target: boxes.find((one) => !one.disabled) ?? otherBox,
    named: 'group',
    value() {
      const text = own();
      const choices = chosen();
      return text || choices.length > 0 ? { choices, ...(text ? { other: text } : {}) } : undefined;
    },
    fill(given) {
      const wanted = given('');
      for (const one of boxes) if (wanted.includes(one.value) && !one.disabled) one.checked = true;
      const text = other && given('.other')[0];
      if (text) {
        written.value = text;
        otherBox.checked = true;
      }
    },
    fault,
  };
}

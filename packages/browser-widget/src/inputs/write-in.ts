import { h } from '../dom.js';
import type { Words } from '../words.js';

/** Where an answer of one's own is written. */
export function writeIn(t: Words): HTMLInputElement {
  const name = t('Your own answer');
  return h('input', { class: 'input', maxlength: 200, 'aria-label': name, placeholder: name, hidden: true });
}

import type { Translator } from '../translate.js';
import { h } from '../ui/dom.js';
import type { Control } from './control.js';
import { outOfBounds } from './option-list.js';

/** Options of {@link textInput}. */
export interface TextInputOptions {
  readonly type: string;
  readonly placeholder?: string | null;
  readonly min_length?: number | null;
  readonly max_length?: number | null;
  readonly min?: number | null;
  readonly max?: number | null;
  readonly step?: number | null;
}

const phone = /^[+(\d](?=(\D*\d){4})[\d ()./-]*$/;

/** Creates a text input of one or several lines, by the type of the field. */
export function textInput(
  { type, placeholder, min_length, max_length, min, max, step }: TextInputOptions,
  t: Translator,
): Control<string> {
  const name = type === 'phone' ? 'tel' : type;
  const props = { class: 'input', placeholder, min, max };
  const target =
    type === 'long_text'
      ? h('textarea', { ...props, rows: 4 })
      : h('input', { ...props, type: name, autocomplete: /email|tel|url/.test(name) && name, step: step ?? 'any' });
  const text = () => target.value.trim();
  return {
    node: target,
    target,
    value: () => text() || undefined,
    setAnswer(initial) {
      target.value = initial('')[0] ?? '';
    },
    // The browser validates the types, and has messages in its own language.
    validate() {
      const n = [...text()].length;
      if (n && name === 'tel' && !phone.test(text())) return t('Enter a phone number like +44 20 7946 0958.');
      const bound = outOfBounds(n, min_length, max_length, t);
      return bound ? `${t('Characters: {n}.', { n })} ${bound}` : target.validationMessage;
    },
  };
}

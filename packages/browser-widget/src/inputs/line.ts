import { h } from '../dom.js';
import type { Key, Words } from '../words.js';
import type { Control } from './control.js';

/** What is written, and how. */
export interface Line {
  readonly type: string;
  readonly placeholder?: string | null;
  readonly min_length?: number | null;
  readonly max_length?: number | null;
  readonly min?: number | null;
  readonly max?: number | null;
  readonly step?: number | null;
}

/** What is said where it does not fit its type. */
const faults: Partial<Record<string, Key>> = {
  email: 'email',
  url: 'url',
  phone: 'phone',
  number: 'number',
  date: 'date',
  time: 'time',
};
const phone = /^[+(\d](?=(\D*\d){4})[\d ()./-]*$/;

/** One line to write in, or several. */
export function line({ type, placeholder, min_length, max_length, min, max, step }: Line, t: Words): Control<string> {
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
    fill(given) {
      target.value = given('')[0] ?? '';
    },
    fault() {
      const { badInput, typeMismatch, rangeUnderflow, rangeOverflow, stepMismatch } = target.validity;
      const { length } = [...text()];
      const wrong = faults[type];
      if (wrong && (badInput || typeMismatch || (name === 'tel' && length > 0 && !phone.test(text())))) return t(wrong);
      if (min != null && rangeUnderflow) return t('numberLeast', { n: min });
      if (max != null && rangeOverflow) return t('numberMost', { n: max });
      if (step != null && stepMismatch) return t('numberStep', { n: step });
      if (length && min_length && length < min_length) return t('textShort', { n: min_length });
      return max_length && length > max_length ? t('textLong', { n: max_length }) : undefined;
    },
  };
}

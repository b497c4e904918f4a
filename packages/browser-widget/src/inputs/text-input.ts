import { completeWebAddress } from '../../../server-lib/src/shared/logic/complete-web-address.js';
import { describeFault } from '../flow/describe-problem.js';
import type { Translator } from '../translate.js';
import { h } from '../ui/dom.js';
import type { Control, Finding } from './control.js';
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

/** The codes of faults by the type of the input. The server uses the same codes. */
const formatFaults: Readonly<Record<string, string>> = {
  email: 'invalid_email',
  url: 'invalid_url',
  tel: 'invalid_phone',
  number: 'not_a_number',
  date: 'invalid_date',
  time: 'invalid_time_of_day',
};

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
  const text = () => (name === 'url' ? completeWebAddress : String)(target.value.trim());
  return {
    node: target,
    target,
    value: () => text() || undefined,
    setAnswer(initial) {
      target.value = initial('')[0] ?? '';
    },
    validate() {
      // Visitors see the address as it is sent, and the browser checks it.
      if (name === 'url') target.value = text();
      const n = [...text()].length;
      const bound = outOfBounds(n, min_length, max_length, t);
      return bound ? `${t('Characters: {n}.', { n })} ${bound}` : describe(target, name, t);
    },
  };
}

/** Returns the code of the fault that the browser finds in a value. */
function codeOf(target: HTMLInputElement | HTMLTextAreaElement, type: string): string | false | undefined {
  const { badInput, typeMismatch, rangeUnderflow, rangeOverflow, stepMismatch } = target.validity;
  const isNoPhone = type === 'tel' && target.value && !phone.test(target.value.trim());
  if (badInput || typeMismatch || isNoPhone) return formatFaults[type];
  if (rangeUnderflow) return 'too_small';
  if (rangeOverflow) return 'too_large';
  return stepMismatch && (target.hasAttribute('min') ? 'off_step_from' : 'off_step');
}

/** Describes the fault that the browser finds in a value. Its own message may be in another language than the form. */
function describe(target: HTMLInputElement | HTMLTextAreaElement, type: string, t: Translator): Finding {
  const code = codeOf(target, type);
  const [min = '', max = '', step = ''] = ['min', 'max', 'step'].map((name) => target.getAttribute(name) ?? '');
  return code && describeFault({ code, params: { min, max, step }, message: target.validationMessage }, t);
}

import type { Translator } from '../translate.js';
import { h } from '../ui/dom.js';
import { type Control, requiredMark } from './control.js';

/** Creates a checkbox with its own label. */
export function consentInput(
  { label, required }: { readonly label: string; readonly required?: boolean },
  t: Translator,
): Control<boolean> {
  const target = h('input', { type: 'checkbox' });
  return {
    node: h('label', 'option', target, h('span', 'text', t.richLabel(label), requiredMark(required, t))),
    target,
    isLabelled: true,
    value: () => target.checked || undefined,
    setAnswer(initial) {
      target.checked = /^(on|true|1)$/.test(initial('', true)[0] ?? '');
    },
  };
}

import type { Words } from '../translate.js';
import { h } from '../ui/dom.js';
import { type Control, requiredMark } from './control.js';

/** A box to tick, which its own words name. */
export function consent(
  { label, required }: { readonly label: string; readonly required?: boolean },
  t: Words,
): Control<boolean> {
  const target = h('input', { type: 'checkbox' });
  return {
    node: h('label', 'option', target, h('span', 'text', label, requiredMark(required, t))),
    target,
    isLabelled: true,
    value: () => target.checked || undefined,
    fill(given) {
      target.checked = /^(on|true|1)$/.test(given('')[0] ?? '');
    },
  };
}

import { h } from '../dom.js';
import type { Control } from './control.js';

/** A box to tick, which its own words name. */
export function consent(label: string): Control<boolean> {
  const target = h('input', { type: 'checkbox' });
  return {
    node: h('label', 'option', target, h('span', 'text', label)),
    target,
    isLabelled: true,
    value: () => target.checked || undefined,
    fill(given) {
      target.checked = /^(on|true|1)$/.test(given('')[0] ?? '');
    },
  };
}

import type { Words } from '../translate.js';
import { h } from '../ui/dom.js';
import type { Given } from './control.js';

/** What was chosen, and what was written in. */
export interface Chosen {
  readonly choices: string[];
  readonly other?: string;
}

/** The one that was chosen. */
export const chosenId = ({ choices: [id] }: Chosen) => id;

/** The value of an answer of one's own; no option has it for its id. */
export const own = '+';

/** What all lists to choose from share. `choose` is given the wanted ids, the most wanted first. */
export function chosenFrom(
  list: HTMLElement,
  ids: () => readonly string[],
  choose: (ids: readonly string[]) => void,
  t: Words,
) {
  const name = t('Your own answer');
  const written = h('input', { class: 'input', maxlength: 200, 'aria-label': name, placeholder: name, hidden: true });
  const isOwn = () => ids().includes(own);
  const update = () => {
    written.hidden = !isOwn();
  };
  const value = (): Chosen | undefined => {
    const choices = ids().filter((id) => id !== own);
    const other = isOwn() && written.value.trim();
    if (other) return { choices, other };
    return choices[0] ? { choices } : undefined;
  };
  list.addEventListener('change', update);
  return {
    /** Where an answer of one's own is written. */
    written,
    value,
    fill(given: Given) {
      const [other = ''] = given('.other');
      choose(other ? [own, ...given('')] : given(''));
      written.value = other;
      update();
    },
    fault: () => isOwn() && !value()?.other && t('An answer is required.'),
  };
}

import type { Translator } from '../translate.js';
import { h } from '../ui/dom.js';
import type { InitialValues } from './control.js';

/** The chosen options, and a write-in. */
export interface Choice {
  readonly choices: string[];
  readonly other?: string;
}

/** The value of the option "Other". No option has it as its ID. */
export const otherValue = '+';

/** Creates the parts that lists of options share. `choose` gets the IDs to select, the preferred first. */
export function choiceControl(
  list: HTMLElement,
  ids: () => readonly string[],
  choose: (ids: readonly string[]) => void,
  t: Translator,
) {
  const name = t('Your own answer');
  const otherInput = h('input', {
    class: 'input',
    maxlength: 200,
    'aria-label': name,
    placeholder: name,
    hidden: true,
  });
  const isOwn = () => ids().includes(otherValue);
  const update = () => {
    otherInput.hidden = !isOwn();
  };
  const value = (): Choice | undefined => {
    const choices = ids().filter((id) => id !== otherValue);
    const other = isOwn() && otherInput.value.trim();
    if (other) return { choices, other };
    return choices[0] ? { choices } : undefined;
  };
  const emptyPart = () => isOwn() && !otherInput.value.trim() && otherInput;
  list.addEventListener('change', update);
  return {
    /** The input for a write-in. */
    otherInput,
    value,
    setAnswer(initial: InitialValues) {
      const [other = ''] = initial('.other');
      choose(other ? [otherValue, ...initial('')] : initial(''));
      otherInput.value = other;
      update();
    },
    emptyPart,
    validate: () => emptyPart() && t('An answer is required.'),
  };
}

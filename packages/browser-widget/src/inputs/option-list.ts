import type { Translator } from '../translate.js';
import { h } from '../ui/dom.js';
import { type Choice, choiceControl, otherValue } from './choice.js';
import { type Control, newId, picture } from './control.js';

/** An option to choose. */
export interface Option {
  readonly id: string;
  readonly label: string;
  /** The accessible name, if it is not the label. */
  readonly name?: string;
  readonly image_url?: string | null;
  /** Whether the option can no longer be chosen. */
  readonly full?: boolean;
}

/** A limit, if there is one. */
export type Bound = number | null | undefined;

/** Options of {@link optionList}. */
export interface OptionListOptions {
  readonly options: readonly Option[];
  /** Whether a write-in is allowed. */
  readonly other?: boolean;
  /** Types that begin with "multiple" allow several choices. */
  readonly type?: string;
  /** The logic of a form can lower it. */
  readonly min_choices?: Bound;
  readonly max_choices?: Bound;
  /** Whether an answer is required. Otherwise, a single choice can be cleared. */
  readonly required?: boolean | undefined;
  /** Lays out the options in rows. */
  readonly inline?: boolean;
}

/** Creates radio buttons, or checkboxes for several choices. */
export function optionList(asked: OptionListOptions, t: Translator): Control<Choice> {
  const { options, type = '', other, required, inline, max_choices } = asked;
  const several = type.startsWith('multiple');
  const name = newId();
  const all: readonly Option[] = other ? [...options, { id: otherValue, label: t('Other') }] : options;
  const boxes = all.map(({ id, label, full, name: spoken }) =>
    h('input', {
      type: several ? 'checkbox' : 'radio',
      name,
      value: id,
      disabled: full,
      // An accessible name is a text, in which a formula is easier to read as TeX.
      'aria-label': spoken ?? (/\$/.test(label) && t.plain(label)),
    }),
  );
  const node = h(
    'div',
    inline ? 'options inline' : options.every((option) => option.image_url) ? 'options pictures' : 'options',
    all.map(({ label, image_url, full }, at) =>
      h(
        'label',
        'option',
        boxes[at],
        picture(image_url),
        h('span', 'text', t.richLabel(label), full && h('small', '', t('No more answers are accepted.'))),
      ),
    ),
  );
  const ids = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const choose = (wanted: readonly string[]) => {
    for (const box of boxes) box.checked = wanted.includes(box.value) && !box.disabled;
  };
  const { otherInput, ...chosen } = choiceControl(node, ids, choose, t);
  if (other) node.append(otherInput);
  const target = boxes.find((box) => !box.disabled) ?? node;
  const clear = () => {
    chosen.setAnswer(() => []);
    // The button disappears.
    target.focus();
    node.dispatchEvent(new Event('input', { bubbles: true }));
  };
  if (!several && !required) node.append(h('button', { type: 'button', class: 'clear', click: clear }, t('Clear')));
  node.addEventListener('change', ({ target }) => {
    if (target === boxes[options.length]) otherInput.focus();
  });
  return {
    ...chosen,
    node,
    target,
    isGroup: true,
    validate: () => chosen.validate() || (several && outOfBounds(ids().length, asked.min_choices, max_choices, t)),
  };
}

/** Returns an error message if a count is out of bounds. A count of 0 is not checked against `min`. */
export function outOfBounds(n: number, min: Bound, max: Bound, t: Translator): string {
  if (n && min && n < min) return t('At least {n}.', { n: min });
  return max && n > max ? t('At most {n}.', { n: max }) : '';
}

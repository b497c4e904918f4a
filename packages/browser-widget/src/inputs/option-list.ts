import type { Words } from '../translate.js';
import { h } from '../ui/dom.js';
import { type Chosen, chosenFrom, own } from './choice.js';
import { type Control, newName, picture } from './control.js';

/** Something to choose. */
export interface Choosable {
  readonly id: string;
  readonly label: string;
  readonly image_url?: string | null;
  /** Whether it can no longer be chosen. */
  readonly full?: boolean;
}

/** How many there may be, where there is a limit. */
export type Bound = number | null | undefined;

/** How options are chosen from. */
export interface Choosing {
  readonly options: readonly Choosable[];
  /** Whether an answer of one's own may be written in. */
  readonly other?: boolean;
  /** Says whether several may be chosen. */
  readonly type?: string;
  readonly min_choices?: Bound;
  readonly max_choices?: Bound;
  /** One beside the other, as far as there is room. */
  readonly inline?: boolean;
}

/** Buttons to choose one of a list by, or boxes for several. */
export function options(
  { options, type = '', other, inline, min_choices, max_choices }: Choosing,
  t: Words,
): Control<Chosen> {
  const several = type.startsWith('multiple');
  const name = newName();
  const all: readonly Choosable[] = other ? [...options, { id: own, label: t('Other') }] : options;
  const boxes = all.map(({ id, full }) =>
    h('input', { type: several ? 'checkbox' : 'radio', name, value: id, disabled: full }),
  );
  const node = h(
    'div',
    inline ? 'options inline' : 'options',
    all.map(({ label, image_url, full }, at) =>
      h(
        'label',
        'option',
        boxes[at],
        picture(image_url),
        h('span', 'text', label, full && h('small', '', t('No more answers are accepted.'))),
      ),
    ),
  );
  const ids = () => boxes.filter((box) => box.checked).map((box) => box.value);
  const choose = (wanted: readonly string[]) => {
    for (const box of boxes) box.checked = wanted.includes(box.value) && !box.disabled;
  };
  const { written, ...chosen } = chosenFrom(node, ids, choose, t);
  if (other) node.append(written);
  node.addEventListener('change', ({ target }) => {
    if (target === boxes[options.length]) written.focus();
  });
  return {
    ...chosen,
    node,
    target: boxes.find((box) => !box.disabled) ?? node,
    isGroup: true,
    fault: () => chosen.fault() || (several && outOfBounds(ids().length, min_choices, max_choices, t)),
  };
}

/** What is wrong with so many of something; none is another matter. */
export function outOfBounds(n: number, min: Bound, max: Bound, t: Words): string {
  if (n && min && n < min) return t('At least {n}.', { n: min });
  return max && n > max ? t('At most {n}.', { n: max }) : '';
}

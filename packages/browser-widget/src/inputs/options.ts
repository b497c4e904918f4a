import { h } from '../dom.js';
import type { Words } from '../words.js';
import { type Control, newName, picture } from './control.js';
import { writeIn } from './write-in.js';

/** Something to choose. */
export interface Choosable {
  readonly id: string;
  readonly label: string;
  readonly image_url?: string | null;
  /** Whether it can no longer be chosen. */
  readonly full?: boolean;
}

/** How options are chosen from. */
export interface Choosing {
  readonly options: readonly Choosable[];
  /** Whether an answer of one's own may be written in. */
  readonly other?: boolean;
  /** Says whether several may be chosen. */
  readonly type?: string;
  readonly min_choices?: number | null;
  readonly max_choices?: number | null;
  /** One beside the other, as far as there is room. */
  readonly inline?: boolean;
}

/** The one that was chosen. */
export const chosenId = ({ choices: [id] }: Chosen) => id;

/** What was chosen, and what was written in. */
export interface Chosen {
  readonly choices: string[];
  readonly other?: string;
}

/** Buttons to choose one of a list by, or boxes for several. */
export function options({ options, type = '', other, inline, ...bounds }: Choosing, t: Words): Control<Chosen> {
  const several = type.startsWith('multiple');
  const name = newName();
  const written = writeIn(t);
  const boxOf = (value: string, disabled?: boolean) =>
    h('input', { type: several ? 'checkbox' : 'radio', name, value, disabled });
  const rowOf = (box: Node | undefined, label: string, more: Node | undefined, full?: boolean) =>
    h('label', 'option', box, more, h('span', 'text', label), full && h('small', '', t('This takes no more answers.')));
  const boxes = options.map(({ id, full }) => boxOf(id, full));
  const own = boxOf('');
  const node = h(
    'div',
    inline ? 'options inline' : 'options',
    options.map(({ label, image_url, full }, at) => rowOf(boxes[at], label, picture(image_url), full)),
    other && [rowOf(own, t('Something else'), undefined), written],
  );
  const update = () => {
    written.hidden = !own.checked;
  };
  node.addEventListener('change', ({ target }) => {
    update();
    if (target === own) written.focus();
  });
  const text = () => own.checked && written.value.trim();
  return {
    node,
    target: boxes.find((box) => !box.disabled) ?? own,
    isGroup: true,
    value() {
      const choices = boxes.filter((box) => box.checked).map((box) => box.value);
      const other = text();
      if (other) return { choices, other };
      return choices[0] ? { choices } : undefined;
    },
    fill(given) {
      const [other = ''] = given('.other');
      for (const box of boxes) box.checked = given('').includes(box.value) && !box.disabled;
      written.value = other;
      own.checked = other !== '';
      update();
    },
    fault: () =>
      own.checked && !text()
        ? t('This needs an answer.')
        : several && outOfBounds([own, ...boxes].filter((box) => box.checked).length, bounds, t),
  };
}

/** What is wrong with so many choices; none is another matter. */
export function outOfBounds(
  n: number,
  { min_choices: min, max_choices: max }: Pick<Choosing, 'min_choices' | 'max_choices'>,
  t: Words,
): string | undefined {
  if (n && min && n < min) return t('At least {n}.', { n: min });
  return max && n > max ? t('At most {n}.', { n: max }) : undefined;
}

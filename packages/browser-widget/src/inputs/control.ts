import { h } from '../dom.js';
import type { Words } from '../words.js';

/** What is given for an input beforehand, by what follows its name: nothing, `.other`, or `.` and a row. */
export type Given = (suffix: string) => readonly string[];

/** What visitors fill in, without its label. */
export interface Control<Answer> {
  readonly node: HTMLElement;
  /** What is described, marked as wrong and given the focus. */
  readonly target: HTMLElement;
  /** `label`: one control that a label names; `group`: several; `none`: it names itself. */
  readonly named: 'label' | 'group' | 'none';
  readonly value: () => Answer | undefined;
  readonly fill: (given: Given) => void;
  /** What is wrong with what was filled in, beside that it is missing. */
  readonly fault?: () => string | undefined;
}

/** What the author says of an input. */
export interface Asked {
  readonly id: string;
  /** Null where the title of the whole is label enough. */
  readonly label: string | null;
  readonly help?: string | null;
  readonly image_url?: string | null;
  /** Undefined where leaving out is nothing to speak of. */
  readonly required?: boolean;
  /** What is said when it was left out. */
  readonly missing?: string;
}

/** An input with its label, and a place for what is wrong. */
export interface Item {
  readonly id: string;
  readonly element: HTMLElement;
  readonly value: () => unknown;
  readonly fill: (given: Given) => void;
  readonly fault: () => string | undefined;
  /** Says what is wrong, or that nothing is. */
  readonly tell: (message: string | undefined) => void;
  readonly focus: () => void;
}

/** Where the title of the whole stands. */
export const titleId = 'title';

let count = 0;

/** A name that is taken nowhere else on the page. */
export const newName = () => `a${++count}`;

/** The same control with another answer. */
export function answering<From, To>(control: Control<From>, turn: (answer: From) => To | undefined): Control<To> {
  const value = () => {
    const answer = control.value();
    return answer === undefined ? undefined : turn(answer);
  };
  return { ...control, value };
}

/** Puts a label to a control. */
export function item<Answer>(t: Words, asked: Asked, control: Control<Answer>): Item {
  const { target, named, node } = control;
  const name = newName();
  const fault = h('p', { id: `${name}-fault`, class: 'fault', part: 'error' });
  const help = asked.help ? h('p', { id: `${name}-help`, class: 'help text' }, asked.help) : null;
  const label = [
    h('span', { class: 'text' }, asked.label),
    asked.required === false && h('span', { class: 'optional' }, ` (${t('optional')})`),
  ];
  const image = picture(asked.image_url);
  const isGroup = named === 'group';
  const element = isGroup
    ? h(
        'fieldset',
        { 'aria-labelledby': asked.label === null && titleId },
        asked.label !== null && h('legend', { part: 'label' }, label),
        image,
        help,
        fault,
        node,
      )
    : h('div', null, named === 'label' && h('label', { for: name, part: 'label' }, label), image, help, fault, node);
  element.className = 'item';
  element.part.add('question');
  const described = isGroup ? element : target;
  if (!isGroup) target.id = name;
  const describe = (isWrong: boolean) => {
    const by = [help?.id, isWrong && fault.id].filter(Boolean).join(' ');
    if (by) described.setAttribute('aria-describedby', by);
    else described.removeAttribute('aria-describedby');
  };
  describe(false);
  if (asked.required && !isGroup) target.setAttribute('aria-required', 'true');
  return {
    id: asked.id,
    element,
    value: control.value,
    fill: control.fill,
    fault: () => {
      const wrong = control.fault?.();
      return wrong ?? (asked.required && control.value() === undefined ? (asked.missing ?? t('required')) : undefined);
    },
    tell(message) {
      fault.textContent = message ?? '';
      describe(!!message);
      if (!isGroup) target.setAttribute('aria-invalid', String(!!message));
      element.classList.toggle('wrong', !!message);
    },
    focus: () => target.focus(),
  };
}

/** An image that illustrates what is said beside it; gone if it can't be had. */
export function picture(url: string | null | undefined): HTMLElement | null {
  if (!url) return null;
  const image = h('img', { src: url, alt: '', loading: 'lazy', part: 'image', referrerpolicy: 'no-referrer' });
  image.addEventListener('error', () => image.remove());
  return image;
}

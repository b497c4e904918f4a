import type { Words } from '../translate.js';
import { type Child, h, setAttribute } from '../ui/dom.js';

/** What is given for an input beforehand, by what follows its name: nothing, `.other`, or `.` and a row. */
export type Given = (suffix: string) => readonly string[];

/** What visitors fill in, without its label. */
export interface Control<Answer> {
  readonly node: HTMLElement;
  /** What is described, marked as wrong and given the focus; of several the first. */
  readonly target: HTMLElement;
  readonly isGroup?: boolean;
  /** Whether it has its label already. */
  readonly isLabelled?: boolean;
  readonly value: () => Answer | undefined;
  readonly fill: (given: Given) => void;
  /** What is wrong with what was filled in, beside that it is missing. */
  readonly fault?: () => string | false | undefined;
}

/** What the author says of an input. */
export interface Asked {
  readonly id: string;
  /** Null where the title of the whole is label enough. */
  readonly label: string | null;
  readonly help?: string | null;
  readonly image_url?: string | null;
  readonly required?: boolean | undefined;
}

/** An input with its label, and a place for what is wrong; or something that is only there to be read. */
export interface Item {
  readonly id: string;
  readonly element: HTMLElement;
  readonly value?: () => unknown;
  readonly fill?: (given: Given) => void;
  readonly fault?: () => string | false | undefined;
  /** Says what is wrong, or that nothing is. */
  readonly tell?: (message?: string) => void;
  /** What is given the focus. */
  readonly target?: HTMLElement;
  /** Whether a page begins with it. */
  readonly breaks?: boolean;
  /** Whether there is nothing of it to be seen. */
  readonly isSilent?: boolean;
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
export function item<Answer>(
  { id, label, help, image_url, required }: Asked,
  control: Control<Answer>,
  t: Words,
): Item {
  const { target, isGroup, isLabelled, node, value, fill } = control;
  const name = newName();
  const error = h('p', { id: `${name}e`, class: 'error' });
  const words = [h('span', 'text', label), requiredMark(required, t)];
  const hint = help && h('p', { id: `${name}h`, class: 'help text' }, help);
  const rest = [picture(image_url), hint, error, node];
  const element = isGroup
    ? h('fieldset', 'question', label !== null && h('legend', 'label', words), rest)
    : h('div', 'question', !isLabelled && h('label', { class: 'label', for: name }, words), rest);
  setAttribute(isGroup ? element : target, 'aria-describedby', hint ? `${name}h ${name}e` : error.id);
  if (label === null) setAttribute(element, 'aria-labelledby', titleId);
  if (!isGroup) {
    target.id = name;
    setAttribute(target, 'aria-required', required);
  }
  const tell = (message = '') => {
    error.textContent = message;
    if (!isGroup) setAttribute(target, 'aria-invalid', message !== '');
    element.classList.toggle('wrong', message !== '');
  };
  element.addEventListener('input', () => tell());
  return {
    id,
    element,
    value,
    fill,
    fault: () => control.fault?.() || (required && value() === undefined && t('An answer is required.')),
    tell,
    target,
  };
}

/** Marks the label of something that must be answered. */
export function requiredMark(required: boolean | undefined, t: Words): Child {
  return required && h('small', '', ` ${t('required')}`);
}

/** An image that illustrates what is said beside it; gone if it can't be had. */
export function picture(url: string | null | undefined): HTMLElement | undefined {
  if (!url) return undefined;
  const image = h('img', {
    class: 'image',
    src: url,
    alt: '',
    loading: 'lazy',
    referrerpolicy: 'no-referrer',
    error: () => image.remove(),
  });
  return image;
}

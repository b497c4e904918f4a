import type { Translator } from '../translate.js';
import { type Child, h, setAttribute } from '../ui/dom.js';

/** Returns initial values by the suffix of the input's name: empty, `.other`, or `.` and the ID of a row. */
export type InitialValues = (suffix: string) => readonly string[];

/** An input without its label. */
export interface Control<Answer> {
  readonly node: HTMLElement;
  /** The element that is described, marked as invalid and focused. The first one of several. */
  readonly target: HTMLElement;
  readonly isGroup?: boolean;
  /** Whether the control contains its label. */
  readonly isLabelled?: boolean;
  readonly value: () => Answer | undefined;
  readonly setAnswer: (initial: InitialValues) => void;
  /** Returns what is wrong with the answer, if there is one. */
  readonly validate?: () => string | false | undefined;
}

/** The author's texts for an input. */
export interface Question {
  readonly id: string;
  /** Null if the title of the ask is the label. */
  readonly label: string | null;
  readonly help?: string | null;
  /** How to answer it, in the visitor's language. */
  readonly hint?: string | null;
  readonly image_url?: string | null;
  readonly required?: boolean | undefined;
}

/** An item of a form: an input with its label and error message, or text only. */
export interface FormItem {
  readonly id: string;
  readonly element: HTMLElement;
  readonly value?: () => unknown;
  readonly setAnswer?: (initial: InitialValues) => void;
  readonly validate?: () => string | false | undefined;
  /** Shows or clears the error message. */
  readonly showError?: (message?: string) => void;
  /** The element that gets the focus. */
  readonly target?: HTMLElement;
  /** Whether it starts a new page. */
  readonly startsPage?: boolean;
  /** Whether it is a field of type `hidden`. */
  readonly isHiddenField?: boolean;
}

/** The ID of the element with the title of the ask. */
export const titleId = 'title';

let count = 0;
/** The files that are loaded on demand have counters of their own. */
const prefix = Math.random().toString(36).slice(2, 6);

/** Returns an ID that is unique on the page. */
export const newId = () => `a${prefix}${++count}`;

/** Returns a control whose answer is mapped to another type. */
export function mapAnswer<From, To>(control: Control<From>, turn: (answer: From) => To | undefined): Control<To> {
  const value = () => {
    const answer = control.value();
    return answer === undefined ? undefined : turn(answer);
  };
  return { ...control, value };
}

/** Creates an item of a form from a control. */
export function formItem<Answer>(
  { id, label, help, hint, image_url, required }: Question,
  control: Control<Answer>,
  t: Translator,
): FormItem {
  const { target, isGroup, isLabelled, node, value, setAnswer } = control;
  const name = newId();
  const error = h('p', { id: `${name}e`, class: 'error' });
  const words = [h('span', 'text', label), requiredMark(required, t)];
  const advice =
    (hint || help) &&
    h('div', { id: `${name}h`, class: 'help' }, hint && h('p', '', hint), help && h('p', 'text', help));
  const rest = [picture(image_url), advice, error, node];
  const element = isGroup
    ? h('fieldset', 'question', label !== null && h('legend', 'label', words), rest)
    : h('div', 'question', !isLabelled && h('label', { class: 'label', for: name }, words), rest);
  setAttribute(isGroup ? element : target, 'aria-describedby', advice ? `${name}h ${name}e` : error.id);
  if (label === null) setAttribute(element, 'aria-labelledby', titleId);
  if (!isGroup) {
    target.id = name;
    setAttribute(target, 'aria-required', required);
  }
  const showError = (message = '') => {
    error.textContent = message;
    if (!isGroup) setAttribute(target, 'aria-invalid', message !== '');
    element.classList.toggle('wrong', message !== '');
  };
  element.addEventListener('input', () => showError());
  return {
    id,
    element,
    value,
    setAnswer,
    validate: () => control.validate?.() || (required && value() === undefined && t('An answer is required.')),
    showError,
    target,
  };
}

/** Renders "required" after a label. */
export function requiredMark(required: boolean | undefined, t: Translator): Child {
  return required && h('small', '', ` ${t('required')}`);
}

/** Renders an illustration. Removes it if it cannot be loaded. */
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

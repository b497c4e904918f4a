import type { Translator } from '../translate.js';
import { type Child, h, setAttribute } from '../ui/dom.js';

/**
 * Returns initial values by the suffix of the input's name: empty, `.other`, or `.` and the ID of a row.
 *
 * @param isConsent Whether the visitor agrees to something, so that the value cannot come from a link.
 */
export type InitialValues = (suffix: string, isConsent?: boolean) => readonly string[];

/** The error message for an answer; undefined if the answer is valid. The text may have to be loaded. */
export type Finding = string | Promise<string> | false | undefined;

/** An input without its label. */
export interface Control<Answer> {
  readonly node: HTMLElement;
  /** The element that is described, marked as invalid and focused. If there are several, the first one. */
  readonly target: HTMLElement;
  readonly isGroup?: boolean;
  /** Whether the control contains its label. */
  readonly isLabelled?: boolean;
  readonly value: () => Answer | undefined;
  readonly setAnswer: (initial: InitialValues) => void;
  /** Returns the error message for the answer, if the answer is invalid. */
  readonly validate?: () => Finding;
  /** Returns the part that has to be filled in, such as the text of a write-in. The error message belongs to it alone. */
  readonly emptyPart?: () => HTMLElement | false;
}

/** The author's texts for an input. */
export interface Question {
  readonly id: string;
  /** Null if the title of the ask is the label. */
  readonly label: string | null;
  /** Whether the label can have marks, as the labels of options and questions of quizzes. */
  readonly isOption?: boolean;
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
  readonly validate?: () => Finding;
  /** Shows or clears the error message. */
  readonly showError?: (message?: string) => void;
  /** Focuses the element that the error message belongs to. */
  readonly focus?: () => void;
  /** The type of the field of a form. Fields of the type `hidden` are never shown. */
  readonly type?: string;
}

/** The ID of the element with the title of the ask. */
export const titleId = 'title';

let count = 0;
/** The files that are loaded on demand have their own counters. */
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
export function formItem<Answer>(question: Question, control: Control<Answer>, t: Translator): FormItem {
  const { id, label, isOption, help, hint, image_url, required } = question;
  const { target, isGroup, isLabelled, node, value, setAnswer } = control;
  const name = newId();
  const error = h('p', { id: `${name}e`, class: 'error' });
  const words = [h('span', 'text', isOption ? t.richLabel(label ?? '') : label), requiredMark(required, t)];
  const advice =
    (hint || help) &&
    h('div', { id: `${name}h`, class: 'help' }, hint && h('p', '', hint), help && t.richText(help, 'text'));
  const rest = [picture(image_url), advice, node];
  const element = isGroup
    ? h('fieldset', 'question', label !== null && h('legend', 'label', words), rest)
    : h('div', 'question', !isLabelled && h('label', { class: 'label', for: name }, words), rest);
  if (label === null) setAttribute(element, 'aria-labelledby', titleId);
  if (!isGroup) {
    target.id = name;
    setAttribute(target, 'aria-required', required);
  }
  const whole = isGroup ? element : target;
  let part: HTMLElement | false | undefined;
  const showError = (message = '') => {
    if (part) setAttribute(part, 'aria-invalid', false);
    part = message !== '' && control.emptyPart?.();
    error.textContent = message;
    if (part) part.after(error);
    else node.before(error);
    const own = part ? '' : error.id;
    setAttribute(whole, 'aria-describedby', advice ? `${name}h ${own}` : own || false);
    if (part) setAttribute(part, 'aria-describedby', error.id);
    if (part || !isGroup) setAttribute(part || target, 'aria-invalid', message !== '');
    element.classList.toggle('wrong', !part && message !== '');
  };
  showError();
  element.addEventListener('input', () => error.textContent && showError());
  return {
    id,
    element,
    value,
    setAnswer,
    // The logic of a form can change whether an answer is required.
    validate: () => control.validate?.() || (question.required && value() === undefined && t('An answer is required.')),
    showError,
    focus: () => (part || control.target).focus(),
  };
}

/** Renders "required" after a label. */
export function requiredMark(required: boolean | undefined, t: Translator): Child {
  return required && h('small', '', ` ${t('required')}`);
}

/** Renders an illustration. Removes it if it cannot be loaded. */
export function picture(url: string | null | undefined, alt = ''): HTMLImageElement | undefined {
  if (!url) return undefined;
  const image = h('img', {
    class: 'image',
    src: url,
    alt,
    loading: 'lazy',
    referrerpolicy: 'no-referrer',
    error: () => image.remove(),
  });
  return image;
}

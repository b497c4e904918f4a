import { type Html, type HtmlPart, html } from '../../base/html.js';
import { fault } from '../../shared/faults/fault.js';
import { inlineText, plainLabelText, type TextOptions } from '../ui/rich-text.js';
import { type FormQuestion, faultList, idOf, image, isRequiredInBrowser, questionGroup } from './controls.js';
import type { FormContext } from './form-context.js';

/** An option of a question. */
export interface Choice {
  readonly value: string;
  /** The label of an author, which can have marks, or markup. */
  readonly label: string | Html;
  readonly image?: string | null;
  /** Whether it can no longer be chosen. */
  readonly isFull?: boolean;
  /** Whether it clears the answer. It is shown only when there is an answer. */
  readonly isNone?: boolean;
  /** Default: whether the form has the value of the option. */
  readonly isChosen?: boolean;
}

/** An option as visitors get it. */
interface VisibleOption {
  readonly id: string;
  readonly label: string;
  readonly image_url?: string | null;
  readonly full?: boolean;
}

/** Returns an option as a choice. */
export function choiceOf({ id, label, image_url = null, full = false }: VisibleOption): Choice {
  return { value: id, label, image: image_url, isFull: full };
}

interface RadioOptions {
  /** The classes of the list. */
  readonly look?: string;
  /** The content below the choices. */
  readonly ends?: Html | null;
  /** The name of the write-in field, if there is one. */
  readonly other?: string | undefined;
  /** The path of the write-in's faults. Default: the path of the question. */
  readonly otherPath?: string | null;
}

/** Radio buttons. Optional questions have one for "No answer", because a radio button cannot be unchecked. */
export function radios(
  formContext: FormContext,
  question: FormQuestion,
  choices: readonly Choice[],
  { look = 'choices', ends = null, other, otherPath = null }: RadioOptions = {},
): Html {
  const { words, withLang } = formContext.localizer;
  const isRequired = isRequiredInBrowser(question);
  const hasWriteIn = other !== undefined;
  const isWriteIn =
    hasWriteIn &&
    (isWriteInEmpty(formContext, question, other) ||
      (formContext.values.text(other) !== '' && formContext.values.text(question.name) === ''));
  const none = { value: '', label: withLang(words.noAnswer), isChosen: false, isNone: true };
  const own = { value: '', label: withLang(words.other), isChosen: isWriteIn };
  const more = hasWriteIn ? [own] : question.required ? [] : [none];
  const list = options(formContext, question.name, { type: 'radio', isRequired, look, ends }, [...choices, ...more]);
  return html`${list}${hasWriteIn && writeIn(formContext, other, { path: otherPath, of: question })}`;
}

/** Radio buttons with their legend. If the write-in is empty, the fault is shown there. */
export function radioGroup(
  formContext: FormContext,
  question: FormQuestion,
  choices: readonly Choice[],
  options: RadioOptions,
): Html {
  const list = radios(formContext, question, choices, options);
  const { other } = options;
  const hidesFaults = other !== undefined && isWriteInEmpty(formContext, question, other);
  return questionGroup(formContext, { ...question, hidesFaults }, list);
}

/** Whether the visitor chose "Other" without entering a text, although an answer is required. */
function isWriteInEmpty({ values }: FormContext, { name, path }: FormQuestion, other: string): boolean {
  return values.has(name, '') && values.text(other).trim() === '' && values.faults(path).length > 0;
}

/** Checkboxes. */
export function boxes(
  formContext: FormContext,
  { name }: FormQuestion,
  choices: readonly Choice[],
  { other, otherPath = null }: RadioOptions = {},
): Html {
  const settings = { type: 'checkbox', isRequired: false, look: 'choices' } as const;
  if (other === undefined) return options(formContext, name, settings, choices);
  const list = options(formContext, name, settings, [...choices, ownChoice(formContext, other)]);
  return html`${list}${writeIn(formContext, other, { path: otherPath })}`;
}

/** The option "Other". It has no value: the write-in alone is the answer. */
function ownChoice({ localizer: { words, withLang }, values }: FormContext, other: string): Choice {
  return { value: '', label: withLang(words.other), isChosen: values.text(other) !== '' };
}

interface InputSettings {
  readonly type: 'radio' | 'checkbox';
  readonly isRequired: boolean;
  readonly look: string;
  readonly ends?: Html | null;
}

function options(
  formContext: FormContext,
  name: string,
  { type, isRequired, look, ends }: InputSettings,
  choices: readonly Choice[],
): Html {
  if (!formContext.hasRoomFor(choices.length)) return html``;
  const { textOptions } = formContext;
  const { words, withLang } = formContext.localizer;
  const list = choices.map((choice, index) => {
    const id = idOf(name, index);
    const full = choice.isFull && html` <span class="detail">${withLang(words.full)}</span>`;
    // An accessible name is a text, in which a formula is easier to read as TeX.
    const hasFormula = textOptions.formulas && typeof choice.label === 'string' && choice.label.includes('$');
    const spoken = hasFormula && html` aria-label="${plainLabelText(String(choice.label), textOptions)}"`;
    const isChosen = choice.isChosen ?? (choice.value !== '' && formContext.values.has(name, choice.value));
    return html`<label class="choice${choice.isNone && ' nothing'}" for="${id}"><input type="${type}" id="${id}" name="${name}" value="${choice.value}"${spoken}${
      isChosen && html` checked`
    }${isRequired && html` required`}${choice.isFull && html` disabled`}>${image(choice.image)}<span class="choice-label"><bdi>${labelHtml(choice.label, formContext.textOptions)}</bdi>${full}</span></label>`;
  });
  // "No answer" has no picture.
  const arePictures = choices.every(({ value, image }) => image || value === '');
  return html`<div class="${look}${arePictures && ' pictures'}">${list}${ends}</div>`;
}

/** Renders the label of a choice. */
export function labelHtml(label: Choice['label'], options: TextOptions): Html {
  return typeof label === 'string' ? inlineText(label, options) : label;
}

/**
 * A `<select>`. `emptyLabel` is the label of its first option, which has no value.
 *
 * @param other The name of the write-in field, if there is one.
 */
export function selectInput(
  formContext: FormContext,
  name: string,
  choices: readonly Choice[],
  emptyLabel: HtmlPart,
  attributes: Html,
  other?: string,
): Html {
  if (!formContext.hasRoomFor(choices.length)) return html``;
  const list = choices.map(
    ({ value, label, isFull }) =>
      html`<option value="${value}"${formContext.values.has(name, value) && html` selected`}${isFull && html` disabled`}>${typeof label === 'string' ? plainLabelText(label, formContext.textOptions) : label}${isFull && html` – ${formContext.localizer.words.full}`}</option>`,
  );
  const hasOwn = other !== undefined && formContext.values.text(name) === '' && formContext.values.text(other) !== '';
  const own =
    other !== undefined &&
    html`<option class="own" value=""${hasOwn && html` selected`}>${formContext.localizer.words.other}</option>`;
  return html`<select ${attributes}><option value="">${emptyLabel}</option>${list}${own}</select>`;
}

interface WriteInOptions {
  /** The path of its faults. Default: the path of the question. */
  readonly path?: string | null;
  /** The question with an option "Other", which makes the write-in required. */
  readonly of?: FormQuestion;
}

/** The text input for the visitor's own answer below the options. It is shown when "Other" is chosen. */
export function writeIn(formContext: FormContext, name: string, { path = null, of }: WriteInOptions = {}): Html {
  const { words, withLang } = formContext.localizer;
  const id = idOf(name);
  const isEmpty = of !== undefined && isWriteInEmpty(formContext, of, name);
  const faultPath = isEmpty ? of.path : path;
  const instead = isEmpty ? words.fault(fault('required')) : null;
  const messages = faultPath === null ? [] : formContext.faultsAt(faultPath, id, words.other, { instead });
  const invalid = messages.length > 0 && html` aria-invalid="true" aria-describedby="${idOf(name, 'fault')}"`;
  return html`<div class="write-in"><label class="unseen" for="${id}">${withLang(words.other)}</label><input type="text" id="${id}" name="${name}" value="${formContext.values.text(name)}" placeholder="${words.otherPlaceholder}" autocomplete="off"${invalid}>${faultList(formContext, name, messages)}</div>`;
}

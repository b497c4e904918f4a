import { type Html, type HtmlPart, html } from '../../web/html.js';
import { icons } from '../../web/icons.js';
import type { FormContext } from './form-context.js';

/** Something to be answered. */
export interface Question {
  /** What its field is called in a plain post. */
  readonly name: string;
  /** Where the checks say what is wrong with it. */
  readonly path: string;
  readonly label: string;
  readonly help?: HtmlPart;
  readonly required?: boolean;
  /** Leaves it to the server to ask for what is required. */
  readonly skipsBrowserCheck?: boolean;
  /** Said in place of what the checks say. */
  readonly fault?: string | null;
  /** Its parts are questions too, and say by themselves what is wrong with them. */
  readonly hasParts?: boolean;
  /** The control that a fault leads to, where it is none of its own. */
  readonly focusName?: string;
  /** Shown below the label. */
  readonly image?: string | null;
  /** What to say instead of the label, which stands above already. */
  readonly legend?: Html;
}

/** Something to choose. */
export interface Choice {
  readonly value: string;
  readonly label: string | Html;
  readonly image?: string | null;
  readonly disabled?: boolean;
  readonly isChosen?: boolean;
}

/** No two elements share an id, whatever the names: what tells parts of a question from each other stands in front. */
export function idOf(name: string, part: 'help' | 'fault' | number = 0): string {
  if (typeof part === 'string') return `${part}-${name}`;
  return part === 0 ? `in-${name}` : `in${part}-${name}`;
}

/** A label and the one control below it. */
export function field(formContext: FormContext, question: Question, control: (attributes: Html) => Html): Html {
  const id = idOf(question.name);
  const { hints, described, isWrong } = hintsOf(formContext, question);
  const attributes = html`id="${id}" name="${question.name}"${described && html` aria-describedby="${described}"`}${
    isWrong && html` aria-invalid="true"`
  }${isDemanded(question) && html` required`}`;
  return html`<div class="field">
<label for="${id}">${labelOf(formContext, question)}</label>
${image(question.image)}${hints}${control(attributes)}
</div>`;
}

/** Several controls that answer one question. */
export function group(formContext: FormContext, question: Question, controls: HtmlPart): Html {
  const { hints, described } = hintsOf(formContext, question);
  return html`<fieldset class="field"${described && html` aria-describedby="${described}"`}>
<legend>${question.legend ?? labelOf(formContext, question)}</legend>
${image(question.image)}${hints}${controls}
</fieldset>`;
}

/** One line of text, of whatever kind. */
export function line(formContext: FormContext, question: Question, type: string, more: HtmlPart = null): Html {
  const value = formContext.values.text(question.name);
  return field(
    formContext,
    question,
    (attributes) => html`<input type="${type}" ${attributes}${more} value="${value}">`,
  );
}

interface RadioOptions {
  readonly look?: 'choices' | 'steps';
  /** What an answer of the visitor's own is called; absent: there is none. */
  readonly other?: string | undefined;
  /** Where what is wrong with it is told, if not at the question. */
  readonly otherPath?: string | null;
}

/** One of several, each to be seen. Where none is needed, one can take back what one chose. */
export function radios(
  formContext: FormContext,
  question: Question,
  choices: readonly Choice[],
  { look = 'choices', other, otherPath = null }: RadioOptions = {},
): Html {
  const { words, withLang } = formContext.localizer;
  const isOther =
    other !== undefined && formContext.values.text(other) !== '' && formContext.values.text(question.name) === '';
  const nothing = other === undefined ? words.noAnswer : words.other;
  const all =
    question.required && other === undefined
      ? choices
      : [...choices, { value: '', label: withLang(nothing), isChosen: isOther }];
  return html`${options(formContext, question.name, 'radio', all, isDemanded(question), look)}${other !== undefined && writeIn(formContext, other, otherPath, 'unseen')}`;
}

/** A box of its own, with its question beside it. */
export function tick(formContext: FormContext, question: Question, isTicked: boolean): Html {
  const id = idOf(question.name);
  const { hints, described, isWrong } = hintsOf(formContext, question);
  return html`<div class="field">
<label class="choice tick" for="${id}"><input type="checkbox" id="${id}" name="${question.name}" value="true"${isTicked && html` checked`}${
    isDemanded(question) && html` required`
  }${described && html` aria-describedby="${described}"`}${isWrong && html` aria-invalid="true"`}><span class="choice-label">${labelOf(formContext, question)}</span></label>
${hints}
</div>`;
}

/** Several of several. */
export function boxes(formContext: FormContext, { name }: Question, choices: readonly Choice[]): Html {
  return options(formContext, name, 'checkbox', choices, false, 'choices');
}

function options(
  formContext: FormContext,
  name: string,
  type: 'radio' | 'checkbox',
  choices: readonly Choice[],
  required: boolean,
  look: string,
): Html {
  if (!formContext.hasRoomFor(choices.length)) return html``;
  const list = choices.map((choice, at) => {
    const id = idOf(name, at);
    const isChosen = choice.isChosen ?? (choice.value !== '' && formContext.values.has(name, choice.value));
    return html`<label class="choice${choice.value === '' && ' nothing'}" for="${id}"><input type="${type}" id="${id}" name="${name}" value="${choice.value}"${
      isChosen && html` checked`
    }${required && html` required`}${choice.disabled && html` disabled`}>${image(choice.image)}<span class="choice-label"><bdi>${choice.label}</bdi></span></label>`;
  });
  return html`<div class="${look}">${list}</div>`;
}

/** Something that is given a place, or that something goes with. */
interface Paired {
  readonly id: string;
  readonly label: string;
  readonly image_url?: string | null;
}

/** More places than this are written, not chosen from a list. */
const mostListed = 20;

/** A place for each of several: `rank.o1` holds the place of `o1`. */
export function ranks(formContext: FormContext, prefix: string, parts: readonly Paired[]): Html {
  if (parts.length > mostListed) {
    const more = html` min="1" max="${parts.length}" step="1" inputmode="numeric"`;
    return paired(formContext, prefix, parts, (name, attributes) => {
      const value = formContext.values.text(name);
      return html`<input type="number" ${attributes}${more} value="${value}">`;
    });
  }
  const places = parts.map((_, at) => ({ value: String(at + 1), label: formContext.localizer.number(at + 1) }));
  return pairs(formContext, prefix, parts, places, '–');
}

/** Whether two hold the same place. */
export function hasSamePlace(formContext: FormContext, prefix: string, parts: readonly { id: string }[]): boolean {
  const places = parts.map(({ id }) => formContext.values.text(prefix + id)).filter((place) => place !== '');
  return new Set(places).size < places.length;
}

/** One of the choices for each of several parts; the first part's control is where a fault leads. */
export function pairs(
  formContext: FormContext,
  prefix: string,
  parts: readonly Paired[],
  choices: readonly Choice[],
  nothing: HtmlPart,
): Html {
  return paired(formContext, prefix, parts, (name, attributes) =>
    select(formContext, name, choices, nothing, attributes),
  );
}

function paired(
  formContext: FormContext,
  prefix: string,
  parts: readonly Paired[],
  control: (name: string, attributes: Html) => Html,
): Html {
  if (!formContext.hasRoomFor(parts.length)) return html``;
  const rows = parts.map(({ id, label, image_url }) => {
    const name = prefix + id;
    const attributes = html`id="${idOf(name)}" name="${name}"`;
    return html`<div class="pair"><label for="${idOf(name)}">${image(image_url)}<bdi>${label}</bdi></label>${control(name, attributes)}</div>`;
  });
  return html`<div class="pairs">${rows}</div>`;
}

export function select(
  formContext: FormContext,
  name: string,
  choices: readonly Choice[],
  nothing: HtmlPart,
  attributes: Html,
): Html {
  if (!formContext.hasRoomFor(choices.length)) return html``;
  const list = choices.map(
    ({ value, label }) =>
      html`<option value="${value}"${formContext.values.has(name, value) && html` selected`}>${label}</option>`,
  );
  return html`<select ${attributes}><option value="">${nothing}</option>${list}</select>`;
}

/** An answer of the visitor's own, below those to choose from. */
export function writeIn(
  formContext: FormContext,
  name: string,
  path: string | null = null,
  look: 'seen' | 'unseen' = 'seen',
): Html {
  const { words, withLang } = formContext.localizer;
  const id = idOf(name);
  const faults = path === null ? [] : formContext.faultsAt(path, id, words.other);
  const isWrong = faults.length > 0 && html` aria-invalid="true" aria-describedby="${idOf(name, 'fault')}"`;
  return html`<div class="write-in"><label class="${look}" for="${id}">${withLang(words.other)}</label><input type="text" id="${id}" name="${name}" value="${formContext.values.text(name)}" placeholder="${words.otherPlaceholder}" autocomplete="off"${isWrong}>${faultOf(formContext, name, faults)}</div>`;
}

/** A picture of the author's, from wherever it is; where it comes from learns nothing of the page. */
export function image(url: string | null | undefined): Html | null {
  return url ? html`<img class="picture" src="${url}" alt="" loading="lazy" referrerpolicy="no-referrer">` : null;
}

function isDemanded({ required, skipsBrowserCheck }: Question): boolean {
  return required === true && skipsBrowserCheck !== true;
}

function labelOf({ localizer }: FormContext, { label, required }: Question): Html {
  return html`<bdi>${label}</bdi>${required && html` <span class="required">${localizer.withLang(localizer.words.required)}</span>`}`;
}

/** Help and faults of a question, and the ids they are described by. */
function hintsOf(formContext: FormContext, question: Question): { hints: Html; described: string; isWrong: boolean } {
  const { name } = question;
  const faults = formContext.faultsAt(question.path, idOf(question.focusName ?? name), question.label, {
    exact: question.hasParts ?? false,
    instead: question.fault ?? null,
  });
  const isWrong = faults.length > 0;
  const described = [question.help && idOf(name, 'help'), isWrong && idOf(name, 'fault')].filter(Boolean).join(' ');
  const help = question.help && html`<div class="help" id="${idOf(name, 'help')}">${question.help}</div>`;
  return { hints: html`${help}${faultOf(formContext, name, faults)}`, described, isWrong };
}

function faultOf({ localizer }: FormContext, name: string, faults: readonly string[]): Html | null {
  if (faults.length === 0) return null;
  return html`<p class="fault" id="${idOf(name, 'fault')}">${icons.alert}<span>${localizer.withLang(faults.join(' '))}</span></p>`;
}

import { type Html, type HtmlPart, html } from '../../base/html.js';
import { withMembers } from '../../base/with-members.js';
import type { FieldOf, FieldType } from '../../shared/contract/form-types.js';
import type { Field, MatrixField } from '../../shared/contract/resources.js';
import type { Fill } from '../../shared/presentation/rich-text.js';
import { npsScale } from '../../shared/presentation/scales.js';
import { inlineText, labelWithMarks, richText } from '../ui/rich-text.js';
import { boxes, choiceOf, radioGroup, radios, selectInput, writeIn } from './choices.js';
import { type FormQuestion, field, image, line, questionGroup, tick } from './controls.js';
import type { FormContext } from './form-context.js';
import { hasSamePlace, ranks } from './pairs.js';
import { scaleControl } from './steps.js';

/** With more columns than these, the table may be wider than its container, and scrolls. */
const narrowColumns = 5;

/** A method type: method parameters are bivariant, so the view of one field type is assignable to the view of any field. */
type View<Any extends Field = Field> = {
  view(formContext: FormContext, field: Any, question: FormQuestion): Html | null;
}['view'];

const textLine =
  (type: string, more: HtmlPart = null): View =>
  (formContext, { placeholder }, question) =>
    line(formContext, question, type, html`${more}${placeholder && html` placeholder="${placeholder}"`}`);

/** Renders each type of field. A missing type does not compile. */
const views: { readonly [Type in FieldType]: View<FieldOf<Type>> } = {
  short_text: textLine('text'),
  long_text: (formContext, definition, question) =>
    field(formContext, question, (attributes) => {
      const placeholder = definition.placeholder && html` placeholder="${definition.placeholder}"`;
      // HTML parsers drop a newline at the start of a textarea.
      return html`<textarea ${attributes}${placeholder} rows="4">${'\n'}${formContext.values.text(definition.id)}</textarea>`;
    }),
  email: textLine('email', html` autocomplete="email"`),
  // Browsers refuse an address without its scheme in an input of the type `url`.
  url: textLine('text', html` inputmode="url" autocomplete="url"`),
  phone: textLine('tel', html` autocomplete="tel"`),
  date: textLine('date'),
  time: textLine('time'),
  number: (formContext, { min, max, step, placeholder }, question) =>
    line(
      formContext,
      question,
      'number',
      html`${min !== null && html` min="${min}"`}${max !== null && html` max="${max}"`} step="${step ?? 'any'}" inputmode="decimal"${placeholder && html` placeholder="${placeholder}"`}`,
    ),
  single_choice: (formContext, definition, question) =>
    radioGroup(formContext, question, definition.options.map(choiceOf), {
      other: writeInOf(definition),
    }),
  dropdown: (formContext, definition, question) => {
    const other = writeInOf(definition);
    const skipsBrowserCheck = question.skipsBrowserCheck === true || definition.other;
    return field(formContext, { ...question, skipsBrowserCheck }, (attributes) => {
      const { choose } = formContext.localizer.words;
      const list = selectInput(formContext, definition.id, definition.options.map(choiceOf), choose, attributes, other);
      return html`${list}${other !== undefined && writeIn(formContext, other)}`;
    });
  },
  multiple_choice: (formContext, definition, question) => {
    const other = writeInOf(definition);
    return questionGroup(
      formContext,
      question,
      boxes(formContext, question, definition.options.map(choiceOf), { other }),
    );
  },
  ranking: (formContext, { id, options }, question) => {
    const { words, withLang } = formContext.localizer;
    const prefix = `${id}.rank.`;
    const help = html`<p class="how-to-rank">${withLang(words.form.ranking)}</p>${question.help}`;
    const fault = hasSamePlace(formContext, prefix, options) ? words.rejected.samePlace : null;
    const focusName = prefix + (options[0]?.id ?? '');
    return questionGroup(formContext, { ...question, help, fault, focusName }, ranks(formContext, prefix, options));
  },
  rating: (formContext, field, question) => scaleControl(formContext, question, field.scale, field),
  scale: (formContext, field, question) =>
    scaleControl(formContext, question, npsScale, { ...field, style: 'numbers' }),
  matrix,
  consent: (formContext, { id, label }, question) => {
    const isTicked = ['true', 'on', '1'].some((value) => formContext.values.has(id, value));
    return tick(formContext, { ...question, ...labelWithMarks(label, formContext.textOptions) }, isTicked);
  },
  hidden: (formContext, { id }) => {
    const value = formContext.values.text(id);
    return value === '' ? null : html`<input type="hidden" name="${id}" value="${value}">`;
  },
  heading: ({ fill }, { label, help }) =>
    html`<div class="part"><h2 dir="auto">${label}</h2>${richText(help, { fill })}</div>`,
  image: ({ fill }, { label, help, image_url }) =>
    html`<figure class="part">${image(image_url, label)}${caption(help, fill)}</figure>`,
  // Pages play no videos without scripts.
  video: ({ fill, localizer: { texts } }, { label, help, image_url, video_url }) =>
    html`<figure class="part">${video_url && html`<a class="video" href="${video_url}" rel="noopener noreferrer" target="_blank">${image(image_url)}<span>${texts('Play: {label}', { label })}</span></a>`}${caption(help, fill)}</figure>`,
  page: ({ fill }, { label, help }) =>
    html`<div class="part page">${label && html`<h2 dir="auto">${label}</h2>`}${richText(help, { fill })}</div>`,
};

function caption(help: string | null, fill: Fill | undefined): Html | null {
  return help === null ? null : html`<figcaption>${richText(help, { fill })}</figcaption>`;
}

/** Returns the function that renders a field. */
export function viewOf({ type }: Field): View {
  return views[type];
}

/** Returns the name of the write-in field, if the field has one. */
function writeInOf({ id, other }: { readonly id: string; readonly other: boolean }): string | undefined {
  return other ? `${id}.other` : undefined;
}

/**
 * Renders a matrix: a group of radio buttons for each row. Where there is room, the groups look like the rows of a table. The
 * heads of its columns are hidden from screen readers, which read the label of each radio button.
 */
function matrix(formContext: FormContext, { id, rows, options }: MatrixField, question: FormQuestion): Html {
  const choices = options.map(choiceOf);
  const parts = rows.map((row) => {
    const name = `${id}.${row.id}`;
    const part = withMembers(question, {
      help: null,
      name,
      path: `${question.path}.${row.id}`,
      ...labelWithMarks(row.label, formContext.textOptions),
    });
    // Only the matrix says that it is required, not every row.
    const legend = html`<bdi>${part.markup}</bdi>`;
    return questionGroup(formContext, withMembers(part, { legend }), radios(formContext, part, choices));
  });
  const { words, withLang } = formContext.localizer;
  const heads = options.map(({ label }) => html`<span dir="auto">${inlineText(label, formContext.textOptions)}</span>`);
  const noAnswer = !question.required && html`<span>${withLang(words.noAnswer)}</span>`;
  const head = html`<div class="matrix-head" aria-hidden="true"><span></span><div class="choices">${heads}${noAnswer}</div></div>`;
  const isWide = options.length + (question.required ? 0 : 1) > narrowColumns;
  const scroll = isWide && html` tabindex="0" role="group" aria-label="${question.label}"`;
  const table = html`<div class="matrix-rows"${scroll}>${head}${parts}</div>`;
  const focusName = `${id}.${rows[0]?.id ?? ''}`;
  return html`<div class="matrix">${questionGroup(formContext, { ...question, hasParts: true, focusName }, table)}</div>`;
}

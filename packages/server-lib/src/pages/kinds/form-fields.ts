import type { Field, FieldOf, FieldOption, FieldType, TextField } from '../../forms/form-types.js';
import { npsScale } from '../../inputs/number/scale.js';
import { stepsOf } from '../../inputs/options/ratings.js';
import { type Html, html, type Part } from '../../web/html.js';
import {
  boxes,
  type Choice,
  field,
  group,
  hasSamePlace,
  line,
  type Question,
  radios,
  ranks,
  select,
  tick,
  writeIn,
} from '../form/controls.js';
import type { Sheet } from '../form/form-context.js';
import { steps } from './steps.js';

/** A method's type, so that the view of one type of field can stand for that of any: it is handed no other. */
type View<Any extends Field = Field> = {
  view(sheet: Sheet, field: Any, question: Question): Html | null;
}['view'];

const textLine =
  (type: string, more: Part = null): View =>
  (sheet, { placeholder }, question) =>
    line(sheet, question, type, html`${more}${placeholder && html` placeholder="${placeholder}"`}`);

const shortText = textLine('text');

/** How each type of field is asked. One that is missing does not compile. */
const views: { readonly [Type in FieldType]: View<FieldOf<Type>> } = {
  short_text: (sheet, one, question) => shortText(sheet, one, withLengths(sheet, one, question)),
  long_text: (sheet, one, question) =>
    field(sheet, withLengths(sheet, one, question), (attributes) => {
      const placeholder = one.placeholder && html` placeholder="${one.placeholder}"`;
      // A browser drops the first line break of a textarea, so it is given one to drop.
      return html`<textarea ${attributes}${placeholder} rows="5">${'\n'}${sheet.filled.text(one.id)}</textarea>`;
    }),
  email: textLine('email', html` autocomplete="email"`),
  url: textLine('url', html` autocomplete="url"`),
  phone: textLine('tel', html` autocomplete="tel"`),
  date: textLine('date'),
  time: textLine('time'),
  number: (sheet, { min, max, step, placeholder }, question) =>
    line(
      sheet,
      question,
      'number',
      html`${min !== null && html` min="${min}"`}${max !== null && html` max="${max}"`} step="${step ?? 'any'}" inputmode="decimal"${placeholder && html` placeholder="${placeholder}"`}`,
    ),
  single_choice: (sheet, one, question) =>
    group(
      sheet,
      question,
      radios(sheet, question, one.options.map(choiceOf), { other: one.other ? `${one.id}.other` : undefined }),
    ),
  dropdown: (sheet, one, question) =>
    html`${field(sheet, { ...question, isLenient: question.isLenient === true || one.other }, (attributes) =>
      select(sheet, one.id, one.options.map(choiceOf), sheet.speech.words.choose, attributes),
    )}${one.other && writeIn(sheet, `${one.id}.other`)}`,
  multiple_choice: (sheet, one, question) => {
    const { words, say } = sheet.speech;
    const how = words.poll.multiple(one.min_choices, one.max_choices, one.options.length + (one.other ? 1 : 0));
    const help = html`<p>${say(how)}</p>${question.help}`;
    const list = html`${boxes(sheet, question, one.options.map(choiceOf))}${one.other && writeIn(sheet, `${one.id}.other`)}`;
    return group(sheet, { ...question, help }, list);
  },
  ranking: (sheet, { id, options }, question) => {
    const { words, say } = sheet.speech;
    const prefix = `${id}.rank.`;
    const help = html`<p>${say(words.form.ranking)}</p>${question.help}`;
    const fault = hasSamePlace(sheet, prefix, options) ? words.refused.samePlace : null;
    const leadsTo = prefix + (options[0]?.id ?? '');
    return group(sheet, { ...question, help, fault, leadsTo }, ranks(sheet, prefix, options));
  },
  rating: (sheet, { scale }, question) => steps(sheet, question, stepsOf(scale)),
  scale: (sheet, _field, question) => {
    const { words, say } = sheet.speech;
    return steps(sheet, { ...question, help: html`<p>${say(words.form.nps)}</p>${question.help}` }, stepsOf(npsScale));
  },
  matrix: (sheet, { id, rows, options }, question) => {
    const choices = options.map(choiceOf);
    const parts = rows.map((row) => {
      const name = `${id}.${row.id}`;
      const part = { ...question, help: null, name, path: `${question.path}.${row.id}`, label: row.label };
      return group(sheet, part, radios(sheet, part, choices, { look: 'steps' }));
    });
    const leadsTo = `${id}.${rows[0]?.id ?? ''}`;
    return html`<div class="matrix">${group(sheet, { ...question, hasParts: true, leadsTo }, parts)}</div>`;
  },
  consent: (sheet, { id }, question) => {
    const isTicked = ['true', 'on', '1'].some((value) => sheet.filled.has(id, value));
    return tick(sheet, question, isTicked);
  },
  hidden: (sheet, { id }) => {
    const value = sheet.filled.text(id);
    return value === '' ? null : html`<input type="hidden" name="${id}" value="${value}">`;
  },
  heading: (_sheet, { label, help }) =>
    html`<div class="part"><h2 dir="auto">${label}</h2>${help && html`<p class="authored" dir="auto">${help}</p>`}</div>`,
  page: (_sheet, { label, help }) =>
    html`<div class="part page">${label && html`<h2 dir="auto">${label}</h2>`}${help && html`<p class="authored" dir="auto">${help}</p>`}</div>`,
};

export function viewOf({ type }: Field): View {
  return views[type];
}

function choiceOf({ id, label }: FieldOption): Choice {
  return { value: id, label };
}

function withLengths({ speech }: Sheet, { min_length, max_length }: TextField, question: Question): Question {
  const told = speech.words.form.lengths(min_length, max_length);
  return told === null ? question : { ...question, help: html`<p>${speech.say(told)}</p>${question.help}` };
}

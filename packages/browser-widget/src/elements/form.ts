import type { Field, FieldAnswer, FieldOf, FieldType } from '@askwell/server/contract';
import { visibleFields } from '../../../server-lib/src/logic/visible-fields.js';
import { type Chosen, chosenId } from '../inputs/choice.js';
import { consent } from '../inputs/consent-input.js';
import { answering, type Control, type Item, item } from '../inputs/control.js';
import { options } from '../inputs/option-list.js';
import { ranking } from '../inputs/ranking-input.js';
import { rows } from '../inputs/row-inputs.js';
import { steps } from '../inputs/scale-input.js';
import { select } from '../inputs/select-input.js';
import { line } from '../inputs/text-input.js';
import type { Words } from '../translate.js';
import { h } from '../ui/dom.js';
import { AskElement } from './ask-element.js';
import { answersOf, type Kind } from './kind.js';

/** A method, so that one table holds views of different fields. */
type View<Asked> = { view(field: Asked, t: Words): Control<FieldAnswer> | null }['view'];

const one = (chosen: Chosen): FieldAnswer | undefined => (chosen.other ? { other: chosen.other } : chosenId(chosen));
const nps = { min: 0, max: 10 };
/** What is only there to be read. */
const nothing = () => null;

/** How each type of field is filled in. One that is missing does not compile. */
const views: { readonly [Type in FieldType]: View<FieldOf<Type>> } = {
  short_text: line,
  long_text: line,
  email: line,
  url: line,
  phone: line,
  number: (field, t) => answering(line(field, t), Number),
  date: line,
  time: line,
  single_choice: (field, t) => answering(options(field, t), one),
  multiple_choice: (field, t) =>
    answering(options(field, t), ({ choices, other }) => (other ? [...choices, { other }] : choices)),
  dropdown: (field, t) => answering(select(field.options, t, field.other), one),
  ranking,
  rating: ({ scale }, t) => steps(scale, t),
  scale: (_field, t) => steps(nps, t),
  matrix: (field, t) =>
    rows(field.rows, () => answering(options({ ...field, inline: true }, t), chosenId), t, field.required),
  consent,
  // What a page fills in, unseen.
  hidden: (field, t) => ({ ...line(field, t), isLabelled: true }),
  heading: nothing,
  page: nothing,
};

const form: Kind<'form'> = {
  name: 'form',
  plural: 'forms',
  answers: 'submissions',
  sheet({ fields }, t) {
    const items = fields.map((field) => itemOf(field, t));
    return {
      items,
      submit: 'Send',
      shows: () => visibleFields(fields, answersOf(items)),
    };
  },
};

function itemOf(field: Field, t: Words): Item {
  // A field is handed to the view of its type and to no other.
  const view: View<Field> = views[field.type];
  const control = view(field, t);
  if (control) return { ...item(field, control, t), isSilent: field.type === 'hidden' };
  const { id, label, help, type } = field;
  const texts = [label && h('h3', 'text', label), help && h('p', 'help text', help)];
  return { id, element: h('div', 'heading', texts), breaks: type === 'page' };
}

/** `<askwell-form form-id="form_…">`: visitors fill in a form, page by page. */
export class AskwellForm extends AskElement<'form'> {
  constructor() {
    super(form);
  }
}

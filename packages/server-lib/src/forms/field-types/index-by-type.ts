import type { Field, FieldOf, FieldType } from '../form-types.js';
import { choiceKind, multipleChoiceKind } from './choices.js';
import { consentKind } from './consent.js';
import type { FieldTypeDefinition } from './field-type.js';
import { headingKind, pageKind } from './layout.js';
import { matrixKind } from './matrix.js';
import { numberKind, ratingKind, scaleKind } from './numbers.js';
import { rankingKind } from './ranking.js';
import { dateKind, emailKind, hiddenKind, phoneKind, textKind, timeKind, urlKind } from './texts.js';

/** Every type of field. One that is missing does not compile. */
const fieldKinds: { readonly [Type in FieldType]: FieldTypeDefinition<FieldOf<Type>> } = {
  short_text: textKind,
  long_text: textKind,
  email: emailKind,
  url: urlKind,
  phone: phoneKind,
  number: numberKind,
  date: dateKind,
  time: timeKind,
  single_choice: choiceKind,
  multiple_choice: multipleChoiceKind,
  dropdown: choiceKind,
  ranking: rankingKind,
  rating: ratingKind,
  scale: scaleKind,
  matrix: matrixKind,
  consent: consentKind,
  hidden: hiddenKind,
  heading: headingKind,
  page: pageKind,
};

/** The kind that a field is of: all it is handed is of that field, or was made by the kind itself. */
export function fieldTypeOf({ type }: Pick<Field, 'type'>): FieldTypeDefinition {
  return fieldKinds[type];
}

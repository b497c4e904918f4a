import type { FieldOf, FieldType } from '../../shared/contract/form-types.js';
import type { Field } from '../../shared/contract/resources.js';
import { choiceType, multipleChoiceType } from './choices.js';
import { consentType } from './consent.js';
import type { FieldTypeDefinition } from './field-type.js';
import { headingType, imageType, pageType, videoType } from './layout.js';
import { matrixType } from './matrix.js';
import { numberType, ratingType, scaleType } from './numbers.js';
import { rankingType } from './ranking.js';
import { dateType, emailType, hiddenType, phoneType, textType, timeType, urlType } from './texts.js';

/** The definitions of all types of fields. A missing type does not compile. */
const fieldTypes: { readonly [Type in FieldType]: FieldTypeDefinition<FieldOf<Type>> } = {
  short_text: textType,
  long_text: textType,
  email: emailType,
  url: urlType,
  phone: phoneType,
  number: numberType,
  date: dateType,
  time: timeType,
  single_choice: choiceType,
  multiple_choice: multipleChoiceType,
  dropdown: choiceType,
  ranking: rankingType,
  rating: ratingType,
  scale: scaleType,
  matrix: matrixType,
  consent: consentType,
  hidden: hiddenType,
  heading: headingType,
  image: imageType,
  video: videoType,
  page: pageType,
};

/**
 * Returns the definition of a field's type. Callers must only pass it fields of this type and answers that it returned.
 */
export function fieldTypeOf({ type }: Pick<Field, 'type'>): FieldTypeDefinition {
  return fieldTypes[type];
}

import { type Fault, fault } from '../../faults/fault.js';
import type { Faults } from '../../faults/faults.js';
import { checkDate, isDate } from '../../inputs/text/date.js';
import { checkEmail } from '../../inputs/text/email.js';
import { checkPhone } from '../../inputs/text/phone.js';
import { checkAnyText, checkText } from '../../inputs/text/text-field.js';
import { checkTime, isTimeOfDay } from '../../inputs/text/time-of-day.js';
import { checkUrl } from '../../inputs/text/url.js';
import type { AnsweredSummary, PlainField, SilentField, TextField } from '../form-types.js';
import {
  type FieldTypeDefinition,
  type Operators,
  requireString,
  singleColumnType,
  summaryHead,
  type ValueCheck,
} from './field-type.js';

const textOperators: Operators = { is: requireString, is_not: requireString, contains: requireString };

/** Of what visitors wrote nothing is shown but how many did. */
const textBase = { ...singleColumnType, isPublic: false, operators: () => textOperators };

/** Words of the visitor's own. */
export const textType: FieldTypeDefinition<TextField, string> = {
  ...textBase,
  complete(draft, head, { path, faults }) {
    const [min_length, max_length] = [draft.min_length ?? null, draft.max_length ?? null];
    if (min_length !== null && max_length !== null && min_length > max_length)
      faults.add(`${path}.min_length`, fault('greater_than', { field: 'max_length' }));
    return { ...head, type: draft.type, min_length, max_length };
  },
  check: (field, given, path, faults) => checkText(field, given, path, faults),
  summarize: (field, counted) => ({ ...summaryHead(field, counted), type: field.type }),
};

type Shaped = Extract<AnsweredSummary['type'], PlainField['type']>;
type Check = (given: unknown, path: string, faults: Faults) => string | undefined;

function formatType(type: Shaped, check: Check, operators: Operators): FieldTypeDefinition<PlainField, string> {
  return {
    ...textBase,
    complete: (_draft, head) => ({ ...head, type }),
    operators: () => operators,
    check: (_field, given, path, faults) => check(given, path, faults),
    summarize: (field, counted) => ({ ...summaryHead(field, counted), type }),
  };
}

export const emailType = formatType('email', checkEmail, textOperators);
export const urlType = formatType('url', checkUrl, textOperators);
export const phoneType = formatType('phone', checkPhone, textOperators);
export const dateType = formatType('date', checkDate, orderedOperators(isDate, fault('invalid_date')));
export const timeType = formatType('time', checkTime, orderedOperators(isTimeOfDay, fault('invalid_time_of_day')));

/** What a page prefills, unseen. */
export const hiddenType: FieldTypeDefinition<SilentField, string> = {
  ...textBase,
  complete: (_draft, head) => ({ ...head, type: 'hidden' }),
  check: (_field, given, path, faults) => checkAnyText(given, path, faults),
  summarize: (field, counted) => ({ ...summaryHead(field, counted), type: 'hidden' }),
};

/** Texts of a shape in which later ones are greater. */
function orderedOperators(fits: (text: string) => boolean, wanted: Fault): Operators {
  const check: ValueCheck = (value) => (typeof value === 'string' && fits(value) ? undefined : wanted);
  return { is: check, is_not: check, greater: check, less: check };
}

import type { Faults } from '../../base/faults/faults.js';
import type { AnsweredSummary, PlainField, SilentField, TextField } from '../../shared/contract/resources.js';
import { type Fault, fault } from '../../shared/faults/fault.js';
import { checkDate, isDate } from '../inputs/date.js';
import { checkEmail } from '../inputs/email.js';
import { checkPhone } from '../inputs/phone.js';
import { checkAnyText, checkText } from '../inputs/text-field.js';
import { checkTime, isTimeOfDay } from '../inputs/time-of-day.js';
import { checkUrl } from '../inputs/url.js';
import {
  equalityOperators,
  type FieldTypeDefinition,
  type Operators,
  orderOperators,
  requireString,
  singleColumnType,
  summaryHead,
  type ValueCheck,
} from './field-type.js';

const textOperators: Operators = {
  ...equalityOperators(requireString),
  contains: requireString,
  starts_with: requireString,
};

/** The defaults of text fields. Their summary only contains the number of answers. */
const textBase = { ...singleColumnType, isPublic: false, operators: () => textOperators };

/** A short or long text. */
export const textType: FieldTypeDefinition<TextField, string> = {
  ...textBase,
  complete(draft, head, { path, faults }) {
    const [min_length, max_length] = [draft.min_length ?? null, draft.max_length ?? null];
    if (min_length !== null && max_length !== null && min_length > max_length)
      faults.add(`${path}.min_length`, fault('greater_than', { field: 'max_length' }));
    return { ...head, type: draft.type, min_length, max_length };
  },
  check: (field, value, path, faults) => checkText(field, value, path, faults),
  summarize: (field, tallies) => ({ ...summaryHead(field, tallies), type: field.type }),
};

type FormattedType = Extract<AnsweredSummary['type'], PlainField['type']>;
type Check = (value: unknown, path: string, faults: Faults) => string | undefined;

function formatType(type: FormattedType, check: Check, operators: Operators): FieldTypeDefinition<PlainField, string> {
  return {
    ...textBase,
    complete: (_draft, head) => ({ ...head, type }),
    operators: () => operators,
    check: (_field, value, path, faults) => check(value, path, faults),
    summarize: (field, tallies) => ({ ...summaryHead(field, tallies), type }),
  };
}

export const emailType = formatType('email', checkEmail, textOperators);
export const urlType = formatType('url', checkUrl, textOperators);
export const phoneType = formatType('phone', checkPhone, textOperators);
export const dateType = formatType('date', checkDate, orderedOperators(isDate, fault('invalid_date')));
export const timeType = formatType('time', checkTime, orderedOperators(isTimeOfDay, fault('invalid_time_of_day')));

/** A value that the page sets and visitors do not see. */
export const hiddenType: FieldTypeDefinition<SilentField, string> = {
  ...textBase,
  complete: (_draft, head) => ({ ...head, type: 'hidden' }),
  check: (_field, value, path, faults) => checkAnyText(value, path, faults),
  summarize: (field, tallies) => ({ ...summaryHead(field, tallies), type: 'hidden' }),
};

/** Returns operators for texts in a sortable format. */
function orderedOperators(isValid: (text: string) => boolean, fault: Fault): Operators {
  const check: ValueCheck = (value) => (typeof value === 'string' && isValid(value) ? undefined : fault);
  return { ...orderOperators(check), before: check, after: check };
}

import { fault } from '../../faults/fault.js';
import { number } from '../../inputs/number/number.js';
import { numberField } from '../../inputs/number/number-field.js';
import { npsScale, scale } from '../../inputs/number/scale.js';
import { defaultScale } from '../../polls/stored-poll.js';
import type { NumberField, PlainField, RatingField } from '../form-types.js';
import { aNumber, type FieldTypeDefinition, fieldNamed, type Operators, single, summaryHead } from './field-type.js';

const likeNumber: Operators = { is: aNumber, is_not: aNumber, greater: aNumber, less: aNumber };

const counted: Pick<FieldTypeDefinition<NumberField | RatingField | PlainField>, 'operators' | 'read'> = {
  operators: () => likeNumber,
  read: ({ id }, fields) => number.read(fieldNamed(fields, id)),
};

export const numberKind: FieldTypeDefinition<NumberField, number> = {
  ...single,
  ...counted,
  settle(draft, head, { path, faults }) {
    const [min, max, step] = [draft.min ?? null, draft.max ?? null, draft.step ?? null];
    if (min !== null && max !== null && min > max) faults.add(`${path}.min`, fault('greater_than', { field: 'max' }));
    return { ...head, type: 'number', min, max, step };
  },
  check: (field, given, path, faults) => numberField.check(field, given, path, faults),
  count: (_field, answer, bins) => numberField.count(answer, bins),
  summarise: (field, { answered, count, bins, ...rest }) => ({
    ...summaryHead(field, { answered, count, bins, ...rest }),
    type: 'number',
    ...numberField.sum(answered, count, bins),
  }),
};

export const ratingKind: FieldTypeDefinition<RatingField, number> = {
  ...single,
  ...counted,
  settle: (draft, head) => ({ ...head, type: 'rating', scale: draft.scale ?? defaultScale }),
  check: (field, given, path, faults) => scale.check(field.scale, given, path, faults),
  count: (_field, answer) => scale.count(answer),
  summarise: (field, given) => ({
    ...summaryHead(field, given),
    type: 'rating',
    ...scale.sum(field.scale, given.count),
  }),
};

/** How likely somebody is to recommend something, from 0 to 10. */
export const scaleKind: FieldTypeDefinition<PlainField, number> = {
  ...single,
  ...counted,
  settle: (_draft, head) => ({ ...head, type: 'scale' }),
  check: (_field, given, path, faults) => scale.check(npsScale, given, path, faults),
  count: (_field, answer) => scale.count(answer),
  summarise: (field, given) => ({
    ...summaryHead(field, given),
    type: 'scale',
    ...scale.sum(npsScale, given.count),
    nps: scale.nps(given.count),
  }),
};

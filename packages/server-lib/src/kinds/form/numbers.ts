import type { NumberField, RatingField, ScaleField } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { defaultScale, npsScale } from '../../shared/presentation/scales.js';
import { numberInput } from '../inputs/number.js';
import { numberFieldInput } from '../inputs/number-field.js';
import { scaleInput } from '../inputs/scale.js';
import { checkStyle, completeLabels } from '../inputs/scale-style.js';
import {
  type FieldTypeDefinition,
  orderOperators,
  ownField,
  requireNumber,
  singleColumnType,
  summaryHead,
} from './field-type.js';

const numberOperators = orderOperators(requireNumber);

const numericBase: Pick<FieldTypeDefinition<NumberField | RatingField | ScaleField>, 'operators' | 'parseFields'> = {
  operators: () => numberOperators,
  parseFields: ({ id }, fields) => numberInput.parseField(ownField(fields, id)),
};

export const numberType: FieldTypeDefinition<NumberField, number> = {
  ...singleColumnType,
  ...numericBase,
  complete(draft, head, { path, faults }) {
    const [min, max, step] = [draft.min ?? null, draft.max ?? null, draft.step ?? null];
    if (min !== null && max !== null && min > max) faults.add(`${path}.min`, fault('greater_than', { field: 'max' }));
    return { ...head, type: 'number', min, max, step };
  },
  check: (field, value, path, faults) => numberFieldInput.check(field, value, path, faults),
  contribute: (_field, answer, bins) => numberFieldInput.contribute(answer, bins),
  summarize: (field, { answered, count, bins, ...rest }) => ({
    ...summaryHead(field, { answered, count, bins, ...rest }),
    type: 'number',
    ...numberFieldInput.summarize(answered, count, bins),
  }),
};

export const ratingType: FieldTypeDefinition<RatingField, number> = {
  ...singleColumnType,
  ...numericBase,
  complete(draft, head, { path, faults }) {
    const { scale, style } = { scale: draft.scale ?? defaultScale, style: draft.style ?? 'numbers' };
    const problem = checkStyle(style, scale);
    if (problem) faults.add(`${path}.style`, problem);
    return { ...head, type: 'rating', scale, style, labels: completeLabels(draft.labels) };
  },
  check: (field, value, path, faults) => scaleInput.check(field.scale, value, path, faults),
  contribute: (_field, answer) => scaleInput.contribute(answer),
  summarize: (field, tallies) => ({
    ...summaryHead(field, tallies),
    type: 'rating',
    ...scaleInput.summarize(field.scale, tallies.count),
  }),
};

/** A value from 0 to 10, such as how likely the visitor is to recommend something. Always summarized as a net promoter score too. */
export const scaleType: FieldTypeDefinition<ScaleField, number> = {
  ...singleColumnType,
  ...numericBase,
  complete: (draft, head) => ({
    ...head,
    type: 'scale',
    labels: completeLabels(draft.labels),
    nps: draft.nps ?? false,
  }),
  check: (_field, value, path, faults) => scaleInput.check(npsScale, value, path, faults),
  contribute: (_field, answer) => scaleInput.contribute(answer),
  summarize: (field, tallies) => ({
    ...summaryHead(field, tallies),
    type: 'scale',
    ...scaleInput.summarize(npsScale, tallies.count),
    nps: scaleInput.nps(tallies.count),
  }),
};

import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { defaultScale, npsScale } from '../../shared/presentation/scales.js';
import { type DraftCondition, optionsOf } from './draft-conditions.js';

/**
 * Returns answers to a field, of which at least one meets the conditions if any answer does: the values that the conditions
 * name, values between them, and values that they do not name.
 */
export function candidateAnswers(field: JsonObject, conditions: readonly DraftCondition[]): unknown[] {
  const values = conditions.flatMap(({ value }) => (value === undefined ? [] : [value]));
  switch (field['type']) {
    case 'single_choice':
    case 'dropdown':
      return [...someOptions(field, values), ...(field['other'] === true ? [writeIn] : [])];
    case 'multiple_choice':
      return choiceLists(field, conditions, values);
    case 'consent':
      return [true];
    case 'ranking':
    case 'matrix':
      return [['answered']];
    case 'number':
      return numbers(field, values);
    case 'rating':
      return steps(isJsonObject(field['scale']) ? field['scale'] : { ...defaultScale }, values);
    case 'scale':
      return steps({ ...npsScale }, values);
    case 'date':
    case 'time':
      // A text that sorts after a value and before all greater values.
      return ['0', ...texts(values).flatMap((value) => [value, `${value}~`])];
    default:
      return [
        ...texts(values),
        texts(conditions.map(({ operator, value }) => (operator === 'contains' ? value : '')))
          .map((part) => `~${part}~`)
          .join(' '),
      ];
  }
}

const writeIn = { other: 'An answer of their own' };

/** The IDs of the options that conditions name, and the IDs of two other options. */
function someOptions(field: JsonObject, named: readonly JsonValue[]): string[] {
  const ids = optionsOf(field).map(({ id }) => id);
  return [...ids.filter((id) => named.includes(id)), ...ids.filter((id) => !named.includes(id)).slice(0, 2)];
}

function choiceLists(field: JsonObject, conditions: readonly DraftCondition[], named: readonly JsonValue[]): unknown[] {
  const ids = someOptions(field, named);
  const contained = conditions.filter(({ operator }) => operator === 'contains').map(({ value }) => value);
  const required = ids.filter((id) => contained.includes(id));
  const own = field['other'] === true ? [[...required, writeIn]] : [];
  return [...ids.map((id) => [id]), required, ids, ...own];
}

function numbers(field: JsonObject, named: readonly JsonValue[]): number[] {
  const [min, max] = [field['min'], field['max']].map((bound) => (typeof bound === 'number' ? bound : undefined));
  const known = [...named, min, max].filter((value) => typeof value === 'number').toSorted((a, b) => a - b);
  const between = known.slice(1).map((value, index) => (value + (known[index] ?? value)) / 2);
  const beyond = [(known[0] ?? 0) - 1, (known.at(-1) ?? 0) + 1];
  return [...known, ...between, ...beyond].filter(
    (value) => value >= (min ?? Number.NEGATIVE_INFINITY) && value <= (max ?? Number.POSITIVE_INFINITY),
  );
}

/** The ends of a scale, and the values next to the values that conditions name. */
function steps({ min, max }: JsonObject, named: readonly JsonValue[]): number[] {
  if (typeof min !== 'number' || typeof max !== 'number') return numbers({}, named);
  const near = named
    .filter((value) => typeof value === 'number')
    .flatMap((value) => [Math.floor(value) - 1, Math.floor(value), Math.ceil(value), Math.ceil(value) + 1]);
  return [min, max, ...near].filter((value) => value >= min && value <= max);
}

const texts = (values: readonly (JsonValue | undefined)[]): string[] =>
  values.filter((value) => typeof value === 'string');

import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import type { Condition } from '../../shared/contract/resources.js';
import type { LogicField } from '../../shared/logic/evaluate-form.js';

/** A condition of a draft, which may be invalid. */
export interface DraftCondition {
  readonly field: string;
  readonly operator: string;
  /** Undefined for operators without a value. */
  readonly value: JsonValue | undefined;
}

/** When a field of a draft shows: if all of its conditions are true, or any. Without conditions, it always shows. */
export interface DraftRule {
  readonly isAny: boolean;
  readonly conditions: readonly DraftCondition[];
}

/** Returns when a field shows. */
export function ruleOf(field: JsonObject): DraftRule {
  const known = rulesByField.get(field) ?? readRule(field);
  rulesByField.set(field, known);
  return known;
}

/** The rules of fields, since a page asks for each of them several times. A draft never changes after it is parsed. */
const rulesByField = new WeakMap<JsonObject, DraftRule>();

function readRule({ show_if: value }: JsonObject): DraftRule {
  if (!isJsonObject(value) || !isPlain(value)) return { isAny: false, conditions: [] };
  const isAny = value['any'] !== undefined;
  const list = value[isAny ? 'any' : 'all'];
  const conditions = Array.isArray(list)
    ? list.filter((item: JsonValue) => isJsonObject(item)).map(toDraftCondition)
    : [];
  return { isAny, conditions };
}

/** Returns whether a field has conditions that the controls cannot show. Owners edit them in Code. */
export function hasOtherConditions({ show_if }: JsonObject): boolean {
  return isJsonObject(show_if) && !isPlain(show_if);
}

/** Returns whether conditions are one list, and each of them compares a field with a value. */
function isPlain(rule: JsonObject): boolean {
  const isList = Object.keys(rule).every((name) => name === 'all' || name === 'any');
  const conditions = Object.values(rule).flat();
  return isList && conditions.every((condition) => !isJsonObject(condition) || isPlainCondition(condition));
}

function isPlainCondition(condition: JsonObject): boolean {
  return Object.entries(condition).every(([name, value]) => plainMembers.includes(name) && !isJsonObject(value));
}

const plainMembers = ['field', 'is', 'is_not', 'contains', 'greater', 'less', 'answered'];

function toDraftCondition(condition: JsonObject): DraftCondition {
  const { field, answered, ...others } = condition;
  const id = typeof field === 'string' ? field : '';
  if (answered !== undefined)
    return { field: id, operator: answered === true ? 'answered' : 'unanswered', value: undefined };
  const [operator = 'is', value] = Object.entries(others)[0] ?? [];
  return { field: id, operator, value };
}

/** Returns what decides whether a field shows. Conditions that cannot be evaluated are left out. */
export function toLogicField(field: JsonObject): LogicField {
  const { isAny, conditions } = ruleOf(field);
  const valid = conditions.flatMap(toCondition);
  const type = typeof field['type'] === 'string' ? field['type'] : '';
  const show_if = valid.length === 0 ? null : isAny ? { any: valid } : { all: valid };
  return { id: fieldId(field), type, show_if };
}

/** Returns a condition as forms evaluate it. Empty if it is not valid. */
export function toCondition({ field, operator, value }: DraftCondition): Condition[] {
  const isScalar = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
  switch (operator) {
    case 'answered':
    case 'unanswered':
      return [{ field, answered: operator === 'answered' }];
    case 'is':
      return isScalar ? [{ field, is: value }] : [];
    case 'is_not':
      return isScalar ? [{ field, is_not: value }] : [];
    case 'contains':
      return typeof value === 'string' ? [{ field, contains: value }] : [];
    case 'greater':
      return isScalar && typeof value !== 'boolean' ? [{ field, greater: value }] : [];
    case 'less':
      return isScalar && typeof value !== 'boolean' ? [{ field, less: value }] : [];
    default:
      return [];
  }
}

/** Returns the ID of a field. Empty if it has no ID. */
export const fieldId = ({ id }: JsonObject): string => (typeof id === 'string' ? id : '');

/** Returns the fields by their IDs. The first field is used if several have the same ID. */
export function fieldsById(fields: readonly JsonObject[]): ReadonlyMap<string, JsonObject> {
  return new Map(fields.map((field) => [fieldId(field), field] as const).reverse());
}

/** Returns the label of a field, or the ID of a field without a label. */
export const fieldLabel = (field: JsonObject): string =>
  typeof field['label'] === 'string' && field['label'] !== '' ? field['label'] : fieldId(field);

/** An option of a field with its label. */
interface DraftOption {
  readonly id: string;
  readonly label: string;
}

/** Returns the options of a field that have an ID. */
export function optionsOf(field: JsonObject): readonly DraftOption[] {
  const known = optionsByField.get(field) ?? readOptions(field);
  optionsByField.set(field, known);
  return known;
}

/** The options of fields, since each condition asks for the options of its field. A draft never changes after it is parsed. */
const optionsByField = new WeakMap<JsonObject, readonly DraftOption[]>();

function readOptions({ options }: JsonObject): DraftOption[] {
  if (!Array.isArray(options)) return [];
  return options.flatMap((option: JsonValue) =>
    isJsonObject(option) && typeof option['id'] === 'string' && typeof option['label'] === 'string'
      ? [{ id: option['id'], label: option['label'] }]
      : [],
  );
}

/** Returns whether visitors can answer a field, so that conditions can refer to it. */
export const takesAnswers = ({ type }: JsonObject): boolean =>
  typeof type !== 'string' || !['heading', 'image', 'video', 'page'].includes(type);

/** The types of fields whose answers are numbers. */
export const numberTypes = ['number', 'rating', 'scale'];

import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { withMembers } from '../../base/with-members.js';
import type {
  Condition,
  ConditionSubject,
  Ending,
  NextRule,
  Operand,
  RuleChange,
  RuleOperand,
  Variable,
  VariableRule,
  When,
} from '../../shared/contract/resources.js';
import type { FormLogic, LogicField, LogicItem } from '../../shared/logic/evaluate-form.js';
import { type DraftCondition, type DraftPart, fieldId, groupOf, isGroup } from './draft-conditions.js';

/** Returns what forms evaluate. Conditions and rules of the draft that cannot be evaluated are left out. */
export function toLogicForm(draft: JsonObject): FormLogic<LogicField> {
  return {
    fields: objectsIn(draft['fields']).map(toLogicField),
    variables: objectsIn(draft['variables']).flatMap(toVariable),
    endings: objectsIn(draft['endings']).map(toEnding),
  };
}

/** Returns what decides whether a field shows. */
export function toLogicField(field: JsonObject): LogicField {
  return {
    id: fieldId(field),
    type: textOf(field['type']),
    required: field['required'] === true,
    show_if: toWhen(field['show_if']),
    require_if: toWhen(field['require_if']),
    next: objectsIn(field['next']).map(toNext),
    options: toItems(field['options']),
    other: field['other'] === true,
    rows: toItems(field['rows']),
  };
}

/** Returns the options or rows of a field. Undefined while it has none, so that the field is shown. */
function toItems(list: JsonValue | undefined): LogicItem[] | undefined {
  const items = objectsIn(list).map(toItem);
  return items.length > 0 ? items : undefined;
}

function toItem(item: JsonObject): LogicItem {
  const { score } = item;
  return {
    id: fieldId(item),
    show_if: toWhen(item['show_if']),
    ...(typeof score === 'number' ? { score } : {}),
  };
}

function toNext({ when, to }: JsonObject): NextRule {
  return { when: toWhen(when), to: textOf(to) };
}

function toEnding(ending: JsonObject): Ending {
  const text = (name: string) => textOf(ending[name]);
  const outcome = ending['outcome'] === 'disqualified' ? 'disqualified' : 'completed';
  return {
    id: fieldId(ending),
    when: toWhen(ending['when']),
    title: text('title'),
    text: null,
    button: null,
    url: null,
    outcome,
  };
}

function toVariable(variable: JsonObject): Variable[] {
  const { type, value } = variable;
  const id = fieldId(variable);
  const rules = objectsIn(variable['rules']).flatMap(toRule);
  if (type === 'number') return [{ id, type, value: typeof value === 'number' ? value : 0, rules }];
  return type === 'text' ? [{ id, type, value: textOf(value), rules }] : [];
}

function toRule({ when, ...rule }: JsonObject): VariableRule[] {
  return toRuleChange(rule).map((change) => ({ ...change, when: toWhen(when) }));
}

function toRuleChange(rule: JsonObject): RuleChange[] {
  const [[name = '', value] = []] = Object.entries(rule);
  const operand = toRuleOperand(value);
  if (operand === undefined) return [];
  switch (name) {
    case 'set':
      return [{ set: operand }];
    case 'add':
      return [{ add: operand }];
    case 'subtract':
      return [{ subtract: operand }];
    case 'multiply':
      return [{ multiply: operand }];
    case 'divide':
      return [{ divide: operand }];
    default:
      return [];
  }
}

function toRuleOperand(value: JsonValue | undefined): RuleOperand | undefined {
  return isJsonObject(value) && typeof value['score'] === 'string' ? { score: value['score'] } : toOperand(value);
}

/** Returns conditions as forms evaluate them. Null if none of them is valid. */
export function toWhen(value: JsonValue | undefined): When | null {
  return toPart(groupOf(value))[0] ?? null;
}

function toPart(part: DraftPart): When[] {
  if (!isGroup(part)) return toCondition(part);
  const parts = part.parts.flatMap(toPart);
  if (parts.length === 0) return [];
  if (part.match === 'all') return [{ all: parts }];
  return [part.match === 'any' ? { any: parts } : { none: parts }];
}

/** Returns a condition as forms evaluate it. Empty if it is not valid. */
export function toCondition(condition: DraftCondition): Condition[] {
  const subject = toSubject(condition);
  const { operator, value } = condition;
  const operand = toOperand(value);
  switch (operator) {
    case 'answered':
    case 'unanswered':
      return [withMembers(subject, { answered: operator === 'answered' })];
    case 'one_of':
      return Array.isArray(value) ? [withMembers(subject, { one_of: value.filter(isScalar) })] : [];
    case 'between': {
      const [low, high] = Array.isArray(value) ? value.map(toOperand) : [];
      if (low === undefined || high === undefined) return [];
      const between: [Operand, Operand] = [low, high];
      return [withMembers(subject, { between })];
    }
    default:
      return operand === undefined ? [] : compareWith(subject, operator, operand);
  }
}

function compareWith(subject: ConditionSubject, operator: string, operand: Operand): Condition[] {
  switch (operator) {
    case 'is':
      return [withMembers(subject, { is: operand })];
    case 'is_not':
      return [withMembers(subject, { is_not: operand })];
    case 'contains':
      return [withMembers(subject, { contains: operand })];
    case 'starts_with':
      return [withMembers(subject, { starts_with: operand })];
    case 'greater':
      return [withMembers(subject, { greater: operand })];
    case 'at_least':
      return [withMembers(subject, { at_least: operand })];
    case 'less':
      return [withMembers(subject, { less: operand })];
    case 'at_most':
      return [withMembers(subject, { at_most: operand })];
    case 'before':
      return [withMembers(subject, { before: operand })];
    case 'after':
      return [withMembers(subject, { after: operand })];
    default:
      return [];
  }
}

function toSubject({ subject, field, row }: DraftCondition): ConditionSubject {
  switch (subject) {
    case 'variable':
      return { variable: field };
    case 'count':
      return { count: field };
    case 'row':
      return { field, row };
    case 'field':
      return { field };
  }
}

/** The maximum number of days from today in a condition that is tried. */
const maxDays = 1_000_000;

function toOperand(value: JsonValue | undefined): Operand | undefined {
  if (value === undefined || isScalar(value)) return value;
  if (!isJsonObject(value)) return undefined;
  const { field, variable, today } = value;
  if (typeof field === 'string') return { field };
  if (typeof variable === 'string') return { variable };
  return typeof today === 'number' && Math.abs(today) <= maxDays ? { today } : undefined;
}

function isScalar(value: JsonValue): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

const textOf = (value: JsonValue | undefined): string => (typeof value === 'string' ? value : '');

const objectsIn = (value: JsonValue | undefined): readonly JsonObject[] =>
  Array.isArray(value) ? value.filter((item: JsonValue) => isJsonObject(item)) : [];

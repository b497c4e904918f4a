import { truncate } from '../../base/truncate.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { maxRepeatedLabel } from '../limits.js';
import { operatorText } from './condition-operators.js';
import {
  type DraftCondition,
  type DraftPart,
  fieldLabel,
  groupOf,
  isGroup,
  isOpenValue,
  type LogicNames,
  optionsOf,
  rowsOf,
  typeOfSubject,
} from './draft-conditions.js';

/** Returns the condition of a field as a sentence. Null: it always shows. */
export function describeConditions(field: JsonObject, names: LogicNames): string | null {
  const when = describeWhen(field['show_if'], names);
  return when === null ? null : `Shown if ${when}${when.endsWith('…') ? '' : '.'}`;
}

/** Returns conditions as the end of a sentence, after "if". Null: there are none. */
export function describeWhen(value: JsonValue | undefined, names: LogicNames): string | null {
  const group = groupOf(value);
  return group.parts.length === 0 ? null : describePart(group, names, { left: maxDescribed });
}

/** The maximum number of conditions in a sentence. A field can have more, which its own controls show. */
const maxDescribed = 10;

interface Budget {
  left: number;
}

function describePart(part: DraftPart, names: LogicNames, budget: Budget): string {
  if (!isGroup(part)) {
    budget.left--;
    return describeCondition(part, names);
  }
  const { match, parts } = part;
  const sentences: string[] = [];
  for (const inner of parts) {
    if (budget.left <= 0) break;
    const text = describePart(inner, names, budget);
    sentences.push(isGroup(inner) && inner.parts.length > 1 && inner.match !== 'none' ? `(${text})` : text);
  }
  const more = parts.length - sentences.length;
  if (more > 0) sentences.push(`${more} more ${more === 1 ? 'condition' : 'conditions'}`);
  if (match === 'none') return `none of these is true: ${sentences.join('; ')}`;
  return sentences.join(match === 'any' ? ' or ' : ' and ') || '…';
}

/** Returns a condition as a sentence without its end. */
function describeCondition(condition: DraftCondition, names: LogicNames): string {
  const { operator, value } = condition;
  const verb = operatorText(typeOfSubject(condition, names), operator);
  return `${subjectLabel(condition, names)} ${verb}${value === undefined ? '' : ` ${describeValue(condition, value, names)}`}`;
}

/** Returns what a condition is about. */
function subjectLabel({ subject, field, row }: DraftCondition, names: LogicNames): string {
  if (subject === 'variable') return `“${field}”`;
  const target = names.fields.get(field);
  const label = `“${shortLabel(target ? fieldLabel(target) : field)}”`;
  if (subject === 'count') return `the number of answers to ${label}`;
  if (subject === 'field') return label;
  const name = target && rowsOf(target).find(({ id }) => id === row)?.label;
  return `“${shortLabel(name ?? row)}” of ${label}`;
}

function describeValue(condition: DraftCondition, value: JsonValue, names: LogicNames): string {
  if (!Array.isArray(value)) return isOpenValue(value) ? '…' : describeOperand(value, names, condition);
  const values = value.map((one) => describeOperand(one, names, condition));
  if (condition.operator === 'between') return `${values[0] ?? '…'} and ${values[1] ?? '…'}`;
  const listed = values.slice(0, maxDescribed);
  const more = values.length - listed.length;
  return values.length === 0 ? '…' : `${listed.join(', ')}${more > 0 ? ` or ${more} more` : ''}`;
}

/** Returns an operand as owners read it: a value, another answer, a variable, or a day near today. */
export function describeOperand(value: JsonValue, names: LogicNames, condition?: DraftCondition): string {
  if (value === '') return '…';
  if (typeof value === 'number') return String(value);
  if (!isJsonObject(value)) {
    const target = condition?.subject === 'variable' ? undefined : names.fields.get(condition?.field ?? '');
    return `“${shortLabel(valueLabel(target, value))}”`;
  }
  const { field, variable, today, score } = value;
  const nameOf = (id: JsonValue) => {
    const target = typeof id === 'string' ? names.fields.get(id) : undefined;
    return `“${shortLabel(target ? fieldLabel(target) : String(id))}”`;
  };
  if (field !== undefined) return `the answer to ${nameOf(field)}`;
  if (score !== undefined) return `the score of ${nameOf(score)}`;
  if (variable !== undefined) return `“${String(variable)}”`;
  return describeDay(typeof today === 'number' ? today : 0);
}

function describeDay(days: number): string {
  if (days === 0) return 'today';
  const count = Math.abs(days);
  return `${count} ${count === 1 ? 'day' : 'days'} ${days > 0 ? 'after' : 'before'} today`;
}

/** Returns the change that a rule of a variable makes, such as "add 5". */
export function describeChange({ when: _, ...rule }: JsonObject, names: LogicNames): string {
  const [[change = 'set', value = ''] = []] = Object.entries(rule);
  const operand = describeOperand(value, names);
  switch (change) {
    case 'add':
      return `Add ${operand}`;
    case 'subtract':
      return `Subtract ${operand}`;
    case 'multiply':
      return `Multiply by ${operand}`;
    case 'divide':
      return `Divide by ${operand}`;
    default:
      return `Set to ${operand}`;
  }
}

/** Returns the beginning of a label, for texts that can repeat it once for each condition. */
export function shortLabel(label: string): string {
  return label.length <= maxRepeatedLabel ? label : truncate(label, maxRepeatedLabel);
}

/** Returns the value of a condition as owners read and write it: the label of an option, "Yes" for a ticked box. */
export function valueLabel(target: JsonObject | undefined, value: JsonValue): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'object') return '';
  const option = target && optionsOf(target).find(({ id }) => id === value);
  return option?.label ?? String(value);
}

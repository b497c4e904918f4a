import type { JsonObject } from '../../base/validation/json-value.js';
import type { Issue } from '../../shared/faults/fault.js';
import { describeConditions, describeWhen, shortLabel } from './describe-conditions.js';
import {
  conditionsIn,
  type DraftCondition,
  fieldId,
  fieldLabel,
  groupOf,
  isGroup,
  isOpenValue,
  type LogicNames,
  optionsOf,
  takesAnswers,
} from './draft-conditions.js';
import { fieldWarnings } from './logic-warnings.js';
import { valueText } from './member-texts.js';
import { textOf } from './render-member.js';

/** A field of a form with its condition, and the fields that depend on it. */
export interface FlowField {
  readonly id: string;
  readonly index: number;
  readonly isPage: boolean;
  readonly title: string;
  readonly type: string;
  /** Its condition as a sentence. Null: it always shows. */
  readonly rule: string | null;
  /** When it must be answered, as a sentence. Null: no condition. */
  readonly required: string | null;
  /** Whether an earlier field can be answered, so that this field can have a condition. */
  readonly canDepend: boolean;
  /** The later fields whose conditions refer to it. */
  readonly decides: readonly { readonly id: string; readonly title: string }[];
  /** What to correct in its condition. */
  readonly faults: readonly string[];
  readonly warnings: readonly string[];
}

/** Returns the fields of a form in order, with their conditions. */
export function flowFields(
  fields: readonly JsonObject[],
  names: LogicNames,
  issues: readonly Issue[],
  warnings: readonly Issue[],
): readonly FlowField[] {
  const dependents = dependentsOf(fields);
  const firstAnswered = fields.findIndex(takesAnswers);
  return fields.map((field, index) => {
    const id = fieldId(field);
    return {
      id,
      index,
      isPage: field['type'] === 'page',
      title: fieldTitle(field),
      type: valueText('type', textOf(field['type'])),
      rule: describeConditions(field, names),
      required: describeWhen(field['require_if'], names),
      canDepend: firstAnswered !== -1 && index > firstAnswered,
      decides: dependents.get(id) ?? [],
      faults: [...new Set(issuesOf(field, index, fields, issues))],
      warnings: fieldWarnings(warnings, index),
    };
  });
}

/** Returns the label of a field, or the type of a field without a label. */
export function fieldTitle(field: JsonObject): string {
  return textOf(field['label']) || valueText('type', textOf(field['type']));
}

function dependentsOf(fields: readonly JsonObject[]): Map<string, { id: string; title: string }[]> {
  const dependents = new Map<string, { id: string; title: string }[]>();
  for (const field of fields) {
    const dependent = { id: fieldId(field), title: shortLabel(fieldTitle(field)) };
    for (const target of new Set(conditionsOf(field).map((condition) => condition.field))) {
      const list = dependents.get(target);
      if (list) list.push(dependent);
      else dependents.set(target, [dependent]);
    }
  }
  return dependents;
}

/** Returns the faults in the conditions of a field, as sentences. */
function issuesOf(
  field: JsonObject,
  index: number,
  fields: readonly JsonObject[],
  issues: readonly Issue[],
): readonly string[] {
  const path = `fields.${index}.show_if.`;
  return issues.flatMap((issue) => {
    if (!issue.path.startsWith(path)) return [];
    const condition = conditionAt(field, issue.path.slice(path.length));
    const target = fields.find((candidate) => fieldId(candidate) === condition?.field);
    // A value that nobody has chosen yet is not wrong.
    if (target && isOpenValue(condition?.value)) return [];
    const name = target ? `“${fieldLabel(target)}”` : '';
    switch (issue.code) {
      case 'condition_on_later_field':
        return [`${name} comes later in the form, so it has no answer yet. Choose an earlier field, or move it.`];
      case 'condition_on_unknown_field':
        return ['A condition refers to a field that was removed.'];
      case 'unknown_option':
        return [`${name} has no option “${String(condition?.value)}” any more.${optionHint(target)}`];
      default:
        return [`${name === '' ? 'Conditions' : `Condition on ${name}`}: ${issue.message}`];
    }
  });
}

const conditionsOf = (field: JsonObject): readonly DraftCondition[] => conditionsIn(groupOf(field['show_if']));

/** Returns the condition that a path in the condition of a field leads to. */
function conditionAt(field: JsonObject, path: string): DraftCondition | undefined {
  let part = groupOf(field['show_if']).parts[Number(/\d+/.exec(path)?.[0] ?? 0)];
  for (const step of path.match(/\d+/g)?.slice(1) ?? []) if (part && isGroup(part)) part = part.parts[Number(step)];
  return part && !isGroup(part) ? part : undefined;
}

function optionHint(target: JsonObject | undefined): string {
  const labels = target ? optionsOf(target).map(({ label }) => `“${label}”`) : [];
  return labels.length === 0 || labels.length > 5 ? '' : ` Its options are ${labels.join(', ')}.`;
}

import type { JsonObject } from '../../base/validation/json-value.js';
import { evaluateForm } from '../../shared/logic/evaluate-form.js';
import { candidateAnswers } from './candidate-answers.js';
import { conditionsIn, type DraftCondition, fieldId, groupOf, isGroup } from './draft-conditions.js';
import { toCondition } from './logic-form.js';

/**
 * Returns the IDs of the fields whose conditions can never be met, such as "is A" and "is B" of the same single choice.
 *
 * Finds only certain cases: an answer counts as possible unless the conditions on its field exclude it.
 */
export function neverShown(fields: readonly JsonObject[]): ReadonlySet<string> {
  const never = new Set<string>();
  const earlier = new Map<string, JsonObject>();
  for (const field of fields) {
    const group = groupOf(field['show_if']);
    const isAny = group.match === 'any';
    // Other conditions count as possible.
    const isKnown = group.match !== 'none' && !group.parts.some(isGroup) && conditionsIn(group).every(isSimple);
    const conditions = isKnown ? conditionsIn(group) : [];
    const canHold = (group: readonly DraftCondition[]) => {
      const target = earlier.get(group[0]?.field ?? '');
      const answers = target && !never.has(fieldId(target)) ? candidateAnswers(target, group) : [];
      const areMet = evaluatorOf(group, target);
      return [undefined, ...answers].some(areMet);
    };
    const groups = isAny ? conditions.map((condition) => [condition]) : [...byField(conditions).values()];
    const isPossible = isAny ? groups.some(canHold) : groups.every(canHold);
    if (groups.length > 0 && !isPossible) never.add(fieldId(field));
    earlier.set(fieldId(field), field);
  }
  return never;
}

/** Returns whether it is known which answers can meet a condition. */
function isSimple({ subject, operator, value }: DraftCondition): boolean {
  const known = ['is', 'is_not', 'contains', 'greater', 'less', 'answered', 'unanswered'];
  return subject === 'field' && known.includes(operator) && (typeof value !== 'object' || value === null);
}

/** Returns a function that tells whether conditions on one field are all true for an answer. */
function evaluatorOf(group: readonly DraftCondition[], target: JsonObject | undefined): (answer: unknown) => boolean {
  const id = group[0]?.field ?? '';
  const type = typeof target?.['type'] === 'string' ? target['type'] : '';
  const asked = target ? [{ id, type }] : [];
  const fields = [...asked, { id: '', type, show_if: { all: group.flatMap(toCondition) } }];
  return (answer) => evaluateForm({ fields }, { [id]: answer }, anyDay).shown.length > asked.length;
}

/** Conditions of the editor do not depend on the date. */
export const anyDay = '2000-01-01';

function byField(conditions: readonly DraftCondition[]): Map<string, DraftCondition[]> {
  const groups = new Map<string, DraftCondition[]>();
  for (const condition of conditions) {
    const group = groups.get(condition.field);
    if (group) group.push(condition);
    else groups.set(condition.field, [condition]);
  }
  return groups;
}

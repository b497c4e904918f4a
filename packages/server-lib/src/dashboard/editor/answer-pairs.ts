import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { nextItemId } from './item-ids.js';

/**
 * Returns the position of the target of each option of a match question. Undefined if options share a target, or if an option has
 * none.
 */
export function pairedTargets({ type, options, targets, answer }: JsonObject): readonly number[] | undefined {
  if (type !== 'match') return undefined;
  const ids = objectsIn(targets).map(({ id }) => id);
  const positions = objectsIn(options).map(({ id }) => ids.indexOf(targetOf(answer, id) ?? null));
  const isPaired = !positions.includes(-1) && new Set(positions).size === positions.length;
  return isPaired && positions.length > 0 ? positions : undefined;
}

/** Returns a match question in which each option has a target. Options without one get a new target. */
export function completePairs(question: JsonObject): JsonObject {
  if (question['type'] !== 'match') return question;
  const targets = [...objectsIn(question['targets'])];
  const pairs = objectsIn(question['options']).flatMap(({ id }, index): [string, JsonValue][] => {
    if (typeof id !== 'string') return [];
    const known = targetOf(question['answer'], id);
    if (targets.some((target) => target['id'] === known)) return [[id, known ?? '']];
    const added = nextItemId('targets', targets);
    targets.push({ id: added, label: `Match ${index + 1}` });
    return [[id, added]];
  });
  return { ...question, targets, answer: Object.fromEntries(pairs) };
}

/** Returns a changed definition, in which the targets of pairs are added, moved and removed with their options. */
export function keepPairs(before: JsonObject, after: JsonObject): JsonObject {
  const { questions } = after;
  if (!Array.isArray(questions)) return after;
  const paired = new Map(
    objectsIn(before['questions'])
      .filter((question) => pairedTargets(question) !== undefined)
      .map((question) => [question['id'], question]),
  );
  const follow = (question: JsonValue): JsonValue => {
    const old = isJsonObject(question) ? paired.get(question['id']) : undefined;
    return isJsonObject(question) && old ? followOptions(old, question) : question;
  };
  return paired.size === 0 ? after : { ...after, questions: questions.map(follow) };
}

function followOptions(before: JsonObject, question: JsonObject): JsonObject {
  const idsIn = ({ options }: JsonObject) => objectsIn(options).map(({ id }) => id);
  const ids = idsIn(question);
  if (question['type'] !== 'match' || idsIn(before).join() === ids.join()) return question;
  const gone = idsIn(before)
    .filter((id) => !ids.includes(id))
    .map((id) => targetOf(before['answer'], id));
  const kept = objectsIn(question['targets']).filter(({ id }) => typeof id !== 'string' || !gone.includes(id));
  const complete = completePairs({ ...question, targets: kept });
  const positions = pairedTargets(complete);
  if (!positions) return complete;
  const list = objectsIn(complete['targets']);
  const others = list.filter((_target, at) => !positions.includes(at));
  return { ...complete, targets: [...positions.flatMap((at) => list[at] ?? []), ...others] };
}

/** Returns the ID of the target of an option. */
function targetOf(answer: JsonValue | undefined, option: JsonValue | undefined): string | undefined {
  if (!isJsonObject(answer) || typeof option !== 'string' || !Object.hasOwn(answer, option)) return undefined;
  const target = answer[option];
  return typeof target === 'string' ? target : undefined;
}

/** Returns the items of a list. Empty if it has items that are written as their labels alone, which have no IDs. */
function objectsIn(list: JsonValue | undefined): readonly JsonObject[] {
  if (!Array.isArray(list)) return [];
  const objects = list.filter((item: JsonValue) => isJsonObject(item));
  return objects.length === list.length ? objects : [];
}

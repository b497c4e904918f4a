import type { JsonObject, JsonValue } from '../../base/validation/json-value.js';
import type { Issue } from '../../shared/faults/fault.js';
import { itemsOf } from './render-member.js';

/** Returns whether a fault is in the answer key of a question. */
export const isKeyIssue = ({ path }: Issue): boolean => /^questions\.\d+\.answer(\.|$)/.test(path);

/** Returns a quiz in which each question has some answer key, to show a draft whose keys are not chosen yet. */
export function withPlaceholderKeys(draft: JsonObject): JsonObject {
  return {
    ...draft,
    questions: itemsOf(draft['questions']).map((item) => ({ ...item, answer: placeholderKey(item) })),
  };
}

function placeholderKey({ type, options, targets }: JsonObject): JsonValue {
  const [ids, matches] = [idsOf(options), idsOf(targets)];
  const [first = ''] = ids;
  switch (type) {
    case 'single':
      return first;
    case 'multiple':
      return [first];
    case 'boolean':
      return true;
    case 'number':
      return { value: 0 };
    case 'order':
      return ids;
    case 'match':
      return Object.fromEntries(ids.map((id) => [id, matches[0] ?? '']));
    default:
      return ['x'];
  }
}

function idsOf(list: JsonValue | undefined): string[] {
  return itemsOf(list).flatMap(({ id }) => (typeof id === 'string' ? id : []));
}

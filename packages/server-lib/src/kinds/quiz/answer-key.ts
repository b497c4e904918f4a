import type { Question, QuestionDraft, QuestionType } from '../../shared/contract/resources.js';
import { type Fault, fault } from '../../shared/faults/fault.js';
import type { ItemWithId } from '../inputs/option-list.js';

type Key = QuestionDraft['answer'];

/** A question type and its answer key. */
export type TypedKey = {
  [Type in QuestionType]: Pick<Extract<Question, { type: Type }>, 'type' | 'answer'>;
}[QuestionType];

/** Validates the answer key of a question. Returns the key, or a fault. */
export function validateKey(
  type: QuestionType,
  key: Key,
  options: readonly ItemWithId[],
  targets: readonly ItemWithId[],
): TypedKey | { readonly fault: Fault } {
  switch (type) {
    case 'single':
      if (typeof key !== 'string') return { fault: fault('key_not_option_id') };
      return idsOf(options).has(key) ? { type, answer: key } : { fault: unknownOptionFault(key) };
    case 'multiple':
      return validateIdsKey(key, options, (answer) => ({ type, answer }));
    case 'order':
      return validateIdsKey(key, options, (answer) =>
        answer.length === options.length ? { type, answer } : { fault: fault('key_without_option') },
      );
    case 'boolean':
      return typeof key === 'boolean' ? { type, answer: key } : { fault: fault('not_a_boolean') };
    case 'text':
      if (!Array.isArray(key) || key.length === 0) return { fault: fault('key_not_texts') };
      return { type, answer: key };
    case 'number':
      if (!isNumberKey(key)) return { fault: fault('key_not_number') };
      return { type, answer: { value: key.value, tolerance: key.tolerance ?? 0 } };
    case 'match':
      return validateMatchKey(key, options, targets);
  }
}

function validateIdsKey(
  key: Key,
  options: readonly ItemWithId[],
  use: (ids: string[]) => ReturnType<typeof validateKey>,
): ReturnType<typeof validateKey> {
  if (!Array.isArray(key) || key.length === 0) return { fault: fault('key_not_option_ids') };
  const optionIds = idsOf(options);
  const unknown = key.find((id) => !optionIds.has(id));
  if (unknown !== undefined) return { fault: unknownOptionFault(unknown) };
  return new Set(key).size === key.length ? use(key) : { fault: fault('key_duplicate_option') };
}

function validateMatchKey(
  key: Key,
  options: readonly ItemWithId[],
  targets: readonly ItemWithId[],
): ReturnType<typeof validateKey> {
  if (typeof key !== 'object' || Array.isArray(key) || isNumberKey(key)) {
    return { fault: fault('key_not_pairs') };
  }
  const pairs = Object.entries(key).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  const [optionIds, targetIds] = [idsOf(options), idsOf(targets)];
  const unknownOption = pairs.find(([left]) => !optionIds.has(left));
  if (unknownOption) return { fault: unknownOptionFault(unknownOption[0]) };
  const unknownTarget = pairs.find(([, right]) => !targetIds.has(right));
  if (unknownTarget) return { fault: fault('key_unknown_target', { id: unknownTarget[1] }) };
  if (pairs.length < options.length) return { fault: fault('key_without_target') };
  return { type: 'match', answer: Object.fromEntries(pairs) };
}

function isNumberKey(key: Key): key is { value: number; tolerance?: number | undefined } {
  return typeof key === 'object' && 'value' in key && typeof key.value === 'number';
}

function idsOf(items: readonly ItemWithId[]): ReadonlySet<string> {
  return new Set(items.map(({ id }) => id));
}

function unknownOptionFault(id: string): Fault {
  return fault('key_unknown_option', { id });
}

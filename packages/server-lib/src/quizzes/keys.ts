import type { Part } from '../inputs/options.js';
import type { Question, QuestionDraft, QuestionType } from './contract.js';

type Key = QuestionDraft['answer'];

/** A type with the key that goes with it. */
export type Keyed = {
  [Type in QuestionType]: Pick<Extract<Question, { type: Type }>, 'type' | 'answer'>;
}[QuestionType];

/** A question's key as its type has it; or a sentence, where it is none. */
export function keyFor(
  type: QuestionType,
  key: Key,
  options: readonly Part[],
  targets: readonly Part[],
): Keyed | { readonly fault: string } {
  switch (type) {
    case 'single':
      if (typeof key !== 'string') return { fault: 'Must be the id of an option.' };
      return has(options, key) ? { type, answer: key } : { fault: notAnOption(key) };
    case 'multiple':
      return idsKey(key, options, (answer) => ({ type, answer }));
    case 'order':
      return idsKey(key, options, (answer) =>
        answer.length === options.length ? { type, answer } : { fault: 'Must name every option once.' },
      );
    case 'boolean':
      return typeof key === 'boolean' ? { type, answer: key } : { fault: 'Must be true or false.' };
    case 'text':
      if (!Array.isArray(key) || key.length === 0) return { fault: 'Must be a list of texts that are right.' };
      return { type, answer: key };
    case 'number':
      if (!isNumberKey(key)) return { fault: 'Must be an object of value and tolerance.' };
      return { type, answer: { value: key.value, tolerance: key.tolerance ?? 0 } };
    case 'match':
      return matchKey(key, options, targets);
  }
}

function idsKey(
  key: Key,
  options: readonly Part[],
  use: (ids: string[]) => ReturnType<typeof keyFor>,
): ReturnType<typeof keyFor> {
  if (!Array.isArray(key) || key.length === 0) return { fault: 'Must be a list of option ids.' };
  const unknown = key.find((id) => !has(options, id));
  if (unknown !== undefined) return { fault: notAnOption(unknown) };
  return new Set(key).size === key.length ? use(key) : { fault: 'Must not name an option twice.' };
}

function matchKey(key: Key, options: readonly Part[], targets: readonly Part[]): ReturnType<typeof keyFor> {
  if (typeof key !== 'object' || Array.isArray(key) || isNumberKey(key)) {
    return { fault: 'Must be an object of target ids by option id.' };
  }
  const pairs = Object.entries(key).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  const stranger = pairs.find(([left]) => !has(options, left));
  if (stranger) return { fault: notAnOption(stranger[0]) };
  const astray = pairs.find(([, right]) => !has(targets, right));
  if (astray) return { fault: `"${astray[1]}" is not the id of a target.` };
  if (pairs.length < options.length) return { fault: 'Must give every option its target.' };
  return { type: 'match', answer: Object.fromEntries(pairs) };
}

function isNumberKey(key: Key): key is { value: number; tolerance?: number | undefined } {
  return typeof key === 'object' && 'value' in key && typeof key.value === 'number';
}

function has(parts: readonly Part[], wanted: string): boolean {
  return parts.some(({ id }) => id === wanted);
}

function notAnOption(id: string): string {
  return `"${id}" is not the id of an option.`;
}

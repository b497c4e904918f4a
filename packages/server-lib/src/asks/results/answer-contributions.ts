import { LRUCache } from 'lru-cache';
import { form } from '../../forms/form-kind.js';
import { poll } from '../../polls/poll-kind.js';
import { quiz } from '../../quizzes/quiz-kind.js';
import type { AskKind } from '../ask-types.js';
import { type Counting, countingOf } from '../kind-definition.js';

/** How each kind's answers are counted. */
const readers: Readonly<Record<AskKind, (definition: string) => Counting>> = {
  poll: countingOf(poll),
  quiz: countingOf(quiz),
  form: countingOf(form),
};

/** Kept by the definition's text, which says all there is to know. */
const kept = new LRUCache<string, Counting>({ max: 1_000, maxSize: 16 * 1024 * 1024 });

export function countingFor({ kind, definition }: { kind: AskKind; definition: string }): Counting {
  const known = kept.get(definition);
  if (known) return known;
  const counting = readers[kind](definition);
  kept.set(definition, counting, { size: definition.length });
  return counting;
}

import { LRUCache } from 'lru-cache';
import { form } from '../../forms/form-kind.js';
import { poll } from '../../polls/poll-kind.js';
import { quiz } from '../../quizzes/quiz-kind.js';
import type { AskKind } from '../ask-types.js';
import { type AnswerCounter, answerCounterOf } from '../kind-definition.js';

/** How each kind's answers are counted. */
const readers: Readonly<Record<AskKind, (definition: string) => AnswerCounter>> = {
  poll: answerCounterOf(poll),
  quiz: answerCounterOf(quiz),
  form: answerCounterOf(form),
};

/** Kept by the definition's text, which says all there is to know. */
const kept = new LRUCache<string, AnswerCounter>({ max: 1_000, maxSize: 16 * 1024 * 1024 });

export function answerCounterFor({ kind, definition }: { kind: AskKind; definition: string }): AnswerCounter {
  const known = kept.get(definition);
  if (known) return known;
  const counting = readers[kind](definition);
  kept.set(definition, counting, { size: definition.length });
  return counting;
}

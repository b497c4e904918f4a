import { LRUCache } from 'lru-cache';
import { form } from '../../forms/form-kind.js';
import { poll } from '../../polls/poll-kind.js';
import { quiz } from '../../quizzes/quiz-kind.js';
import type { AskKind } from '../ask-types.js';
import { type AnswerCounter, answerCounterFactory } from '../kind-definition.js';

/** How each kind's answers are counted. */
const counterFactories: Readonly<Record<AskKind, (definition: string) => AnswerCounter>> = {
  poll: answerCounterFactory(poll),
  quiz: answerCounterFactory(quiz),
  form: answerCounterFactory(form),
};

/** Kept by the definition's text, which says all there is to know. */
const cache = new LRUCache<string, AnswerCounter>({ max: 1_000, maxSize: 16 * 1024 * 1024 });

export function answerCounterFor({ kind, definition }: { kind: AskKind; definition: string }): AnswerCounter {
  const known = cache.get(definition);
  if (known) return known;
  const counting = counterFactories[kind](definition);
  cache.set(definition, counting, { size: definition.length });
  return counting;
}

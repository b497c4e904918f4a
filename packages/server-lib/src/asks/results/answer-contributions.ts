import { LRUCache } from 'lru-cache';
import { form } from '../../forms/form-kind.js';
import { poll } from '../../polls/poll-kind.js';
import { quiz } from '../../quizzes/quiz-kind.js';
import type { AskKind } from '../ask-types.js';
import { type AnswerCounter, answerCounterFactory } from '../kind-definition.js';

/** Creates the answer counter of a definition, by kind. */
const counterFactories: Readonly<Record<AskKind, (definition: string) => AnswerCounter>> = {
  poll: answerCounterFactory(poll),
  quiz: answerCounterFactory(quiz),
  form: answerCounterFactory(form),
};

/** Keyed by the text of the definition, because a counter depends on nothing else. */
const cache = new LRUCache<string, AnswerCounter>({ max: 1_000, maxSize: 16 * 1024 * 1024 });

export function answerCounterFor({ kind, definition }: { kind: AskKind; definition: string }): AnswerCounter {
  const cached = cache.get(definition);
  if (cached) return cached;
  const counter = counterFactories[kind](definition);
  cache.set(definition, counter, { size: definition.length });
  return counter;
}

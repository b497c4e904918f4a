import { LRUCache } from 'lru-cache';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { AnswerCounter } from '../kind-definition.js';

/** Creates the answer counter of a stored definition. */
type CounterOfDefinition = (definition: string) => AnswerCounter;

const counters = new Map<AskKind, CounterOfDefinition>();

/** Registers the counter of a kind. This module cannot import the kinds, because they depend on it. */
export function registerAnswerCounter(kind: AskKind, counter: CounterOfDefinition): void {
  counters.set(kind, counter);
}

/** Keyed by the text of the definition, because a counter depends on nothing else. */
const cache = new LRUCache<string, AnswerCounter>({ max: 1_000, maxSize: 16 * 1024 * 1024 });

export function answerCounterFor({ kind, definition }: { kind: AskKind; definition: string }): AnswerCounter {
  const cached = cache.get(definition);
  if (cached) return cached;
  const counter = counters.get(kind)?.(definition);
  if (!counter) throw new Error(`The kind ${kind} is not registered.`);
  cache.set(definition, counter, { size: definition.length });
  return counter;
}

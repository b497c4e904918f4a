import { LRUCache } from 'lru-cache';
import type { AskKind } from '../ask-types.js';
import type { AnswerCounter } from '../kind-definition.js';

/** Returns how the answers to a stored definition are counted. */
type CounterOfDefinition = (definition: string) => AnswerCounter;

const counters = new Map<AskKind, CounterOfDefinition>();

/** Registers a kind's counter. Kinds build upon this module, so it does not import them. */
export function registerAnswerCounter(kind: AskKind, counter: CounterOfDefinition): void {
  counters.set(kind, counter);
}

/** By the text of the definition. */
const cache = new LRUCache<string, AnswerCounter>({ max: 1_000, maxSize: 16 * 1024 * 1024 });

export function answerCounterFor({ kind, definition }: { kind: AskKind; definition: string }): AnswerCounter {
  const cached = cache.get(definition);
  if (cached) return cached;
  const counter = counters.get(kind)?.(definition);
  if (!counter) throw new Error(`The kind ${kind} is not registered.`);
  cache.set(definition, counter, { size: definition.length });
  return counter;
}

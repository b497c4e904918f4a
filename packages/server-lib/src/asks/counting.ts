import { LRUCache } from 'lru-cache';
import { poll } from '../polls/poll.js';
import { quiz } from '../quizzes/quiz.js';
import type { AskKind } from './contract.js';
import { type Counting, countingOf } from './kind.js';

/** How each kind's answers are counted. */
const readers: Partial<Record<AskKind, (definition: string) => Counting>> = {
  poll: countingOf(poll),
  quiz: countingOf(quiz),
};

/** Kept by the definition's text, which says all there is to know. */
const kept = new LRUCache<string, Counting>({ max: 1_000 });

export function countingFor({ kind, definition }: { kind: AskKind; definition: string }): Counting {
  const known = kept.get(definition);
  if (known) return known;
  const reader = readers[kind];
  if (!reader) throw new Error(`No ${kind} can be counted.`);
  const counting = reader(definition);
  kept.set(definition, counting);
  return counting;
}

import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type { Store } from '../../db/store.js';
import { countStarts } from '../../kinds/quiz/count-starts.js';
import { needsStart, type QuizOwn } from '../../kinds/quiz/stored-quiz.js';
import type { Figure } from '../../shared/presentation/results/blocks.js';
import { number } from '../numbers.js';
import { percent } from '../owner-localizer.js';

/**
 * Returns how many visitors started a quiz, and how many of them finished. Starts are stored only if the quiz must be started and its
 * visitors can be distinguished.
 */
export async function quizStartFigures(
  store: Store,
  { seq, own, terms }: StoredAsk<QuizOwn>,
): Promise<readonly Figure[]> {
  if (!needsStart(own) || terms.one_per === null) return [];
  const counted = await store.report(countStarts, { ask: seq });
  if (!counted || counted.started === 0) return [];
  const { started, finished } = counted;
  return [
    { name: 'Visitors who started', value: number(started) },
    { name: 'Of them finished', value: `${number(finished)} (${percent(finished / started)})` },
  ];
}

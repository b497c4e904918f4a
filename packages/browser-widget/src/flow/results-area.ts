import type { AskKind, PublicKinds } from '@askwell/server/contract';
import type { AskContext } from '../kinds/kind.js';
import { loadResults } from '../results/load.js';
import { type Child, h } from '../ui/dom.js';

/**
 * Returns an element for the outcome of an answer and the results, which are updated until the signal is aborted. Returns null
 * if there is nothing to show. The code that renders both is loaded on demand.
 */
export function resultsArea<K extends AskKind>(
  context: AskContext<K>,
  over: AbortSignal,
  receipt?: PublicKinds[K]['receipt'],
): Child {
  const { kind, results, view } = context;
  // The code also says that results are shown later.
  if (!results && !(receipt && (kind.attemptOf || view.results_visibility !== 'never'))) return null;
  const area = h('div', 'standing');
  loadResults().then(
    ({ show }) => over.aborted || show(area, context, over, receipt),
    // The answer is recorded, even if the results cannot be shown.
    () => {},
  );
  return area;
}

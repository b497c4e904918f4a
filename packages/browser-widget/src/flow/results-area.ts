import type { AskKind, PublicKinds } from '@askwell/server/contract';
import { loadResults } from '../results/load.js';
import { type Child, h } from '../ui/dom.js';
import type { Visit } from './ask-context.js';

/**
 * What came of an answer and how the ask stands, moving with the answers of others until the signal; nothing where
 * neither is to be told. It comes a moment later, since what draws it is loaded only where there is something to draw.
 */
export function standing<K extends AskKind>(
  visit: Visit<K>,
  over: AbortSignal,
  receipt?: PublicKinds[K]['receipt'],
): Child {
  if (!visit.results && !(receipt && visit.kind.isTold)) return null;
  const place = h('div', 'standing');
  loadResults(visit.server).then(
    ({ show }) => over.aborted || show(place, visit, over, receipt),
    // Who has answered has answered, whatever is missing.
    () => {},
  );
  return place;
}

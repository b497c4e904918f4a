import type { AskKind, LiveResults, PublicKinds } from '@askwell/server/contract';
import { type Child, h, morph } from '../dom.js';
import { follow } from '../live.js';
import type { Visit } from './visit.js';

/** How an ask stands, moving with the answers of others until the signal; nothing where it is not to be seen. */
export function standing<K extends AskKind>(
  visit: Visit<K>,
  over: AbortSignal,
  receipt?: PublicKinds[K]['receipt'],
): Child {
  const { kind, view, url, t } = visit;
  const draw = (results: PublicKinds[K]['results']) =>
    h('div', 'results', kind.results(view, results, receipt, t), view.accepting && h('p', 'live', t('Live')));
  if (!visit.results) return null;
  const node = draw(visit.results);
  if (view.accepting) {
    const move = (data: string) => {
      const results: LiveResults<K> = JSON.parse(data);
      visit.results = results;
      morph(node, draw(results));
    };
    follow(`${url}/live${receipt ? `?answer=${receipt.id}` : ''}`, move, over);
  }
  return node;
}

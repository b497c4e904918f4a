import type { AskKind, LiveResults, PublicKinds } from '@askwell/server/contract';
import { h, morph } from '../dom.js';
import { follow } from '../live.js';
import { recall } from '../memory.js';
import type { Visit } from './visit.js';

/** How an ask stands, moving with the answers of others for as long as it is seen. */
export function showResults<K extends AskKind>(
  visit: Visit<K>,
  receipt: PublicKinds[K]['receipt'] | undefined,
): HTMLElement {
  const { kind, view, url, id, signal, stage } = visit;
  const draw = () => {
    const { results, t } = visit;
    return h('div', { class: 'results', part: 'results' }, results && kind.results(view, results, receipt, t));
  };
  const node = draw();
  if (!view.accepting) return node;
  const { answer } = recall(id);
  const stop = follow(answer ? `${url}/live?answer=${answer}` : `${url}/live`, (data) => {
    if (!node.isConnected) return stop();
    const results: LiveResults<K> = JSON.parse(data);
    visit.results = results;
    morph(node, draw());
    stage.host.toggleAttribute('live', true);
  });
  signal.addEventListener('abort', stop);
  return node;
}

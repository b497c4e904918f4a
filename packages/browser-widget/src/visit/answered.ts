import type { AskKind, PublicKinds } from '@askwell/server/contract';
import { type Child, h } from '../dom.js';
import { webUrl } from '../host.js';
import { ask } from './ask.js';
import { button, message } from './faces.js';
import { showResults } from './standing.js';
import type { Visit } from './visit.js';

/** Thanks for an answer, and shows what the visitor may know now. */
export function showAnswered<K extends AskKind>(visit: Visit<K>, receipt: PublicKinds[K]['receipt']): void {
  const { show, kind, view, results, load, t } = visit;
  const url = webUrl(view.after?.url);
  const { given } = kind;
  const again: Child[] = [];
  if (view.accepting && view.allow_change) again.push(button(t('change'), () => ask(visit, given?.(receipt))));
  else if (view.accepting && kind.mayRepeat(view)) again.push(button(t('again'), () => load('again')));
  show(
    'answered',
    message(view.after?.message ?? t('thanks')),
    kind.outcome(view, receipt, t),
    results && showResults(visit, receipt),
    h(
      'div',
      { class: 'actions' },
      url && h('a', { class: 'button primary', part: 'button', href: url }, t('continue')),
      again,
    ),
  );
}

import type { AskKind, PublicKinds } from '@askwell/server/contract';
import type { AfterAnswer } from '../../../server-lib/src/shared/presentation/after-answer.js';
import type { AskContext } from '../kinds/kind.js';
import { h } from '../ui/dom.js';
import { button, message, webUrl } from '../ui/parts.js';
import { previousValues } from './host-page.js';
import { readState } from './local-state.js';
import { resultsArea } from './results-area.js';

/** Returns what follows an answer. */
export function afterAnswer<K extends AskKind>(
  { kind, view }: AskContext<K>,
  receipt: PublicKinds[K]['receipt'],
): AfterAnswer | null {
  return kind.afterIn ? kind.afterIn(receipt, view) : view.after;
}

/** Confirms an answer, and shows the results that the visitor may see now. */
export function showAnswered<K extends AskKind>(context: AskContext<K>, receipt: PublicKinds[K]['receipt']): void {
  const { show, display, kind, stateKey, view, load, t } = context;
  const { answer, last } = readState(stateKey);
  const after = afterAnswer(context, receipt);
  const url = webUrl(after?.url);
  const more =
    view.accepting &&
    (view.allow_change && !kind.start?.isNeeded(view)
      ? button(t('Change your answer'), () =>
          context.showForm(
            context,
            previousValues(kind.previousAnswers?.(receipt) ?? (answer === receipt.id ? last : undefined)),
          ),
        )
      : (view.allow_change || view.one_per === null || kind.mayRepeat?.(view)) &&
        button(t('Answer again'), () => load('again')));
  const { timeUp } = context;
  const title = after?.title;
  const text = after?.message ?? (title ? '' : t('Thank you. Your answer has been received.'));
  const thanks = h('div', 'message thanks', h('div', '', title && h('h3', 'text', title), t.richText(text, 'text')));
  const hadFocus = show('answered', (over) => [
    timeUp && message(timeUp),
    thanks,
    resultsArea(context, over, receipt),
    h('div', 'actions', url && h('a', { class: 'button primary', href: url }, after?.label ?? t('Continue')), more),
  ]);
  // Screen readers read the message when it gets the focus. Do not announce it twice.
  display.announce(hadFocus ? '' : timeUp || thanks.innerText);
}

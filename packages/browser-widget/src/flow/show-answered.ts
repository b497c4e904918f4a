import type { AskKind, PublicKinds } from '@askwell/server/contract';
import { h } from '../ui/dom.js';
import { button, message, webUrl } from '../ui/parts.js';
import type { Visit } from './ask-context.js';
import { givenIn } from './host-page.js';
import { recall } from './local-state.js';
import { standing } from './results-area.js';
import { ask } from './show-form.js';

/** Thanks for an answer, and shows what the visitor may know now. */
export function showAnswered<K extends AskKind>(visit: Visit<K>, receipt: PublicKinds[K]['receipt']): void {
  const { show, stage, kind, place, view, load, t } = visit;
  const url = webUrl(view.after?.url);
  const more =
    view.accepting &&
    (view.allow_change && !kind.start?.isNeeded(view)
      ? button(t('Change your answer'), () => ask(visit, givenIn(kind.given?.(receipt) ?? recall(place).last)))
      : (view.allow_change || view.one_per === null || kind.mayRepeat?.(view)) &&
        button(t('Answer again'), () => load('again')));
  const thanks = view.after?.message ?? t('Thank you. Your answer has been received.');
  const hadFocus = show('answered', (over) => [
    message(thanks),
    standing(visit, over, receipt),
    h('div', 'actions', url && h('a', { class: 'button primary', href: url }, t('Continue')), more),
  ]);
  // Who is taken there by the focus reads it there.
  stage.say(hadFocus ? '' : thanks);
}

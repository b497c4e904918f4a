import type { AskKind, PublicKinds } from '@askwell/server/contract';
import { h } from '../dom.js';
import { givenIn } from '../host.js';
import { recall } from '../memory.js';
import { ask } from './ask.js';
import { button, message, webUrl } from './faces.js';
import { standing } from './standing.js';
import type { Visit } from './visit.js';

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

import type { AskKind } from '@askwell/server/contract';
import { type Item, item } from '../inputs/control.js';
import { line } from '../inputs/text-input.js';
import type { Visit } from './ask-context.js';
import { givenTo } from './host-page.js';

/** What is asked of the visitor beside the questions: who takes a quiz, where the page wants to know, and a ticket. */
export function asideItems<K extends AskKind>({ stage, view, kind, t }: Visit<K>, asked: readonly Item[]): Item[] {
  const wanted = kind.name === 'quiz' ? stage.host.getAttribute('collect') : null;
  const all = [
    wanted?.includes('name') && { id: 'name', label: t('Your name'), type: 'text', max_length: 100 },
    wanted?.includes('email') && { id: 'email', label: t('Your email'), type: 'email' },
    view.one_per === 'ticket' && { id: 'ticket', label: t('Your ticket'), type: 'text', required: true },
  ];
  const items = all.flatMap((one) => (one ? item(one, line(one, t), t) : []));
  const told = givenTo(stage.host);
  for (const { id, fill } of items) {
    // What is asked may be called so, too, but never with a dot before it.
    fill?.(asked.some((item) => item.id === id) ? told(`.${id}`) : told(`.${id}`, id));
  }
  return items;
}

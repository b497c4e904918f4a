import type { AskKind } from '@askwell/server/contract';
import { type Item, item } from '../inputs/control.js';
import { line } from '../inputs/line.js';
import type { Visit } from './visit.js';

/** What is asked of the visitor beside the questions: who takes a quiz, where the page wants to know, and a ticket. */
export function asideItems<K extends AskKind>({ stage, view, kind, t }: Visit<K>): Item[] {
  const wanted = kind.name === 'quiz' ? stage.host.getAttribute('collect') : null;
  const all = [
    wanted?.includes('name') && { id: 'name', label: t('Your name'), type: 'text', max_length: 100 },
    wanted?.includes('email') && { id: 'email', label: t('Your e-mail'), type: 'email' },
    view.one_per === 'ticket' && { id: 'ticket', label: t('Your ticket'), type: 'text', required: true },
  ];
  return all.flatMap((one) => (one ? item(one, line(one, t), t) : []));
}

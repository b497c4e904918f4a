import type { AskKind, PublicQuiz } from '@askwell/server/contract';
import { type FormItem, formItem } from '../inputs/control.js';
import { textInput } from '../inputs/text-input.js';
import type { AskContext } from '../kinds/kind.js';
import { prefillFor } from './host-page.js';

/**
 * Returns the fields that are not part of the ask: a ticket, and the contact details of a quiz. The attribute `collect` overrides the
 * contact details that the quiz asks for.
 */
export function extraFields<K extends AskKind>(
  { display, view, kind, t }: AskContext<K>,
  ownItems: readonly FormItem[],
): FormItem[] {
  const { collect_name, collect_email }: Partial<PublicQuiz> = view;
  const asked = [collect_name && 'name', collect_email && 'email'];
  const collect = kind.name === 'quiz' ? (display.host.getAttribute('collect') ?? asked) : [];
  const hint = t('Optional. The owner of this quiz will see it.');
  const hasName = collect.includes('name');
  const all = [
    hasName && { id: 'name', label: t('Your name'), hint, type: 'text', max_length: 100 },
    collect.includes('email') && { id: 'email', label: t('Your email'), hint: hasName ? null : hint, type: 'email' },
    view.one_per === 'ticket' && {
      id: 'ticket',
      label: t('Your ticket'),
      hint: `${t('You need a ticket to answer.')} ${t('Open the link you received, which contains the ticket, or enter the ticket here.')}`,
      type: 'text',
      required: true,
    },
  ];
  const items = all.flatMap((one) => (one ? formItem(one, textInput(one, t), t) : []));
  const prefill = prefillFor(display.host);
  for (const { id, setAnswer } of items) {
    // A field of the ask may have the same ID, but no ID begins with a dot.
    setAnswer?.(ownItems.some((item) => item.id === id) ? prefill(`.${id}`) : prefill(`.${id}`, id));
  }
  return items;
}

import type { AskKind } from '@askwell/server/contract';
import { type FormItem, formItem } from '../inputs/control.js';
import { textInput } from '../inputs/text-input.js';
import type { AskContext } from '../kinds/kind.js';
import { prefillFor } from './host-page.js';

/** Returns the fields that are not part of the ask: the contact details that some kinds ask for, and a ticket. */
export function extraFields<K extends AskKind>(context: AskContext<K>, ownItems: readonly FormItem[]): FormItem[] {
  const { display, view, kind, t } = context;
  const all = [
    ...(kind.contactFields?.(context) ?? []),
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

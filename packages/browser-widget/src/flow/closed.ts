import type { PublicHead } from '@askwell/server/contract';
import type { WidgetText } from '../../../server-lib/src/shared/messages/english.js';
import type { ClosedState } from '../ui/display.js';

/** The messages that are shown instead of a form. */
export const closedMessages: Readonly<Record<ClosedState, WidgetText>> = {
  closed: 'This is closed.',
  not_open: 'This opens on {time}.',
  full: 'No more answers are accepted.',
  already_answered: 'You have already answered.',
  too_late: 'Time is up.',
};

/** Returns whether an error code is the reason why the ask takes no answer from this visitor. */
export function isClosedState(code: string): code is ClosedState {
  return code in closedMessages;
}

/** Returns why an ask accepts no answers. */
export function whyClosed({ status, opens_at, closes_at }: PublicHead): ClosedState {
  if (status === 'closed' || (closes_at && Date.parse(closes_at) <= Date.now())) return 'closed';
  return opens_at && Date.parse(opens_at) > Date.now() ? 'not_open' : 'full';
}

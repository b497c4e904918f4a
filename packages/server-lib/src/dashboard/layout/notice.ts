import { type Html, html } from '../../base/html.js';
import { icons } from '../../web/ui/icons.js';

/** Messages after a form was handled, by the value of the query parameter `notice`. */
const notices = {
  published: 'Published. Visitors can answer now.',
  'changes-published': 'Changes published.',
  'changes-discarded': 'Changes discarded.',
  'changes-merged': 'Saved, together with changes of another tab or person.',
  'translation-imported': 'Translation imported.',
  'texts-translated': 'Missing texts translated. Check them before you publish.',
  'asks-opened': 'Opened. Visitors can answer now.',
  'asks-closed': 'Closed. No more answers are accepted.',
  'asks-archived': 'Archived.',
  'asks-restored': 'Moved back from the archive. Reopen it to accept answers.',
  'asks-deleted': 'Deleted.',
  'asks-duplicated': 'Duplicated. The copy is a draft.',
  'nothing-selected': 'Nothing was selected.',
  'key-deleted': 'API key deleted. Requests with this key are rejected.',
  'site-created': 'Site created.',
  'site-saved': 'Changes saved.',
  'site-design-saved': 'Design of the site saved.',
  'site-deleted': 'Site deleted.',
  'webhook-saved': 'Changes saved.',
  'webhook-enabled': 'Webhook enabled. It gets events from now on.',
  'webhook-disabled': 'Webhook disabled. No events are sent.',
  'webhook-deleted': 'Webhook deleted.',
  'webhook-replayed': 'The event is sent again.',
  'webhook-tested': 'The test message was sent. Its outcome is in the list of deliveries.',
  'name-saved': 'Name saved.',
  'email-saved': 'Email saved. Use it the next time you sign in.',
  'email-verified': 'Email verified.',
  'link-sent': 'Link sent. Check your email, and your spam folder.',
  'password-changed': 'Password changed. All other browsers are signed out.',
  'notices-saved': 'Email notices saved.',
  'password-reset': 'Password changed. All browsers are signed out. Sign in with the new password.',
  'ticket-withdrawn': 'Ticket withdrawn. Its link does not work any more.',
  'tickets-withdrawn': 'Unused tickets withdrawn. Their links do not work any more.',
  'session-ended': 'Browser signed out.',
  'others-ended': 'All other browsers are signed out.',
  'answer-deleted': 'Answer deleted. The results follow.',
  'answers-deleted': 'Answers deleted. The results follow.',
  'answers-gone': 'Nothing was left to delete. These answers were deleted before.',
  'answers-tagged': 'Tags saved.',
  'answers-full': 'Tags saved, except where an answer would have more than 20.',
  'answers-unselected': 'Select answers first.',
  'note-saved': 'Tags and note saved.',
  'result-link-created': 'Results link created. Anyone with the link sees the results.',
  'result-link-withdrawn': 'Results link withdrawn. It no longer shows the results.',
} as const;

/** The name of a notice. */
export type Notice = keyof typeof notices;

/**
 * Renders a notice by name; null for an unknown name.
 *
 * @param changed The number of changed answers, as the query says it.
 */
export function notice(name: string | undefined, changed?: string): Html | null {
  const known = Object.entries(notices).find(([key]) => key === name);
  if (!known) return null;
  const answers = changed !== undefined && /^\d{1,9}$/.test(changed) ? Number(changed) : null;
  const count = answers === null ? '' : ` ${answers.toLocaleString('en')} ${answers === 1 ? 'answer' : 'answers'}.`;
  return html`<p class="notice" role="status">${icons.done}<span>${known[1]}${count}</span></p>`;
}

/** Returns the URL of a page with a notice. */
export function withNotice(path: string, name: Notice): string {
  return `${path}${path.includes('?') ? '&' : '?'}notice=${name}`;
}

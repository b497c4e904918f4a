import { type Html, html } from '../web/html.js';
import { icons } from '../web/icons.js';

/** Messages after a form was handled, by the value of the query parameter `notice`. */
const notices = {
  published: 'Published. Visitors can answer now.',
  'changes-published': 'Changes published.',
  'changes-discarded': 'Changes discarded.',
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
  'password-changed': 'Password changed. All other browsers are signed out.',
  'ticket-withdrawn': 'Ticket withdrawn. Its link does not work any more.',
  'tickets-withdrawn': 'Unused tickets withdrawn. Their links do not work any more.',
  'session-ended': 'Browser signed out.',
  'others-ended': 'All other browsers are signed out.',
  'answer-deleted': 'Answer deleted. The results follow.',
  'answers-deleted': 'Answers deleted. The results follow.',
  'note-saved': 'Tags and note saved.',
  'result-link-created': 'Results link created. Anyone with the link sees the results.',
  'result-link-withdrawn': 'Results link withdrawn. It no longer shows the results.',
} as const;

/** The name of a notice. */
export type Notice = keyof typeof notices;

/** Renders a notice by name; null for an unknown name. */
export function notice(name: string | undefined): Html | null {
  const known = Object.entries(notices).find(([key]) => key === name);
  return known ? html`<p class="notice" role="status">${icons.done}<span>${known[1]}</span></p>` : null;
}

/** Returns the URL of a page with a notice. */
export function withNotice(path: string, name: Notice): string {
  return `${path}${path.includes('?') ? '&' : '?'}notice=${name}`;
}

import { type Html, html } from '../web/html.js';
import { icons } from '../web/icons.js';

/** What a page says once after a form did its work, by the name that stands in the address. */
const notices = {
  'key-deleted': 'The key is deleted. Requests that bring it are refused from now on.',
  'site-created': 'The site is created.',
  'site-saved': 'Your changes are saved.',
  'site-deleted': 'The site is deleted.',
  'password-changed': 'Your password is changed, and every other browser is logged out.',
  'session-ended': 'That browser is logged out.',
  'others-ended': 'Every other browser is logged out.',
} as const;

export type Notice = keyof typeof notices;

export function notice(name: string | undefined): Html | null {
  const known = Object.entries(notices).find(([key]) => key === name);
  return known ? html`<p class="notice" role="status">${icons.done}<span>${known[1]}</span></p>` : null;
}

/** An address that makes the page say something. */
export function withNotice(path: string, name: Notice): string {
  return `${path}?notice=${name}`;
}

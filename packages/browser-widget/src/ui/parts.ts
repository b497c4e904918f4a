import type { PublicHead } from '@askwell/server/contract';
import { titleId } from '../inputs/control.js';
import type { Key } from '../translate.js';
import { type Child, h } from './dom.js';
import type { Closed } from './screen.js';

/** What the author calls it and says of it. */
export function header({ title, description }: PublicHead): Child {
  return [h('h2', { id: titleId, class: 'title text' }, title), description && h('p', 'description text', description)];
}

/** Something said in place of what was asked. */
export function message(text: string, ...more: Child[]): HTMLElement {
  return h('div', 'message', h('p', 'text', text), more);
}

/** A button that is not the main one. */
export function button(text: string, click: (event: Event) => void, more = ''): HTMLElement {
  return h('button', { type: 'button', class: `button ${more}`, click }, text);
}

/** What is said in place of asking. */
export const reasons: Readonly<Record<Closed, Key>> = {
  closed: 'This is closed.',
  not_open: 'This opens on {time}.',
  full: 'No more answers are accepted.',
  already_answered: 'You have already answered.',
  too_late: 'Time is up.',
};

/** Whether a code says why nobody is asked. */
export function isReason(code: string): code is Closed {
  return code in reasons;
}

/** Why an ask that takes no answers takes none. */
export function whyClosed({ status, opens_at, closes_at }: PublicHead): Closed {
  if (status === 'closed' || (closes_at && Date.parse(closes_at) <= Date.now())) return 'closed';
  return opens_at && Date.parse(opens_at) > Date.now() ? 'not_open' : 'full';
}

/** How long it takes, as clocks show it. */
export function clockTime(seconds: number): string {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

/** An address of the web; a definition that stands in a page may hold anything. */
export function webUrl(url: string | null | undefined): string | undefined {
  return url && /^https?:/i.test(url) ? url : undefined;
}

import type { PublicHead } from '@askwell/server/contract';
import { titleId } from '../inputs/control.js';
import type { Translator } from '../translate.js';
import { type Child, h } from './dom.js';

/** Renders the title and the description of an ask. */
export function header({ title, description }: PublicHead, t: Translator): Child {
  return [
    h('h2', { id: titleId, class: 'title text' }, title),
    description && t.richText(description, 'description text'),
  ];
}

/** Renders a message that replaces the form. */
export function message(text: string, ...more: Child[]): HTMLElement {
  return h('div', 'message', h('p', 'text', text), more);
}

/** Renders a secondary button. */
export function button(text: string, click: (event: Event) => void, more = ''): HTMLElement {
  return h('button', { type: 'button', class: `button ${more}`, click }, text);
}

/** Returns an http(s) URL. An inline definition may contain any other, such as `javascript:`. */
export function webUrl(url: string | null | undefined): string | undefined {
  return url && /^https?:/i.test(url) ? url : undefined;
}

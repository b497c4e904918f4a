import type { PublicHead } from '@askwell/server/contract';
import { type Child, h } from '../dom.js';
import { titleId } from '../inputs/control.js';
import type { Stage } from '../stage.js';
import type { Words } from '../words.js';

/** What the author calls it and says of it. */
export function header({ title, description }: PublicHead): Child {
  return [
    h('h2', { id: titleId, class: 'text', part: 'title' }, title),
    description && h('p', { class: 'text', part: 'description' }, description),
  ];
}

/** Something said in place of what was asked. */
export function message(text: string, ...more: Child[]): HTMLElement {
  return h('div', { class: 'message', part: 'message' }, h('p', { class: 'text' }, text), more);
}

/** A button that is not the main one. */
export function button(text: string, click: () => void): HTMLElement {
  return h('button', { type: 'button', part: 'button', click }, text);
}

/** Shows that there is nothing to show. */
export function showFailed(stage: Stage, isMissing: boolean, retry: () => void, t: Words): void {
  if (isMissing) stage.show('missing', message(t('missing')));
  else stage.show('failed', message(t('failed'), button(t('retry'), retry)));
}

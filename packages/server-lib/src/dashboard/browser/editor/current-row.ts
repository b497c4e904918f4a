import type { EditorRoot } from './editor-host.js';

/** Scrolls the chosen row of the outline into view, if the outline scrolls by itself. */
export function showCurrentRow(root: EditorRoot): void {
  const row = root.querySelector('.outline [aria-current]');
  const list = row?.closest('nav');
  if (list && list.scrollHeight > list.clientHeight) row?.scrollIntoView({ block: 'nearest' });
}

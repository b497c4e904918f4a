import type { EditorHost, EditorRoot } from './editor-host.js';

const style =
  '[data-edited] { outline: 2px solid var(--accent-text); outline-offset: 8px; border-radius: 2px; scroll-margin: 24px; }';

/** Makes the preview show and mark the question or field that is edited, whenever it is shown again. */
export function followEdited({ root, signal }: Pick<EditorHost, 'root' | 'signal'>): void {
  root.addEventListener('askwell:ready', () => showEdited(root), { signal });
  showEdited(root);
}

/** Shows the page of the preview with the question or field that is edited, and marks it there. */
export function showEdited(tree: EditorRoot): void {
  const frame = tree.querySelector<HTMLElement>('[data-preview-frame]');
  const root = frame?.querySelector('[data-canvas] > *')?.shadowRoot;
  const inputs = root?.querySelector('.page');
  const id = frame?.dataset['chosen'];
  if (!root || !inputs || id === undefined) return;
  addMarker(root);
  inputs.dispatchEvent(new CustomEvent('askwell:edit', { detail: id }));
  const pane = frame?.closest('.canvas');
  if (pane && pane.scrollHeight > pane.clientHeight)
    root.querySelector('[data-edited]')?.scrollIntoView({ block: 'nearest' });
}

/** Adds the style of the mark once. The policy of the page allows no `<style>`. */
function addMarker(root: ShadowRoot): void {
  const isMarker = ({ cssRules }: CSSStyleSheet) => cssRules[0]?.cssText.startsWith('[data-edited]');
  if (root.adoptedStyleSheets.some(isMarker)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

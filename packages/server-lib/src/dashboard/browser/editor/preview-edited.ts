import { findCanvas, type PreviewedForm, withForm } from './canvas-widget.js';
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
  const canvas = findCanvas(tree);
  const id = chosenIn(canvas);
  if (id === undefined) return;
  withForm(canvas, (form) => {
    form.show(form.ids.indexOf(id));
    const edited = markEdited(form, id);
    const pane = canvas?.closest('.canvas');
    if (pane && pane.scrollHeight > pane.clientHeight) edited?.scrollIntoView({ block: 'nearest' });
  });
}

/** Marks the question or field that is edited. Returns its element. */
export function markEdited({ root, ids, elementAt }: PreviewedForm, id: string | undefined): Element | undefined {
  addMarker(root);
  const edited = id === undefined ? undefined : elementAt(ids.indexOf(id));
  for (const marked of root.querySelectorAll('[data-edited]'))
    if (marked !== edited) marked.removeAttribute('data-edited');
  edited?.setAttribute('data-edited', '');
  return edited;
}

/** Returns the ID of the question or field that is edited. */
export const chosenIn = (canvas: Element | null) =>
  canvas?.closest<HTMLElement>('[data-preview-frame]')?.dataset['chosen'];

/** Adds the style of the mark once. The policy of the page allows no `<style>`. */
function addMarker(root: ShadowRoot): void {
  const isMarker = ({ cssRules }: CSSStyleSheet) => cssRules[0]?.cssText.startsWith('[data-edited]');
  if (root.adoptedStyleSheets.some(isMarker)) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  root.adoptedStyleSheets = [...root.adoptedStyleSheets, sheet];
}

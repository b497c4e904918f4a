import type { EditorRoot } from './editor-host.js';

/** Returns the place of the preview. */
export const findCanvas = (root: EditorRoot) => root.querySelector<HTMLElement>('[data-canvas]');

/** Shows the preview again, because it is shown in another way. */
export function refreshCanvas(root: EditorRoot): void {
  const canvas = findCanvas(root);
  const shown = canvas?.firstElementChild?.cloneNode(true);
  if (canvas && shown instanceof HTMLElement) replaceWidget(canvas, shown);
}

/** Shows an element of the widget in the preview. */
export function replaceWidget(canvas: HTMLElement, element: HTMLElement): void {
  // The texts of the widget say the direction.
  if (canvas.dataset['direction'] === 'rtl') element.setAttribute('lang', 'ar');
  else element.removeAttribute('lang');
  canvas.replaceChildren(element);
}

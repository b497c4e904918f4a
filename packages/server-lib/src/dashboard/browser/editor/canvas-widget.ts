import type { JsonObject } from '../../../base/validation/json-value.js';
import type { ChangePreview } from '../../../shared/presentation/previewed-form.js';
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
  keepFocus(canvas, () => canvas.replaceChildren(element));
}

/** Texts get a place in the order of Tab when the widget is ready. */
const focusable = 'input, select, textarea, button, a[href], [tabindex], .title, .description';

/**
 * Changes the preview. If the control with the focus is replaced, the one in its place gets the focus, so that keys still reach the
 * editor.
 */
export function keepFocus(canvas: HTMLElement, change: () => void): void {
  const controls = () => [...(canvas.firstElementChild?.shadowRoot?.querySelectorAll<HTMLElement>(focusable) ?? [])];
  const focused = canvas.firstElementChild?.shadowRoot?.activeElement;
  const place = controls().findIndex((control) => control.matches(':focus'));
  change();
  if (!focused || focused.isConnected) return;
  const focus = () => controls()[place]?.focus({ preventScroll: true });
  focus();
  if (canvas.matches(':focus-within')) return;
  // The widget shows its controls later.
  canvas.tabIndex = -1;
  canvas.focus({ preventScroll: true });
  const onReady = () => setTimeout(() => canvas.matches(':focus') && focus());
  canvas.addEventListener('askwell:ready', onReady, { once: true });
}

/** The form of the widget in the preview. */
export interface PreviewedForm {
  readonly root: ShadowRoot;
  /** The IDs of its questions or fields, in their order. */
  readonly ids: readonly string[];
  readonly elementAt: (at: number) => Element | undefined;
  readonly replace: Parameters<ChangePreview<JsonObject>>[1];
  readonly show: Parameters<ChangePreview<JsonObject>>[2];
}

/** Calls a function with the form in the preview, if the preview shows one. Returns whether it does. */
export function withForm(canvas: Element | null, use: (form: PreviewedForm) => void): boolean {
  const root = canvas?.firstElementChild?.shadowRoot;
  const inputs = root?.querySelector('.page');
  if (!root || !inputs) return false;
  let isForm = false;
  const detail: ChangePreview<JsonObject> = (items, replace, show) => {
    isForm = true;
    // The counter of pages is the first child.
    const elementAt = (at: number) => (at < 0 ? undefined : inputs.children[at + 1]);
    use({ root, ids: items.map(({ id }) => id), elementAt, replace, show });
  };
  inputs.dispatchEvent(new CustomEvent('askwell:edit', { detail }));
  return isForm;
}

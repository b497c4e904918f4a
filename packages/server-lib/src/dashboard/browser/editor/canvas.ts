import type { EditorRoot } from './editor-host.js';

/** Returns the place of the preview. */
const findCanvas = (root: EditorRoot) => root.querySelector<HTMLElement>('[data-canvas]');

/** The ask that the preview shows, and the server with its base path. */
interface PreviewedAsk {
  readonly id: string;
  readonly server: string;
}

/** Shows a definition in the preview. Without one, the preview stays as it is. */
export function showCanvas(root: EditorRoot, { id, server }: PreviewedAsk, embedded: object | null): void {
  const canvas = findCanvas(root);
  if (!canvas || !embedded || canvas.dataset['editing'] !== undefined) return;
  const kind = canvas.dataset['canvas'] ?? '';
  const element = document.createElement(`askwell-${kind}`);
  for (const [name, value] of [
    [`${kind}-id`, id],
    ['server', server],
    ['preview', 'draft'],
  ] as const) {
    element.setAttribute(name, value);
  }
  const data = document.createElement('script');
  data.type = 'application/json';
  data.textContent = JSON.stringify(embedded);
  element.append(data);
  replaceWidget(canvas, element);
}

/** Shows the preview again, because it is shown in another way. */
export function refreshCanvas(root: EditorRoot): void {
  const canvas = findCanvas(root);
  const shown = canvas?.firstElementChild?.cloneNode(true);
  if (canvas && shown instanceof HTMLElement) replaceWidget(canvas, shown);
}

function replaceWidget(canvas: HTMLElement, element: HTMLElement): void {
  // The texts of the widget say the direction.
  if (canvas.dataset['direction'] === 'rtl') element.setAttribute('lang', 'ar');
  else element.removeAttribute('lang');
  canvas.replaceChildren(element);
}

import { Html } from '../../../base/html.js';
import { findCanvas, replaceWidget } from './canvas-widget.js';
import type { EditorRoot } from './editor-host.js';
import { parse } from './morph.js';

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
  // Trusted Types do not accept a text for a script element, even for one with data.
  element.append(parse(Html.data(embedded)));
  replaceWidget(canvas, element);
}

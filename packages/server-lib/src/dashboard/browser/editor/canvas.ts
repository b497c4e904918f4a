import { Html } from '../../../base/html.js';
import { isJsonObject, isJsonValue, type JsonObject } from '../../../base/validation/json-value.js';
import type { AskKind } from '../../../shared/contract/ask-types.js';
import { isSameValue } from '../../editor/same-value.js';
import { findCanvas, keepFocus, replaceWidget, withForm } from './canvas-widget.js';
import { changedItems } from './changed-items.js';
import type { EditorRoot } from './editor-host.js';
import { parse } from './morph.js';
import { chosenIn, markEdited } from './preview-edited.js';

/** The ask that the preview shows, and the server with its base path. */
interface PreviewedAsk {
  readonly kind: AskKind;
  readonly id: string;
  readonly server: string;
}

/**
 * Shows a definition in the preview. If only texts, questions or fields were changed, the others stay as they are. Without a
 * definition, the preview stays as it is.
 */
export function showCanvas(root: EditorRoot, ask: PreviewedAsk, embedded: object | null): void {
  const canvas = findCanvas(root);
  if (!canvas || !embedded || canvas.dataset['editing'] !== undefined) return;
  const widget = canvas.firstElementChild;
  const [before, after] = [shownIn(canvas), toObject(embedded)];
  if (before && isSameValue(before, after)) return;
  // Trusted Types do not accept a text for a script element, even for one with data.
  const definition = parse(Html.data(embedded));
  if (widget && before && after && change(canvas, ask.kind, before, after)) widget.replaceChildren(definition);
  else replaceWidget(canvas, widgetOf(ask, definition));
}

function widgetOf({ kind, id, server }: PreviewedAsk, definition: DocumentFragment): HTMLElement {
  const element = document.createElement(`askwell-${kind}`);
  for (const [name, value] of [
    [`${kind}-id`, id],
    ['server', server],
    ['preview', 'draft'],
  ] as const) {
    element.setAttribute(name, value);
  }
  element.append(definition);
  return element;
}

/** Returns the definition that the preview shows. */
function shownIn(canvas: Element): JsonObject | undefined {
  const text = canvas.querySelector(':scope > * > script')?.textContent;
  return text ? toObject(JSON.parse(text)) : undefined;
}

function toObject(value: unknown): JsonObject | undefined {
  return isJsonValue(value) && isJsonObject(value) ? value : undefined;
}

/** Changes the texts, questions or fields in the preview. Returns false if all of it has to be shown again. */
function change(canvas: HTMLElement, kind: AskKind, before: JsonObject, after: JsonObject): boolean {
  const changes = changedItems(kind, before, after);
  if (!changes) return false;
  return withForm(canvas, (form) => {
    for (const [name, text] of changes.texts) {
      const element = form.root.querySelector(`.${name}`);
      if (element) element.textContent = text;
    }
    keepFocus(canvas, () => {
      for (const { at, definition } of changes.items) form.replace(at, definition);
      form.show();
    });
    markEdited(form, chosenIn(canvas));
  });
}

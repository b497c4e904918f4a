import { valueAt } from '../../../base/validation/json-path.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/validation/json-value.js';
import { type EditorHost, listenIn } from './editor-host.js';

/** What inline editing needs from the editor. */
interface InlineEditor {
  /** Returns the current definition. */
  readonly draft: () => JsonObject;
  /** Returns the path of the chosen question or field. */
  readonly chosen: () => string;
  /** Chooses the question or field that a path is in. */
  readonly choose: (path: string) => void;
  readonly change: (path: string, text: string) => void;
}

const editable = ['title', 'description', 'label', 'prompt', 'help'];

/**
 * Lets texts of the preview be edited in place, with a double click, or with Enter on the text or on the control that it belongs to. The
 * definition follows what is typed. Escape restores the text.
 */
export function enableInlineEditing({ root, signal }: EditorHost, editor: InlineEditor): void {
  const textPath = (element: Element) => {
    const text = element.textContent?.trim() ?? '';
    return text === '' ? undefined : pathOf(editor.draft(), text, editor.chosen());
  };
  /** Edits a text. The control with the focus gets it back afterwards. */
  const start = (event: Event, element: HTMLElement, control?: HTMLElement): void => {
    const canvas = event.composedPath().find(isCanvas);
    const path = canvas && !isEditing(canvas) ? textPath(element) : undefined;
    if (!canvas || path === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    editor.choose(path);
    const pathNow = followItem(editor, path);
    const change = (changed: string): void => {
      const current = pathNow();
      if (current !== undefined) editor.change(current, changed);
    };
    edit(canvas, element, change, control);
  };
  const onDoubleClick = (event: Event): void => {
    const [element] = event.composedPath();
    if (element instanceof HTMLElement) start(event, element);
  };
  root.addEventListener('dblclick', onDoubleClick, { signal });
  const onKey = (event: KeyboardEvent): void => {
    const { key, ctrlKey, metaKey, altKey, shiftKey, isComposing } = event;
    const [control] = event.composedPath();
    if (key !== 'Enter' || ctrlKey || metaKey || altKey || shiftKey || isComposing) return;
    if (!(control instanceof HTMLElement) || control.matches(usesEnter)) return;
    if (!event.composedPath().some(isCanvas)) return;
    const text = textsOf(control).find((element) => textPath(element) !== undefined);
    if (text) start(event, innermost(text), control);
  };
  // Before the widget, which moves on with Enter.
  listenIn(root, 'keydown', onKey, signal, true);
  // Texts without a control are reached by Tab too.
  const onReady = ({ target }: Event): void => {
    const texts =
      target instanceof Element ? target.shadowRoot?.querySelectorAll<HTMLElement>('.title, .description') : null;
    for (const text of texts ?? []) text.tabIndex = 0;
  };
  root.addEventListener('askwell:ready', onReady, { signal });
}

/** What does something else with Enter. */
const usesEnter = 'textarea, button, a, summary, [contenteditable], [type="submit"], [type="button"], [type="file"]';

/** Returns the elements that may have the text of a control, the nearest ones first: of its option, of its question, and its own. */
function textsOf(control: HTMLElement): readonly HTMLElement[] {
  const isOption = control instanceof HTMLInputElement && ['radio', 'checkbox'].includes(control.type);
  const labels = isOption ? [...(control.labels ?? [])] : [];
  const label = control.closest('.question')?.querySelector<HTMLElement>('.label');
  return [...labels, ...(label ? [label] : []), control].flatMap((element) => [
    element,
    ...element.querySelectorAll<HTMLElement>('*'),
  ]);
}

/** Returns a function that returns the path of a text after items were moved. Undefined if its item was removed. */
function followItem(editor: InlineEditor, path: string): () => string | undefined {
  const [list = '', index = '', ...rest] = path.split('.');
  const idOf = (item: JsonValue | undefined) => (isJsonObject(item) ? item['id'] : undefined);
  const id = idOf(valueAt(editor.draft(), `${list}.${index}`));
  if (id === undefined) return () => path;
  return () => {
    const items = valueAt(editor.draft(), list);
    const at = Array.isArray(items) ? items.findIndex((item: JsonValue) => idOf(item) === id) : -1;
    return at === -1 ? undefined : [list, at, ...rest].join('.');
  };
}

function isCanvas(target: EventTarget): target is HTMLElement {
  return target instanceof HTMLElement && target.dataset['canvas'] !== undefined;
}

const isEditing = (canvas: HTMLElement) => canvas.dataset['editing'] !== undefined;

/** Returns the element that has nothing but the text of an element. */
function innermost(element: HTMLElement): HTMLElement {
  const inner = [...element.children].find((child) => child.textContent?.trim() === element.textContent?.trim());
  return inner instanceof HTMLElement ? innermost(inner) : element;
}

function edit(
  canvas: HTMLElement,
  element: HTMLElement,
  change: (text: string) => void,
  control: HTMLElement | undefined,
): void {
  const before = element.textContent ?? '';
  element.setAttribute('contenteditable', 'plaintext-only');
  canvas.dataset['editing'] = '';
  element.focus();
  getSelection()?.selectAllChildren(element);
  const end = new AbortController();
  const on = { signal: end.signal };
  const finish = (): void => {
    end.abort();
    element.removeAttribute('contenteditable');
    delete canvas.dataset['editing'];
    report();
  };
  let reported = before;
  const report = (): void => {
    const text = element.textContent ?? '';
    if (text === reported) return;
    reported = text;
    change(text);
  };
  element.addEventListener('input', report, on);
  element.addEventListener(
    'keydown',
    (event) => {
      // Typing must not reach the shortcuts of the widget and of the page.
      event.stopPropagation();
      if (event.key === 'Escape') element.textContent = before;
      if (event.key !== 'Enter' && event.key !== 'Escape') return;
      event.preventDefault();
      element.blur();
      control?.focus();
    },
    on,
  );
  // A text in a label must not choose its option.
  element.addEventListener('click', (event) => event.preventDefault(), on);
  element.addEventListener('blur', finish, on);
}

/** Returns the path of the text of a definition that equals a text: of the chosen part, or else the first one. */
function pathOf(draft: JsonObject, text: string, chosen: string): string | undefined {
  const inChosen = chosen === '' ? undefined : firstText(valueAt(draft, chosen), text, chosen);
  return inChosen ?? firstText(draft, text, '');
}

function firstText(value: unknown, text: string, path: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (typeof member === 'string' ? editable.includes(name) && member.trim() === text : false) return at;
    const inner = firstText(member, text, at);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

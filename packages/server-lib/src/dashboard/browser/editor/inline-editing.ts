/** What inline editing needs from the editor. */
interface InlineEditor {
  /** Returns the current definition. */
  readonly draft: () => object | undefined;
  /** Shows the page that edits a part. */
  readonly open: (url: string) => Promise<void>;
}

const editable = ['title', 'description', 'label', 'prompt', 'help'];

/** Lets texts of the preview be edited in place: a double click on a text edits it there, and the field beside it follows. */
export function enableInlineEditing({ draft, open }: InlineEditor): void {
  document.addEventListener('dblclick', async (event) => {
    const [element] = event.composedPath();
    if (!(element instanceof HTMLElement) || !event.composedPath().some(isCanvas)) return;
    const text = element.textContent?.trim() ?? '';
    const path = text === '' ? undefined : pathOf(draft(), text);
    if (path === undefined) return;
    const input = inputOf(path);
    if (input) return edit(element, input);
    const item = itemOf(draft(), path);
    const page = location.pathname.replace(/[^/]*$/, 'edit');
    await open(`${page}${item === undefined ? '' : `?item=${encodeURIComponent(item)}`}`);
    inputOf(path)?.focus();
  });
}

function isCanvas(target: EventTarget): boolean {
  return target instanceof HTMLElement && target.dataset['canvas'] !== undefined;
}

const inputOf = (path: string) =>
  document.querySelector<HTMLInputElement | HTMLTextAreaElement>(`form[data-autosave] [name="${path}"]`);

function edit(element: HTMLElement, input: HTMLInputElement | HTMLTextAreaElement): void {
  element.setAttribute('contenteditable', 'plaintext-only');
  element.closest('[data-canvas]')?.setAttribute('data-editing', '');
  element.focus();
  const update = () => {
    input.value = element.textContent ?? '';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const end = new AbortController();
  element.addEventListener('input', update, end);
  element.addEventListener(
    'keydown',
    (event) => {
      // Typing must not reach the shortcuts of the widget.
      event.stopPropagation();
      if (event.key === 'Enter' || event.key === 'Escape') element.blur();
    },
    end,
  );
  element.addEventListener(
    'blur',
    () => {
      end.abort();
      element.removeAttribute('contenteditable');
      update();
    },
    { signal: end.signal },
  );
}

/** Returns the path of the first text of a definition that equals a text. */
function pathOf(value: unknown, text: string, path = ''): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    if (typeof member === 'string' ? editable.includes(name) && member.trim() === text : false) return at;
    const inner = pathOf(member, text, at);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** Returns the ID of the question or field that a path is in. */
function itemOf(draft: object | undefined, path: string): string | undefined {
  const [list = '', index = ''] = path.split('.');
  const items: unknown = draft ? Object.entries(draft).find(([name]) => name === list)?.[1] : undefined;
  const item: unknown = Array.isArray(items) ? items[Number(index)] : undefined;
  const id: unknown =
    typeof item === 'object' && item !== null ? Object.entries(item).find(([name]) => name === 'id')?.[1] : undefined;
  return typeof id === 'string' ? id : undefined;
}

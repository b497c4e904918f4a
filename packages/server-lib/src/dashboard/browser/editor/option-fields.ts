import { type EditorHost, listenIn } from './editor-host.js';

/** Adds options by Enter and by pasting lists. */
export function enableOptionFields({ root, signal }: Pick<EditorHost, 'root' | 'signal'>): void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.isComposing) return;
    const list = listOf(event.target);
    if (!list) return;
    event.preventDefault();
    press(list, `[value="add:${CSS.escape(list.dataset['list'] ?? '')}"]`);
  };
  const onPaste = (event: ClipboardEvent): void => {
    const list = listOf(event.target);
    const text = event.clipboardData?.getData('text') ?? '';
    const pasted = list?.closest('fieldset')?.querySelector<HTMLTextAreaElement>('textarea[name$=".pasted"]');
    if (!list || !pasted || !/\S\r?\n.*\S/s.test(text)) return;
    event.preventDefault();
    pasted.value = text;
    press(list, '[value="save"]');
  };
  listenIn(root, 'keydown', onKey, signal);
  listenIn(root, 'paste', onPaste, signal);
}

/** Returns the list of the option whose label has the focus. */
function listOf(target: EventTarget | null): HTMLElement | null {
  const isLabel = target instanceof HTMLInputElement && target.name.endsWith('.label');
  return isLabel ? target.closest<HTMLElement>('.label-list') : null;
}

/** Presses a button of a list. */
function press(list: HTMLElement, selector: string): void {
  list.closest('fieldset')?.querySelector<HTMLButtonElement>(`button${selector}`)?.click();
}

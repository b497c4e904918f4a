import { showCanvas } from './canvas.js';
import {
  draftOfPage,
  findEditorForm,
  revisionOf,
  selectAddedText,
  setRevision,
  submittedFields,
} from './editor-form.js';
import { enableInlineEditing } from './inline-editing.js';
import { refreshParts, swapPage } from './page-swap.js';
import { enableReordering } from './reorder.js';
import { createAutosave } from './saving/autosave.js';
import { createHistory } from './saving/draft-history.js';
import { showHistoryButtons } from './saving/history-buttons.js';
import { say } from './saving/save-state.js';
import type { SavedState } from './saving/saved-state.js';
import { showFaults } from './show-faults.js';
import { enableTimeFields } from './time-fields.js';
import { enableTrying } from './try-answers.js';

/** Saves changes while they are made, keeps the preview current, and changes the outline without loading the page again. */
export function enableEditor(): void {
  if (!findEditorForm()) return;
  const drafts = createHistory();
  const autosave = createAutosave({ onSaved: showSaved, onConflict: showConflict, onRefused: showFaults });
  let isLeaving = false;
  let restoring = Promise.resolve();
  drafts.push(draftOfPage());

  function showSaved({ revision, draft, issues, embedded }: SavedState): void {
    setRevision(revision);
    drafts.push(draft);
    showFaults(issues);
    showCanvas(embedded);
    say(issues.length === 0 ? 'Saved.' : 'Saved. Some things need a change before this can be published.');
    showHistoryButtons(drafts, restore);
    // The next save tries again.
    refreshParts().catch(() => undefined);
  }

  /** The server shows both versions on a separate page. */
  function showConflict(): void {
    isLeaving = true;
    findEditorForm()?.submit();
  }

  /** Sends the form with a button, or follows a link, and shows the page that follows. Returns whether that succeeded. */
  async function go(url: string, request?: RequestInit, remember = drafts.push): Promise<boolean> {
    try {
      await swapPage(url, request);
      autosave.settle();
      remember(draftOfPage());
      showHistoryButtons(drafts, restore);
      return true;
    } catch (error) {
      autosave.fail(error);
      return false;
    }
  }

  /** Sends the form for an action, with the entered values and the revision of the last save. */
  async function act(form: HTMLFormElement, bodyOf: () => URLSearchParams): Promise<boolean> {
    await autosave.pause();
    return go(form.action, { method: 'POST', body: bodyOf() });
  }

  async function press(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    await act(form, () => submittedFields(form, submitter));
    const [verb, list] = (submitter instanceof HTMLButtonElement ? submitter.value : '').split(':');
    if (verb === 'add' && list !== undefined) selectAddedText(list);
  }

  /** Undoes or redoes one step after the other: each step needs the revision of the previous one. */
  function restore(step: () => object | undefined): void {
    restoring = restoring.then(() => saveState(step));
  }

  async function saveState(step: () => object | undefined): Promise<void> {
    // The latest input is a separate step.
    if (!(await autosave.save())) return;
    const [form, draft] = [findEditorForm(), step()];
    if (!form || !draft) return;
    const page = location.href;
    const body = new URLSearchParams({ revision: revisionOf(form), definition: JSON.stringify(draft) });
    const isSaved = await go(form.action.replace(/\/\w+$/, '/code'), { method: 'POST', body }, drafts.settle);
    // The page of a conflict stays: it has both versions.
    if (isSaved && !document.querySelector('[data-conflict]')) await go(page, undefined, drafts.settle);
  }

  /** Shows another part of the definition after the changes are saved. */
  async function open(url: string): Promise<void> {
    if (!(await autosave.save())) return;
    await go(url);
    const part = document.getElementById(new URL(url).hash.slice(1));
    const isControl = part?.matches('input, select, textarea, fieldset');
    (isControl ? part : part?.querySelector<HTMLElement>('select, [aria-expanded]'))?.focus();
  }

  document.addEventListener('input', ({ target }) => {
    if (isOfDefinition(target)) autosave.changed();
  });
  document.addEventListener('submit', (event) => {
    const { submitter, target } = event;
    if (isLeaving || !(target instanceof HTMLFormElement) || target !== findEditorForm()) return;
    isLeaving = submitter?.dataset['leaves'] !== undefined;
    if (isLeaving) return;
    event.preventDefault();
    press(target, submitter);
  });
  document.addEventListener('click', async (event) => {
    const link = linkOf(event);
    if (!link) return;
    event.preventDefault();
    await open(link.href);
  });
  document.addEventListener('keydown', (event) => {
    if (!isUndoKey(event)) return;
    event.preventDefault();
    restore(event.shiftKey ? drafts.redo : drafts.undo);
  });
  addEventListener('online', () => autosave.isDirty() && autosave.save());
  addEventListener('beforeunload', (event) => {
    if (autosave.isDirty() && !isLeaving) event.preventDefault();
  });
  enableReordering(async (action) => {
    const form = findEditorForm();
    return form !== null && act(form, () => withAction(submittedFields(form), action));
  });
  enableTimeFields();
  enableTrying(open);
  enableInlineEditing({ draft: () => drafts.current(), open });
}

function withAction(body: URLSearchParams, action: string): URLSearchParams {
  body.set('do', action);
  return body;
}

/** Returns whether a field changes the definition. Fields of the preview and the choice of a part do not. */
function isOfDefinition(target: EventTarget | null): boolean {
  return (
    target instanceof Element && target.closest('form[data-autosave]') !== null && !target.closest('#canvas, .panes')
  );
}

/** Returns the link to another part of the definition that was clicked, unless it opens in another tab. */
function linkOf({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): HTMLAnchorElement | null {
  if (ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return null;
  return target.closest<HTMLAnchorElement>('#outline a, #flow a[href^="/"], [data-problems] a');
}

/** Returns whether a key undoes changes of the definition. In text fields, browsers undo the typing. */
function isUndoKey({ target, key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isInText = target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null;
  return (ctrlKey || metaKey) && key.toLowerCase() === 'z' && !isInText;
}

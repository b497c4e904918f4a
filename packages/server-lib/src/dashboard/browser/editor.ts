import { showCanvas } from './canvas.js';
import { createHistory } from './draft-history.js';
import { enableInlineEditing } from './inline-editing.js';
import { SignedOut, swapPage } from './page-swap.js';
import { enableReordering } from './reorder.js';
import { isRecord, type SavedState, toSavedState } from './saved-state.js';
import { showFaults } from './show-faults.js';

/** Milliseconds without a change after which the changes are saved. */
const saveDelay = 400;
/** Milliseconds until a save that failed is tried again. */
const retryDelay = 3_000;

const editorForm = (): HTMLFormElement | null => document.querySelector('form[data-autosave]');

/** Saves changes while they are made, keeps the preview current, and changes the outline without loading the page again. */
export function enableEditor(): void {
  if (!editorForm()) return;
  const drafts = createHistory();
  let timer = 0;
  let saving: Promise<boolean> | undefined;
  let isDirty = false;
  let isLeaving = false;
  drafts.push(draftOfPage());

  function say(text: string): void {
    const state = document.querySelector('[data-save-state]');
    if (state && state.textContent !== text) state.textContent = text;
  }

  function changed(): void {
    isDirty = true;
    say('Saving …');
    clearTimeout(timer);
    timer = setTimeout(save, saveDelay);
  }

  /** Saves what was entered. Returns whether everything is saved. */
  async function save(): Promise<boolean> {
    clearTimeout(timer);
    await saving;
    const form = editorForm();
    if (!isDirty || !form) return true;
    isDirty = false;
    saving = send(form.action, fieldsOf(form)).finally(() => {
      saving = undefined;
    });
    return saving;
  }

  async function send(url: string, body: URLSearchParams): Promise<boolean> {
    try {
      const headers = { accept: 'application/json' };
      const reply = await fetch(url, { method: 'POST', body, headers, redirect: 'manual' });
      if (reply.type === 'opaqueredirect') throw new SignedOut();
      if (reply.status === 412) return showConflict();
      const state = reply.ok ? toSavedState(await reply.json()) : undefined;
      if (!state) throw new Error(`The server answered ${reply.status}.`);
      saved(state);
      return true;
    } catch (error) {
      isDirty = true;
      say(problemText(error));
      timer = setTimeout(save, retryDelay);
      return false;
    }
  }

  function saved({ revision, draft, issues, embedded }: SavedState): void {
    for (const input of document.querySelectorAll<HTMLInputElement>('input[name="revision"]')) input.value = revision;
    drafts.push(draft);
    showFaults(issues);
    showCanvas(embedded);
    say(issues.length === 0 ? 'Saved.' : 'Saved. Some things need a change before this can be published.');
    showHistory();
  }

  /** The server shows both versions on a page of its own. */
  function showConflict(): boolean {
    isLeaving = true;
    isDirty = false;
    editorForm()?.submit();
    return false;
  }

  /** Sends the form with a button, or follows a link, and shows the page that follows. */
  async function go(url: string, request?: RequestInit, remember = drafts.push): Promise<void> {
    try {
      await swapPage(url, request);
      isDirty = false;
      remember(draftOfPage());
      showHistory();
    } catch (error) {
      say(problemText(error));
    }
  }

  async function restore(draft: object | undefined): Promise<void> {
    const form = editorForm();
    if (!draft || !form || !(await save())) return;
    const page = location.href;
    const body = new URLSearchParams({ revision: revisionOf(form), definition: JSON.stringify(draft) });
    await go(form.action.replace(/\/(edit|settings)$/, '/code'), { method: 'POST', body }, drafts.settle);
    await go(page, undefined, drafts.settle);
  }

  function showHistory(): void {
    const state = document.querySelector('[data-save-state]');
    if (!state || drafts.isEmpty()) return;
    const button = (label: string, isEnabled: boolean, act: () => void) => {
      const element = document.createElement('button');
      Object.assign(element, { type: 'button', className: 'button small', textContent: label, disabled: !isEnabled });
      element.dataset['history'] = label;
      element.addEventListener('click', act);
      return element;
    };
    for (const old of document.querySelectorAll('[data-history]')) old.remove();
    state.before(
      button('Undo', drafts.canUndo(), () => restore(drafts.undo())),
      button('Redo', drafts.canRedo(), () => restore(drafts.redo())),
    );
  }

  document.addEventListener('input', ({ target }) => {
    if (target instanceof Element && target.closest('form[data-autosave]')) changed();
  });
  document.addEventListener('submit', (event) => {
    const { submitter, target } = event;
    if (isLeaving || !(target instanceof HTMLFormElement) || target !== editorForm()) return;
    if (submitter?.dataset['leaves'] !== undefined) {
      isLeaving = true;
      return;
    }
    event.preventDefault();
    act(target, submitter);
  });

  async function act(form: HTMLFormElement, submitter: HTMLElement | null): Promise<void> {
    await saving;
    clearTimeout(timer);
    await go(form.action, { method: 'POST', body: fieldsOf(form, submitter) });
    const [verb, list] = (submitter instanceof HTMLButtonElement ? submitter.value : '').split(':');
    if (verb === 'add' && list !== undefined) selectLastText(list);
  }

  document.addEventListener('click', async (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('#outline a, [data-problems] a') : null;
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    if (await save()) await go(link.href);
  });
  document.addEventListener('keydown', (event) => {
    const isInText = event.target instanceof Element && event.target.closest('input, textarea, [contenteditable]');
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isInText) return;
    event.preventDefault();
    restore(event.shiftKey ? drafts.redo() : drafts.undo());
  });
  addEventListener('online', () => isDirty && save());
  addEventListener('beforeunload', (event) => {
    if (isDirty && !isLeaving) event.preventDefault();
  });
  enableReordering((action) => {
    const form = editorForm();
    if (form) go(form.action, { method: 'POST', body: withAction(fieldsOf(form), action) });
  });
  enableInlineEditing({ draft: () => drafts.current(), open: (url) => go(url) });
}

function fieldsOf(form: HTMLFormElement, submitter: HTMLElement | null = null): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') body.append(name, value);
  return body;
}

function withAction(body: URLSearchParams, action: string): URLSearchParams {
  body.set('do', action);
  return body;
}

function revisionOf(form: HTMLFormElement): string {
  return form.querySelector<HTMLInputElement>('input[name="revision"]')?.value ?? '';
}

/** Selects the text of the item that was added to a list. */
function selectLastText(list: string): void {
  const inputs = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    `form[data-autosave] :is(input[type="text"], textarea)[name^="${list}."]`,
  );
  const isOpenItem = document.querySelector(`[data-list="${list}"]`)?.matches('.outline-list');
  const labels = [...inputs].filter(({ name }) => /\.(label|prompt|title)$/.test(name));
  (isOpenItem ? labels[0] : labels.at(-1))?.select();
}

/** Returns the definition that the page was rendered from. */
function draftOfPage(): object | undefined {
  const data = document.querySelector('[data-draft] > script[type="application/json"]');
  const draft: unknown = data ? JSON.parse(data.textContent ?? '') : undefined;
  return isRecord(draft) ? draft : undefined;
}

function problemText(error: unknown): string {
  return error instanceof SignedOut
    ? 'Not saved: you are signed out. Sign in again in another tab. What you entered stays here.'
    : 'Not saved yet: the server cannot be reached. Trying again.';
}

import { valueAt, withValueAt } from '../../../base/validation/json-path.js';
import type { JsonObject } from '../../../base/validation/json-value.js';
import { applyAction } from '../../editor/apply-action.js';
import { type DefinitionPart, itemListOf, partOf } from '../../editor/definition-parts.js';
import { editorNotes } from '../../editor/definition-view.js';
import { partFor, readPart } from '../../editor/edited-part.js';
import { elementId } from '../../editor/editor-context.js';
import { placeParam } from '../../editor/editor-outline.js';
import { type EditorData, editorView } from '../../editor/editor-view.js';
import { describeJsonError, readJsonObject } from '../../editor/json-errors.js';
import { isPartOf, isSameValue, type Merged, mergeDrafts, resolveConflicts } from '../../editor/merge-drafts.js';
import { publishActions, type SaveState } from '../../editor/publish-actions.js';
import { readMembers } from '../../editor/read-member.js';
import { itemsOf, textOf } from '../../editor/render-member.js';
import type { SavedCopy } from '../../editor/saved-copy.js';
import { announce } from './announce.js';
import { showCanvas } from './canvas.js';
import { showCurrentRow } from './current-row.js';
import {
  findEditorForm,
  isOfDefinition,
  pageData,
  selectAddedText,
  submittedForm,
  toForm,
  withoutFields,
} from './editor-page.js';
import { enableInlineEditing } from './inline-editing.js';
import { askForVersions } from './merge-dialog.js';
import { adoptBlocks, isTextField, morph } from './morph.js';
import { showEdited } from './preview-edited.js';
import { enableReordering } from './reorder.js';
import { saveProblem } from './save-problem.js';
import { createAutosave } from './saving/autosave.js';
import { createHistory } from './saving/draft-history.js';
import { Refused, type SaveReply, SignedOut, sendDraft } from './saving/saved-reply.js';
import { showFaults } from './show-faults.js';
import { enableTimeFields, showLocalTimes } from './time-fields.js';
import { enableTrying } from './try-answers.js';

/** Milliseconds after the last key until the rest of the page follows. */
const renderDelay = 120;

/** The number of definitions without a response that are remembered. */
const maxUnconfirmed = 20;

/** Keeps the definition of the page as one state, which all changes go through, and saves it. */
export function enableEditor(): void {
  const page = pageData();
  if (page) createEditor(page);
}

function createEditor(page: EditorData): void {
  const { base, ask } = page;
  const { kind } = ask;
  /** The state. All other values on the page follow from it. */
  let data = page;
  let save: SaveState = { status: 'saved', isFaulty: isFaulty(page.review) };
  /** The definition that was saved last. */
  let stored = page.copy.draft;
  /** The definition that is being saved. */
  let sent = stored;
  /** The definitions that were sent without a response. */
  let unconfirmed: readonly JsonObject[] = [];
  let isLeaving = false;
  /** Whether the text of the tab Code cannot be saved. */
  let isUnreadable = false;
  let rendering = 0;
  /** Whether it is known which blocks the page shows. */
  let isAdopted = false;
  const history = createHistory(ask.id, stored);
  const autosave = createAutosave({ send, onReply, onFailure });

  /**
   * Shows the state: the views change only what differs.
   *
   * @param keepsTyping whether the field with the focus keeps its text
   */
  function render(keepsTyping = true): void {
    clearTimeout(rendering);
    renderHeader();
    const content = document.querySelector('[data-editor-view]');
    const { tab, item } = data;
    if (tab === 'design') showFaults(data.review.issues);
    if (tab === 'code') renderCode();
    if (tab === 'design' || tab === 'code') return;
    const part = partFor(kind, data.copy.draft, tab, item);
    const view = part && editorView({ ...data, tab, part });
    if (view && !isAdopted) adoptBlocks(view);
    isAdopted = true;
    if (content && view) morph(content, view, keepsTyping);
    showLocalTimes();
    showCurrentRow();
    showEdited();
  }

  /** Shows the faults of the tab Code, and the definition if it was not typed there. */
  function renderCode(): void {
    const notes = document.querySelector('[data-editor-notes]');
    if (notes) morph(notes, editorNotes(data));
    const field = codeField();
    if (field && !isUnreadable && field !== document.activeElement && !isSameValue(typedCode(field), data.copy.draft))
      field.value = JSON.stringify(data.copy.draft, null, 2);
  }

  function renderHeader(): void {
    const header = document.querySelector('[data-publish]')?.parentElement;
    if (header) morph(header, publishActions(ask, data.copy, { ...save, history: history.steps() }));
  }

  /** Shows at once that the changes are not saved yet, and the rest when nothing more is typed. */
  function renderSoon(): void {
    renderHeader();
    clearTimeout(rendering);
    rendering = setTimeout(render, renderDelay);
  }

  function setDraft(draft: JsonObject): void {
    const { tab, item } = data;
    const isGone = tab !== 'design' && tab !== 'code' && !partFor(kind, draft, tab, item);
    if (isGone) choose(undefined);
    data = { ...data, copy: { ...data.copy, draft, isChanged: true }, refusal: undefined };
    save = { status: 'saving', isFaulty: save.isFaulty ?? false };
    autosave.changed();
  }

  /**
   * Changes the definition, as a step that can be undone.
   *
   * @param field The field that is typed into, whose changes are one step.
   */
  function change(draft: JsonObject, field?: string): boolean {
    if (isSameValue(draft, data.copy.draft)) return false;
    history.push(draft, field);
    setDraft(draft);
    return true;
  }

  function choose(item: string | undefined): void {
    data = { ...data, item, query: withoutFields(data.query, (name) => name === placeParam) };
    const url = new URL(location.href);
    url.searchParams.delete(placeParam);
    if (item === undefined) url.searchParams.delete('item');
    else url.searchParams.set('item', item);
    url.hash = '';
    window.history.replaceState(null, '', url);
  }

  /** Returns the definition with what the form contains. */
  function read(submitter: HTMLElement | null = null): JsonObject {
    const field = data.tab === 'code' ? codeField() : null;
    if (field) return typedCode(field) ?? data.copy.draft;
    const form = findEditorForm();
    const part = form && currentPart(data);
    if (!part) return data.copy.draft;
    const fields = submittedForm(form, submitter);
    if (data.tab === 'design') return readMembers(fields, part.members, data.copy.draft, part.prefix);
    // A pasted list is added by its button.
    return readPart(kind, data.copy.draft, part, submitter ? fields : withoutFields(fields, isPasted));
  }

  function send(): Promise<SaveReply> {
    sent = data.copy.draft;
    return sendDraft(`${base}/dashboard/asks/${ask.id}/working-copy`, data.copy.revision, sent);
  }

  async function onReply({ isSaved, copy }: SaveReply): Promise<boolean> {
    const { revision, issues, refusals, embedded } = copy;
    // The server completes what it saves. Changes since then, and after a conflict all changes, are put on top of it.
    const own = isSaved ? sent : unconfirmed.find((definition) => isPartOf(definition, copy.definition));
    const isOwn = own !== undefined;
    unconfirmed = [];
    const before = own ?? stored;
    const merged = mergeDrafts(before, data.copy.draft, copy.definition);
    const isAsked = !isOwn && merged.conflicts.length > 0;
    const draft = resolveConflicts(merged, isAsked ? await askWhichToKeep(merged) : []);
    // What another tab has changed stays when own changes are undone.
    if (!isOwn) history.rebase((state) => mergeDrafts(before, state, copy.definition).draft);
    history.settle(draft);
    stored = copy.definition;
    const isAll = isSameValue(draft, stored);
    data = {
      ...data,
      copy: { ...data.copy, draft, revision, isChanged: copy.isChanged || !isAll },
      review: { issues, refusals, embedded: embedded && {} },
      refusal: undefined,
    };
    if (!isUnreadable) save = { ...save, status: isAll ? 'saved' : 'saving', isFaulty: isFaulty(copy) };
    if (!isOwn) announce('Changes of another tab were added.');
    // What another tab has changed is part of the text too.
    if (!isOwn && !isUnreadable) codeField()?.blur();
    render(isOwn);
    showCanvas(embedded);
    return isAll;
  }

  function askWhichToKeep(merged: Merged): ReturnType<typeof askForVersions> {
    save = { status: 'unsaved', problem: 'Not saved: choose which version to keep.' };
    render();
    return askForVersions(merged);
  }

  function onFailure(error: unknown): void {
    // The server may have saved it although its response is lost.
    if (!(error instanceof Refused || error instanceof SignedOut))
      unconfirmed = [...unconfirmed, sent].slice(-maxUnconfirmed);
    save = { status: 'unsaved', problem: saveProblem(error, base) };
    if (error instanceof Refused) {
      data = {
        ...data,
        review: { ...data.review, issues: error.issues },
        ...(error.issues.length > 0 ? { refusal: { message: null, issues: error.issues } } : {}),
      };
    }
    render();
  }

  /** Does what a button says, with the definition as the form has it. */
  function act(action: string, submitter: HTMLElement | null = null): void {
    change(read(submitter));
    const { draft, item, path, removedConditions: removed = 0 } = applyAction(kind, data.copy.draft, action);
    if (item !== undefined) choose(item ?? undefined);
    const isChanged = change(draft);
    if (removed > 0)
      save = { ...save, done: `${removed} ${removed === 1 ? 'condition was' : 'conditions were'} removed.` };
    render();
    showTypes(false);
    const [verb, list] = action.split(':');
    if (verb === 'add' && list !== undefined && isChanged) selectAddedText(list);
    else if (path !== undefined && !document.activeElement?.closest('form, [data-publish]'))
      document.getElementById(elementId(path))?.focus();
  }

  function restore(step: 'undo' | 'redo'): void {
    isUnreadable = false;
    const draft = history[step]();
    if (!draft) return;
    setDraft(draft);
    if (data.tab === 'design') reload();
    else render();
  }

  /** Shows a part that the views of this page do not render. */
  async function reload(): Promise<void> {
    if (await autosave.save()) location.reload();
  }

  /** Shows another part of the definition. */
  async function open(url: URL): Promise<void> {
    if (url.pathname !== location.pathname) {
      // If that fails, the browser asks before the page is left.
      await autosave.save();
      location.assign(url);
      return;
    }
    const query = url.searchParams;
    data = { ...data, item: query.get('item') ?? undefined, query: toForm(query) };
    window.history.replaceState(null, '', url);
    showFields();
    render();
    showTypes(query.has(placeParam));
    const part = document.getElementById(url.hash.slice(1));
    const isControl = part?.matches('input, select, textarea, fieldset');
    (isControl ? part : part?.querySelector<HTMLElement>('select, [aria-expanded]'))?.focus();
  }

  document.addEventListener('input', ({ target }) => {
    if (!isOfDefinition(target)) return;
    const problem = data.tab === 'code' ? codeProblem(codeField()?.value ?? '') : '';
    isUnreadable = problem !== '';
    if (isUnreadable) save = { status: 'unsaved', problem: `Not saved: ${problem}` };
    if (isUnreadable || change(read(), target.name)) renderSoon();
  });
  document.addEventListener('submit', async (event) => {
    const { submitter, target } = event;
    if (isLeaving || !(target instanceof HTMLFormElement) || target !== findEditorForm()) return;
    const leaves = submitter?.dataset['leaves'] !== undefined;
    const discards = submitter instanceof HTMLButtonElement && submitter.value === 'discard';
    if (leaves && (discards || !autosave.isDirty())) {
      isLeaving = true;
      return;
    }
    event.preventDefault();
    if (!leaves) {
      act(submitter instanceof HTMLButtonElement && submitter.name === 'do' ? submitter.value : '', submitter);
    } else if (await autosave.save()) {
      isLeaving = true;
      target.requestSubmit(submitter);
    }
  });
  document.addEventListener('click', (event) => {
    const step = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-history]') : null;
    if (step) return restore(step.dataset['history'] === 'undo' ? 'undo' : 'redo');
    const link = linkOf(event);
    // Everything is saved before the page is left.
    if (!link || !(link.matches(partLinks) || autosave.isDirty())) return;
    event.preventDefault();
    open(new URL(link.href));
  });
  document.addEventListener('keydown', (event) => {
    if (!isUndoKey(event)) return;
    event.preventDefault();
    restore(event.shiftKey ? 'redo' : 'undo');
  });
  addEventListener('online', () => autosave.isDirty() && autosave.save());
  addEventListener('pagehide', history.store);
  addEventListener('beforeunload', (event) => {
    if ((autosave.isDirty() || isUnreadable) && !isLeaving) event.preventDefault();
  });
  enableReordering(act);
  enableTimeFields();
  enableTrying(open);
  enableInlineEditing({
    draft: () => data.copy.draft,
    chosen: () => currentPart(data)?.prefix.slice(0, -1) ?? '',
    choose(path) {
      const id = textOf(itemsOf(valueAt(data.copy.draft, itemListOf(kind) ?? ''))[Number(path.split('.')[1])]?.['id']);
      const isItem = path.startsWith(`${itemListOf(kind)}.`) && data.tab === 'edit';
      if (data.tab === 'edit') choose(isItem ? id : undefined);
      render();
    },
    change(path, text) {
      if (change(withValueAt(data.copy.draft, path, text), path)) render();
    },
  });
  render();
}

const codeField = () => document.querySelector<HTMLTextAreaElement>('form textarea[name="definition"]');

/** Returns the definition that is typed as JSON. Its status is changed by buttons. */
function typedCode({ value: text }: HTMLTextAreaElement): JsonObject | undefined {
  const typed = readJsonObject(text);
  if (!typed || !('value' in typed)) return undefined;
  const { status: _, ...draft } = typed.value;
  return draft;
}

/** The links to other parts of the definition. */
const partLinks = '#outline a, #flow a[href^="/"], [data-problems] a';

/** Returns the part of the definition that the page edits. */
function currentPart({ ask, copy, tab, item }: EditorData): DefinitionPart | undefined {
  if (tab === 'code') return undefined;
  return tab === 'design' ? partOf(ask.kind, tab) : partFor(ask.kind, copy.draft, tab, item);
}

function isFaulty({ issues, refusals }: Pick<SavedCopy, 'issues' | 'refusals'>): boolean {
  return issues.length > 0 || refusals.length > 0;
}

/** Returns why the text of the tab Code is not a definition. Empty if it is one. */
function codeProblem(text: string): string {
  if (readJsonObject(text) === undefined) return 'The definition must be a JSON object.';
  return describeJsonError(text);
}

/** Returns whether a field contains a pasted list. */
const isPasted = (name: string) => name.endsWith('.pasted');

/** Opens the list of types if an item is added at a place, and closes the menus of the page. */
function showTypes(isOpen: boolean): void {
  for (const panel of document.querySelectorAll<HTMLDetailsElement>('details.confirm[open]')) panel.open = false;
  const types = document.querySelector<HTMLDetailsElement>('.add-item');
  if (types) types.open = isOpen;
}

/** Shows the fields, where the editor shows one part at a time. */
function showFields(): void {
  const pane = document.querySelector<HTMLInputElement>('[name="pane"][value="inspector"]');
  if (pane) pane.checked = true;
}

/** Returns the link of this page that was clicked, unless it opens in another tab. */
function linkOf({ target, ctrlKey, metaKey, shiftKey }: MouseEvent): HTMLAnchorElement | null {
  if (ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return null;
  const link = target.closest<HTMLAnchorElement>('a[href]:not([target], [download])');
  return link?.origin === location.origin && !link.getAttribute('href')?.startsWith('#') ? link : null;
}

/** Returns whether a key undoes changes of the definition. In text fields, browsers undo the typing. */
function isUndoKey({ target, key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isInText =
    target instanceof Element && (isTextField(target) || target.closest('[contenteditable], [data-canvas]'));
  return (ctrlKey || metaKey) && key.toLowerCase() === 'z' && !isInText;
}

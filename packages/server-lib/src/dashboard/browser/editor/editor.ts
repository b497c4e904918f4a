import { valueAt, withValueAt } from '../../../base/validation/json-path.js';
import type { JsonObject } from '../../../base/validation/json-value.js';
import { allowedPart } from '../../editor/allowed-parts.js';
import { applyAction } from '../../editor/apply-action.js';
import { type DefinitionPart, itemListOf, partOf } from '../../editor/definition-parts.js';
import { editorNotes } from '../../editor/definition-view.js';
import type { ReviewedDraft } from '../../editor/edited-ask.js';
import { partFor, readPart, renamedSuffix } from '../../editor/edited-part.js';
import { elementId } from '../../editor/editor-context.js';
import { placeParam } from '../../editor/editor-outline.js';
import { type EditorData, editorView } from '../../editor/editor-view.js';
import { describeJsonError, readJsonObject } from '../../editor/json-errors.js';
import { isPartOf, isSameValue, type Merged, mergeDrafts, resolveConflicts } from '../../editor/merge-drafts.js';
import { publishActions, publishMenu, type SaveState } from '../../editor/publish-actions.js';
import { readMembers } from '../../editor/read-member.js';
import { itemsOf, textOf } from '../../editor/render-member.js';
import type { SavedCopy } from '../../editor/saved-copy.js';
import { createAfterPaint } from './after-paint.js';
import { announce } from './announce.js';
import { showCanvas } from './canvas.js';
import { findCanvas } from './canvas-widget.js';
import { showCurrentRow } from './current-row.js';
import { type EditorHost, type EditorRoot, listenIn } from './editor-host.js';
import {
  findEditorForm,
  isOfDefinition,
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
import { createAutosave } from './saving/autosave.js';
import { createHistory } from './saving/draft-history.js';
import { Refused, type SaveReply, SignedOut } from './saving/saved-reply.js';
import { showFaults } from './show-faults.js';
import { enableTimeFields, showLocalTimes } from './time-fields.js';
import { enableTrying } from './try-answers.js';

/** Milliseconds after the last key until the rest of the page follows: longer than between two keys of a word. */
const renderDelay = 200;

/** Milliseconds after the last key until the preview follows: longer than between two words. The layout of a long preview takes longer than a key may. */
const previewDelay = 800;

/** Stands for the definition in the preview, which the views do not render. */
const previewed = {};

/** What the views show of a review. */
const reviewed = ['issues', 'warnings', 'refusals', 'outdated'] as const;
type Review = Pick<ReviewedDraft, (typeof reviewed)[number]>;

/** The number of definitions without a response that are remembered. */
const maxUnconfirmed = 20;

/**
 * Keeps a definition as one state, which all changes go through, and saves it.
 *
 * @returns How to save at once what is not saved yet.
 */
export function createEditor(
  page: EditorData,
  host: EditorHost,
): Pick<ReturnType<typeof createAutosave>, 'save' | 'isDirty'> {
  const { base, ask } = page;
  const { root, signal } = host;
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
  /** The definition in the preview. */
  let shown = page.review.embedded;
  /** The timer of a preview that waits until nothing more is typed. */
  let previewing = 0;
  /** When the last key was typed. */
  let typedAt = -previewDelay;
  let isLeaving = false;
  /** Whether the text of the tab Code cannot be saved. */
  let isUnreadable = false;
  let rendering = 0;
  /** The place of the part that the outline and the preview have scrolled to. */
  let followed = '';
  /** Whether it is known which blocks the page shows. */
  let isAdopted = false;
  /** The state of saving before something was typed, in case that it changes nothing. */
  let saved: SaveState | undefined;
  /** The name of the field that was typed into last. */
  let typedField = '';
  /** Takes what was typed into the state. Whatever reads or shows the state calls it first. */
  const takeTyped = createAfterPaint(() => takeInput(typedField));
  const history = createHistory(ask.id, stored);
  const autosave = createAutosave({ send, onReply, onFailure });

  /**
   * Shows the state: the views change only what differs.
   *
   * @param keepsTyping whether the field with the focus keeps its text
   */
  function render(keepsTyping = true): void {
    takeTyped.now();
    clearTimeout(rendering);
    rendering = 0;
    if (signal.aborted) return;
    renderHeader();
    renderContent(keepsTyping);
  }

  function renderContent(keepsTyping: boolean): void {
    const content = root.querySelector('[data-editor-view]');
    const { tab } = data;
    if (tab === 'design') showFaults(root, data.review.issues);
    if (tab === 'code') renderCode();
    if (tab === 'design' || tab === 'code') return;
    const part = currentPart(data);
    const view = part && editorView({ ...data, tab, part });
    if (view && !isAdopted) adoptBlocks(root, view);
    isAdopted = true;
    if (content && view) morph(content, view, keepsTyping);
    showLocalTimes(root);
    follow(part?.prefix);
  }

  /** Scrolls to the edited part if it is another one. The layout is read once, when everything is changed. */
  function follow(place = ''): void {
    const current = `${data.tab} ${data.item} ${place}`;
    if (current === followed) return;
    followed = current;
    requestAnimationFrame(() => {
      showCurrentRow(root);
      showEdited(root);
    });
  }

  /** Shows the faults of the tab Code, and the definition if it was not typed there. */
  function renderCode(): void {
    const notes = root.querySelector('[data-editor-notes]');
    if (notes) morph(notes, editorNotes(data));
    const field = codeField(root);
    if (field && !isUnreadable && field !== root.activeElement && !isSameValue(typedCode(field), data.copy.draft))
      field.value = JSON.stringify(data.copy.draft, null, 2);
  }

  function renderHeader(): void {
    const [header, menu] = ['[data-publish]', '[data-publish-menu]'].map(
      (part) => root.querySelector(part)?.parentElement,
    );
    const steps = history.steps();
    if (header) morph(header, publishActions(ask, data.copy, { ...save, history: steps }, data.allowed));
    if (menu) morph(menu, publishMenu(data.copy, steps));
  }

  function showPreview(): void {
    clearTimeout(previewing);
    previewing = 0;
    if (signal.aborted) return;
    // A text that is edited in the preview stays.
    if (findCanvas(root)?.dataset['editing'] !== undefined) {
      previewing = setTimeout(showPreview, previewDelay);
      return;
    }
    showCanvas(root, { kind, id: ask.id, server: base }, shown);
  }

  /** Shows the preview when nothing more is typed. */
  function previewLater(): void {
    clearTimeout(previewing);
    previewing = setTimeout(showPreview, typedAt + previewDelay - performance.now());
  }

  /** Shows that a save succeeded. Changes nothing else, since the response may arrive while the next word is typed. */
  function showRevision(): void {
    renderHeader();
    for (const field of root.querySelectorAll<HTMLInputElement>('input[name="revision"]'))
      field.value = data.copy.revision;
  }

  /** Shows at once that the changes are not saved yet, and the rest when nothing more is typed. */
  function renderSoon(): void {
    renderHeader();
    renderLater();
  }

  /** Shows the state when nothing more is typed. */
  function renderLater(): void {
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
    const url = host.address();
    url.searchParams.delete(placeParam);
    if (item === undefined) url.searchParams.delete('item');
    else url.searchParams.set('item', item);
    url.hash = '';
    host.setAddress(url);
  }

  /** Returns the definition with what the form contains. */
  function read(submitter: HTMLElement | null = null): JsonObject {
    const field = data.tab === 'code' ? codeField(root) : null;
    if (field) return typedCode(field) ?? data.copy.draft;
    const form = findEditorForm(root);
    const part = form && currentPart(data);
    if (!part) return data.copy.draft;
    const fields = submittedForm(form, submitter);
    if (data.tab === 'design') return readMembers(fields, part.members, data.copy.draft, part.prefix);
    // A pasted list is added by its button.
    return readPart(kind, data.copy.draft, part, submitter ? fields : withoutFields(fields, isPasted));
  }

  function send(): Promise<SaveReply> {
    sent = data.copy.draft;
    return host.save(data.copy.revision, sent);
  }

  async function onReply({ isSaved, copy }: SaveReply): Promise<boolean> {
    takeTyped.now();
    const { revision, issues, warnings, refusals, embedded, outdated } = copy;
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
    shown = embedded;
    const isAll = isSameValue(draft, stored);
    const { review: known, refusal } = data;
    // Whether the page shows all that the response says.
    const isShown = isOwn && refusal === undefined && isSameValue(draft, data.copy.draft) && isSameReview(known, copy);
    data = {
      ...data,
      copy: { ...data.copy, draft, revision, isChanged: copy.isChanged || !isAll },
      review: { issues, warnings, refusals, embedded: embedded && previewed, outdated },
      refusal: undefined,
    };
    if (!isUnreadable) save = { ...save, status: isAll ? 'saved' : 'saving', isFaulty: isFaulty(copy) };
    if (!isOwn) announce(host, 'Changes of another tab were added.');
    // What another tab has changed is part of the text too.
    if (!isOwn && !isUnreadable) codeField(root)?.blur();
    if (isShown) showRevision();
    else render(isOwn);
    if (!isOwn) showDesign();
    previewLater();
    return isAll;
  }

  function askWhichToKeep(merged: Merged): ReturnType<typeof askForVersions> {
    save = { status: 'unsaved', problem: 'Not saved: choose which version to keep.' };
    render();
    return askForVersions(host, merged);
  }

  function onFailure(error: unknown): void {
    takeTyped.now();
    // The server may have saved it although its response is lost.
    if (!(error instanceof Refused || error instanceof SignedOut))
      unconfirmed = [...unconfirmed, sent].slice(-maxUnconfirmed);
    save = { status: 'unsaved', problem: host.describeFailure(error) };
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
    takeTyped.now();
    change(read(submitter));
    const { draft, item, path, consequence } = applyAction(kind, data.copy.draft, action);
    if (item !== undefined) choose(item ?? undefined);
    const isChanged = change(draft);
    if (consequence !== undefined) save = { ...save, done: consequence };
    render();
    showTypes(root, false);
    const [verb, list] = action.split(':');
    if (verb === 'add' && list !== undefined && isChanged) selectAddedText(root, list);
    else if (path !== undefined && !root.activeElement?.closest('form, [data-publish]'))
      root.getElementById(elementId(path))?.focus();
  }

  function restore(step: 'undo' | 'redo'): void {
    takeTyped.now();
    isUnreadable = false;
    const draft = history[step]();
    if (!draft) return;
    const { site_id: site } = data.copy.draft;
    setDraft(draft);
    // The page shows the design of the site too, and its name.
    if (data.tab === 'design' && draft['site_id'] !== site) reload();
    else render();
    showDesign();
  }

  /** Shows the design in the controls of its tab, if it was not chosen there. */
  function showDesign(): void {
    const detail = data.copy.draft['design'] ?? null;
    root.querySelector('[data-design]')?.dispatchEvent(new CustomEvent('askwell:design', { detail, bubbles: true }));
  }

  /** Shows a part that the views of this page do not render. */
  async function reload(): Promise<void> {
    if (await autosave.save()) host.reload();
  }

  /** Shows another part of the definition. */
  async function open(url: URL): Promise<void> {
    takeTyped.now();
    const tab = url.pathname === host.address().pathname ? data.tab : host.tabOf(url);
    if (tab === undefined) {
      // If that fails, the browser asks before the page is left.
      await autosave.save();
      host.leaveTo(url);
      return;
    }
    const isOtherTab = tab !== data.tab;
    const query = url.searchParams;
    data = { ...data, tab, item: query.get('item') || undefined, query: toForm(query) };
    host.setAddress(url);
    showFields(root);
    render();
    if (isOtherTab) showPreview();
    showTypes(root, query.has(placeParam));
    const part = root.getElementById(url.hash.slice(1));
    const isControl = part?.matches('input, select, textarea, fieldset');
    (isControl ? part : part?.querySelector<HTMLElement>('select, [aria-expanded]'))?.focus();
  }

  function takeInput(field: string): void {
    const problem = data.tab === 'code' ? codeProblem(codeField(root)?.value ?? '') : '';
    isUnreadable = problem !== '';
    if (isUnreadable) save = { status: 'unsaved', problem: `Not saved: ${problem}` };
    if (isUnreadable || change(read(), field)) renderSoon();
    else if (saved) {
      save = saved;
      renderHeader();
    }
    saved = undefined;
  }

  const onInput = ({ target }: Event): void => {
    if (!isOfDefinition(root, target)) return;
    if (isTextField(target)) {
      typedField = target.name;
      typedAt = performance.now();
      if (previewing) previewLater();
      // The page never says that what was typed is saved before it is.
      if (save.status === 'saved') {
        saved = save;
        save = { status: 'saving', isFaulty: save.isFaulty ?? false };
        renderHeader();
      }
      takeTyped.later();
      // What the last key has changed waits for this key too.
      if (rendering) renderLater();
    } else {
      takeTyped.now();
      takeInput(target.name);
    }
  };
  const onSubmit = async (event: SubmitEvent): Promise<void> => {
    takeTyped.now();
    const { submitter, target } = event;
    if (isLeaving || !(target instanceof HTMLFormElement) || target !== findEditorForm(root)) return;
    const leaves = submitter?.dataset['leaves'] !== undefined;
    const discards = submitter instanceof HTMLButtonElement && submitter.value === 'discard';
    if (leaves && host.finish) {
      event.preventDefault();
      if (discards || (await autosave.save()))
        await host.finish(discards ? 'discard' : 'publish', data.copy.revision).catch(onFailure);
      return;
    }
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
  };
  const onClick = (event: MouseEvent): void => {
    takeTyped.now();
    const step = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-history]') : null;
    if (step) {
      // The button may become one that submits the form.
      event.preventDefault();
      restore(step.dataset['history'] === 'undo' ? 'undo' : 'redo');
      return;
    }
    const link = linkOf(event, host.address().origin);
    // Everything is saved before the page is left.
    if (!link || !(link.matches(partLinks) || autosave.isDirty() || host.tabOf(new URL(link.href)))) return;
    event.preventDefault();
    open(new URL(link.href));
  };
  const onKey = (event: KeyboardEvent): void => {
    const step = stepOf(event);
    if (!step) return;
    event.preventDefault();
    restore(step);
  };
  const onUnload = (event: Event): void => {
    takeTyped.now();
    if ((autosave.isDirty() || isUnreadable) && !isLeaving) event.preventDefault();
  };
  listenIn(root, 'input', onInput, signal);
  listenIn(root, 'submit', onSubmit, signal);
  listenIn(root, 'click', onClick, signal);
  listenIn(root, 'keydown', onKey, signal);
  addEventListener('online', () => autosave.isDirty() && autosave.save(), { signal });
  addEventListener(
    'pagehide',
    () => {
      takeTyped.now();
      history.store();
    },
    { signal },
  );
  signal.addEventListener('abort', takeTyped.now);
  addEventListener('beforeunload', onUnload, { signal });
  enableReordering(host, act);
  enableTimeFields(host);
  enableTrying(host, open);
  enableInlineEditing(host, {
    draft() {
      takeTyped.now();
      return data.copy.draft;
    },
    chosen: () => currentPart(data)?.prefix.slice(0, -1) ?? '',
    choose(path) {
      const id = textOf(itemsOf(valueAt(data.copy.draft, itemListOf(kind) ?? ''))[Number(path.split('.')[1])]?.['id']);
      const isItem = path.startsWith(`${itemListOf(kind)}.`) && data.tab === 'edit';
      if (data.tab === 'edit') choose(isItem ? id : undefined);
      render();
    },
    change(path, text) {
      takeTyped.now();
      if (change(withValueAt(data.copy.draft, path, text), path)) render();
    },
  });
  render();
  return {
    save() {
      takeTyped.now();
      return autosave.save();
    },
    isDirty() {
      takeTyped.now();
      return autosave.isDirty();
    },
  };
}

const codeField = (root: EditorRoot) => root.querySelector<HTMLTextAreaElement>('form textarea[name="definition"]');

/** Returns the definition that is typed as JSON. Its status is changed by buttons. */
function typedCode({ value: text }: HTMLTextAreaElement): JsonObject | undefined {
  const typed = readJsonObject(text);
  if (!typed || !('value' in typed)) return undefined;
  const { status: _, ...draft } = typed.value;
  return draft;
}

/** The links to other parts of the definition. */
const partLinks = '#outline a, #flow a, [data-problems] a';

/** Returns the part of the definition that the page edits. */
function currentPart({ ask, copy, tab, item, allowed }: EditorData): DefinitionPart | undefined {
  if (tab === 'code') return undefined;
  const part = tab === 'design' ? partOf(ask.kind, tab) : partFor(ask.kind, copy.draft, tab, item);
  return part && allowedPart(part, copy.draft, allowed);
}

function isFaulty({ issues, refusals }: Pick<SavedCopy, 'issues' | 'refusals'>): boolean {
  return issues.length > 0 || refusals.length > 0;
}

function isSameReview(one: Review, other: Review): boolean {
  const [shown, next] = [one, other].map((review) => reviewed.map((name) => review[name]));
  return JSON.stringify(shown) === JSON.stringify(next);
}

/** Returns why the text of the tab Code is not a definition. Empty if it is one. */
function codeProblem(text: string): string {
  if (readJsonObject(text) === undefined) return 'The definition must be a JSON object.';
  return describeJsonError(text);
}

/** Returns whether a field is only read with its button: a pasted list, or the new name of a variable. */
const isPasted = (name: string) => name.endsWith('.pasted') || name.endsWith(renamedSuffix);

/** Opens the list of types if an item is added at a place, and closes the menus of the page. */
function showTypes(root: EditorRoot, isOpen: boolean): void {
  for (const panel of root.querySelectorAll<HTMLDetailsElement>('details.confirm[open]')) panel.open = false;
  const types = root.querySelector<HTMLDetailsElement>('.add-item');
  if (types) types.open = isOpen;
}

/** Shows the fields, where the editor shows one part at a time. */
function showFields(root: EditorRoot): void {
  const pane = root.querySelector<HTMLInputElement>('[name="pane"][value="inspector"]');
  if (pane) pane.checked = true;
}

/** Returns the link to an address of the server that was clicked, unless it opens in another tab. */
function linkOf({ target, ctrlKey, metaKey, shiftKey }: MouseEvent, origin: string): HTMLAnchorElement | null {
  if (ctrlKey || metaKey || shiftKey || !(target instanceof Element)) return null;
  const link = target.closest<HTMLAnchorElement>('a[href]:not([target], [download])');
  return link?.origin === origin && !link.getAttribute('href')?.startsWith('#') ? link : null;
}

/** Returns what a key does with changes of the definition. In text fields, browsers undo the typing. */
function stepOf(event: KeyboardEvent): 'undo' | 'redo' | undefined {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  if (!(ctrlKey || metaKey) || altKey || isInText(event)) return undefined;
  const key = event.key.toLowerCase();
  if (key === 'z') return shiftKey ? 'redo' : 'undo';
  return key === 'y' && ctrlKey && !shiftKey ? 'redo' : undefined;
}

/** Returns whether a key is for a text field, on the page or in the preview. */
function isInText(event: KeyboardEvent): boolean {
  const [target] = event.composedPath();
  return target instanceof Element && (isTextField(target) || target.closest('[contenteditable]') !== null);
}

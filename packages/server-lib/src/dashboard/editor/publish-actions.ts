import { type Html, type HtmlPart, html } from '../../base/html.js';
import { icons } from '../../web/ui/icons.js';
import { type AllowedParts, canPublish } from './allowed-parts.js';
import type { EditedAsk, EditedCopy } from './edited-ask.js';

/** The ID of the form that edits a definition. Buttons elsewhere on the page belong to it too. */
export const editorFormId = 'editor';

/** The button that Enter presses. It comes before the other buttons of the form, so that Enter neither publishes nor discards. */
const defaultButton = html`<button class="unseen" form="${editorFormId}" name="do" value="save" tabindex="-1" aria-hidden="true">Save</button>`;

/** Whether everything is saved, and what can be undone. Only scripts save while a definition is edited. */
export interface SaveState {
  readonly status: 'saved' | 'saving' | 'unsaved';
  /** Whether the saved definition has faults, so that it cannot be published. */
  readonly isFaulty?: boolean;
  /** Why the changes are not saved. */
  readonly problem?: HtmlPart;
  /** What else the last action did. */
  readonly done?: string;
  readonly history?: { readonly canUndo: boolean; readonly canRedo: boolean };
}

/** What a page has to publish or discard changes: buttons beside the title, and entries of the menu. */
export function publishParts(ask: EditedAsk, copy: Pick<EditedCopy, 'isChanged'>): { actions: Html; menu: Html } {
  return { actions: publishActions(ask, copy), menu: publishMenu(copy) };
}

/** What is saved and published, and the buttons that undo, publish or discard changes. They save the input first. */
export function publishActions(
  { shown }: EditedAsk,
  { isChanged }: Pick<EditedCopy, 'isChanged'>,
  state: SaveState = { status: 'saved' },
  allowed?: AllowedParts,
): Html {
  const isDraft = shown.status === 'draft';
  const { status, isFaulty, done, history } = state;
  // Without scripts, the button also saves what was entered.
  const hasNothing = history !== undefined && status === 'saved' && !isDraft && !isChanged;
  return html`<div class="publish" data-publish>${defaultButton}<span class="save-state${status === 'unsaved' ? ' bad' : isFaulty && ' faulty'}" role="status" data-save-state>${
    done !== undefined && `${done} `
  }${stateText(state, isDraft, isChanged)}</span><div class="publish-buttons">${
    history &&
    html`<span class="history">${historyButton('undo', 'Undo', history.canUndo)}${historyButton('redo', 'Redo', history.canRedo)}</span>`
  }${
    isChanged &&
    html`<button class="button" id="editor-discard" form="${editorFormId}" name="do" value="discard" data-leaves><span>Discard changes</span></button>`
  }${
    canPublish(allowed) &&
    html`<button class="button${(isDraft || isChanged) && ' primary'}" id="editor-publish" form="${editorFormId}" name="do" value="publish" data-leaves${hasNothing && html` disabled data-idle`}><span>Publish${!isDraft && html`<span class="more-words"> changes</span>`}</span></button>`
  }</div></div>`;
}

function historyButton(step: 'undo' | 'redo', label: string, isEnabled: boolean): Html {
  return html`<button type="button" class="button" id="editor-${step}" data-history="${step}" title="${label}"${!isEnabled && html` disabled data-idle`}><span class="brief-icon">${icons[step]}</span><span class="more-words">${label}</span></button>`;
}

/** Entries of the menu that replace buttons beside the title in a narrow window. */
export function publishMenu({ isChanged }: Pick<EditedCopy, 'isChanged'>, history?: SaveState['history']): Html {
  return html`<ul class="publish-menu" data-publish-menu>${
    history?.canRedo && html`<li><button type="button" id="menu-redo" data-history="redo">Redo</button></li>`
  }${
    isChanged &&
    html`<li><button id="menu-discard" form="${editorFormId}" name="do" value="discard" data-leaves>Discard changes</button></li>`
  }</ul>`;
}

function stateText({ status, isFaulty, problem }: SaveState, isDraft: boolean, isChanged: boolean): HtmlPart {
  if (status === 'unsaved') return problem ?? 'Not saved.';
  if (status === 'saved' && isFaulty) return inBrief('Saved. Needs a fix.', 'Needs a fix');
  if (status === 'saved' && !isDraft && !isChanged) return inBrief('All changes are published.', 'Published');
  const isUnpublished = isChanged && !isDraft && !isFaulty;
  const begin = status === 'saving' ? 'Saving …' : 'Saved.';
  if (!isUnpublished) return begin;
  const brief = status === 'saving' ? begin : 'Unpublished';
  return inBrief(`${begin} Not published yet.`, brief);
}

/** A sentence, of which a phone shows only a brief form. Screen readers always read the sentence. */
function inBrief(text: string, brief: string): Html {
  return html`<span class="more-words">${text}</span><span class="few-words" aria-hidden="true">${brief}</span>`;
}

import type { WorkingCopy } from '../../../asks/working-copies/working-copy.js';
import type { Site } from '../../../contract/resources.js';
import type { Issue } from '../../../faults/fault.js';
import { valueAt } from '../../../validation/json-path.js';
import { Html, html } from '../../../web/html.js';
import { icons } from '../../../web/icons.js';
import type { OwnerAsk, ReviewedDraft } from '../../asks/owner-ask.js';
import { count } from '../../components.js';
import { describeConditions } from '../../editor/conditions/describe-conditions.js';
import { actionButton } from '../../editor/control-html.js';
import { type DefinitionPart, groupedSettings, itemListOf, itemTypes } from '../../editor/definition-parts.js';
import type { EditorContext } from '../../editor/editor-context.js';
import { labelOf, valueText } from '../../editor/member-texts.js';
import { itemsOf, objectOf, renderMembers, textOf } from '../../editor/render-member.js';
import type { SubmittedForm } from '../../read-form.js';
import { type AskTab, askPath } from '../ask-frame.js';
import { paneChoice, paneForm } from './editor-panes.js';
import { logicParts } from './logic/logic-view.js';
import { previewPane, previewToolsForm } from './preview-pane.js';
import { editorFormId } from './publish-actions.js';

/** The tabs that edit a part of a definition. */
export type EditorTab = 'edit' | 'logic' | 'settings';

/** The data of a page that edits a part of a definition. */
export interface EditorView {
  readonly base: string;
  readonly ask: OwnerAsk;
  readonly tab: EditorTab;
  /** The ID of the question or field that is edited. Undefined: the texts or the settings. */
  readonly item: string | undefined;
  readonly part: DefinitionPart;
  readonly copy: WorkingCopy;
  readonly review: ReviewedDraft;
  readonly sites: readonly Site[];
  /** Whether publishing was tried and is not possible yet. */
  readonly isAttempted: boolean;
  /** The query of the page. */
  readonly query: SubmittedForm;
}

/** What every page that edits a definition shows. */
export type DefinitionView = Pick<EditorView, 'base' | 'ask' | 'copy' | 'review' | 'isAttempted'>;

/** The outline, the preview and the fields of the edited part. */
export function editorView(view: EditorView): Html {
  const { tab, item } = view;
  const fields = item !== undefined && html`<input type="hidden" name="item" value="${item}">`;
  const form = (content: Html) => editorForm(view, tab, html`${fields}${content}`);
  const notes = editorNotes(view);
  if (tab === 'settings') return html`${notes}${form(html`${settings(view)}${saveButton}`)}`;
  if (tab === 'logic') return html`${notes}${logic(view, form)}`;
  return html`${notes}${form(
    html`${paneChoice(itemListOf(view.ask.kind) !== null)}<div class="editor"><div class="outline" id="outline">${outline(view)}</div>
<section class="canvas" id="canvas" aria-label="Preview">${canvas(view)}</section>
<section class="inspector" id="inspector" aria-label="${item === undefined ? 'Texts' : 'Question'}">${inspector(view)}${saveButton}</section></div>`,
  )}${previewToolsForm}${paneForm}`;
}

/** Only for pointers: the buttons next to it do the same. */
const dragHandle = html`<span class="drag-handle" data-handle aria-hidden="true" title="Drag to move">${icons.grip}</span>`;

/** What has to be corrected, and what else the owner should know before publishing. */
export function editorNotes(view: DefinitionView): Html {
  return html`${problems(view)}${outdated(view)}`;
}

/** The form of a page that edits a definition, and the definition for the script. */
export function editorForm({ base, ask, copy }: DefinitionView, tab: AskTab, content: Html): Html {
  return html`<form class="form editor-form" method="post" action="${askPath(base, ask.id, tab)}" id="${editorFormId}" data-autosave><input type="hidden" name="revision" value="${copy.revision}">${content}</form><div data-draft>${Html.data(copy.draft)}</div>`;
}

export const saveButton = html`<div class="actions editor-save"><button class="button" name="do" value="save" data-plain>Save</button></div>`;

/** What has to be corrected before the changes can be published. */
function problems({ base, ask, copy, review: { issues, refusals }, isAttempted }: DefinitionView): Html | null {
  if (issues.length === 0 && refusals.length === 0) return null;
  const link = (path: string) => linkTo(base, ask, copy.draft, path);
  const items = [
    ...issues.map(({ path, message }) => html`<li>${link(path)}: ${message}</li>`),
    ...refusals.map(
      ({ path, reason }) =>
        html`<li>${link(path)}: ${
          reason === 'immutable'
            ? 'cannot change, because there are answers.'
            : 'cannot be removed, because it has answers.'
        }</li>`,
    ),
  ];
  return html`<div class="${isAttempted ? 'problem' : 'notice to-do'}"${isAttempted && html` role="alert" tabindex="-1" autofocus`} data-problems>${icons.alert}<div><p class="problem-title">${
    isAttempted ? 'Not published yet.' : 'Saved.'
  } ${count(items.length, 'thing needs', 'things need')} a change before this can be published:</p><ul>${items}</ul></div></div>`;
}

/** A link to the page that edits a member. */
function linkTo(base: string, ask: OwnerAsk, draft: EditorView['copy']['draft'], path: string): Html {
  const [list = '', index = '', ...rest] = path.split('.');
  const isItem = list === itemListOf(ask.kind);
  const item = isItem ? objectOf(valueAt(draft, `${list}.${index}`)) : {};
  const member = list === 'design' ? [index] : rest;
  const name = titleOf(item) || labelOf([...member].reverse().find((part) => !/^\d+$/.test(part)) ?? list);
  const query = isItem && textOf(item['id']) !== '' ? `?item=${encodeURIComponent(textOf(item['id']))}` : '';
  return html`<a href="${askPath(base, ask.id, list === 'design' ? 'design' : 'edit')}${query}" dir="auto">${name}</a>`;
}

function outdated({ copy }: DefinitionView): Html | null {
  if (!copy.isOutdated) return null;
  return html`<p class="notice">${icons.alert}<span>The published version was changed by other means after you started these changes. Publishing replaces it.</span></p>`;
}

function outline({ base, ask, item, copy, review }: EditorView): Html {
  const list = itemListOf(ask.kind);
  const path = askPath(base, ask.id, 'edit');
  const items = list === null ? [] : itemsOf(copy.draft[list]);
  const rows = items.map((entry, index) => {
    const id = textOf(entry['id']);
    const at = `${list}.${index}`;
    const title = titleOf(entry) || valueText('type', textOf(entry['type']));
    const isFaulty = review.issues.some((issue: Issue) => issue.path.startsWith(`${at}.`) || issue.path === at);
    const rule = describeConditions(entry, items);
    return html`<li class="outline-item${id === item && ' current'}" data-item="${index}">${items.length > 1 && dragHandle}<a href="${path}?item=${encodeURIComponent(id)}"${id === item && html` aria-current="true"`}><span class="outline-title" dir="auto">${title}</span><span class="outline-type">${valueText('type', textOf(entry['type']))}${isFaulty && html` · <span class="bad">needs a change</span>`}</span>${rule !== null && html`<span class="outline-rule">${rule}</span>`}</a><span class="row-buttons">${index > 0 && actionButton(`up:${at}`, icons.up, 'Move up', title)}${index < items.length - 1 && actionButton(`down:${at}`, icons.down, 'Move down', title)}${actionButton(`copy:${at}`, icons.copy, 'Duplicate', title)}${actionButton(`remove:${at}`, icons.trash, 'Remove', title)}</span></li>`;
  });
  const head = html`<a class="outline-head" href="${path}"${item === undefined && html` aria-current="true"`}>${list === null ? 'Question and options' : 'Title and description'}</a>`;
  if (list === null) return html`<nav aria-label="Parts">${head}</nav>`;
  const types = itemTypes(ask.kind).map(
    (type) =>
      html`<button class="type-button" name="do" value="add:${list}:${type}">${valueText('type', type)}</button>`,
  );
  return html`<nav aria-label="Parts">${head}<ol class="outline-list" data-list="${list}">${rows}</ol></nav>
<details class="add-item"><summary class="button small">${icons.plus}Add ${list === 'questions' ? 'question' : 'field'}</summary><div class="type-list">${types}</div></details>`;
}

function canvas({ base, ask, review: { embedded } }: EditorView): Html {
  return previewPane({ base, kind: ask.kind, id: ask.id, embedded, sharePath: askPath(base, ask.id, 'share') });
}

function settings({ ask, copy, review: { issues }, sites }: EditorView): Html {
  const context: EditorContext = { sites, issues, earlierFields: [] };
  return html`${groupedSettings(ask.kind).map(
    ({ title, members }) =>
      html`<section class="settings"><h2>${title}</h2>${renderMembers(context, members, copy.draft, '')}</section>`,
  )}`;
}

/** The conditions of a form. The answers to try are in a form of their own. */
function logic(view: EditorView, form: (content: Html) => Html): Html {
  const { lead, tryPanel, flow } = logicParts(view, html`${inspector(view)}${saveButton}`);
  return html`${lead}<div class="logic" id="flow">${tryPanel}${form(flow)}</div>`;
}

function inspector({ ask, item, part, copy, review, sites }: EditorView): Html {
  const { members, prefix } = part;
  const list = itemListOf(ask.kind);
  const items = list === null ? [] : itemsOf(copy.draft[list]);
  const context: EditorContext = {
    sites,
    issues: review.issues,
    earlierFields: items.slice(
      0,
      Math.max(
        0,
        items.findIndex(({ id }) => id === item),
      ),
    ),
  };
  const object = prefix === '' ? copy.draft : objectOf(valueAt(copy.draft, prefix.slice(0, -1)));
  return renderMembers(context, members, object, prefix);
}

/** Returns what an item asks. */
function titleOf(item: EditorView['copy']['draft']): string {
  return textOf(item['label']) || textOf(item['prompt']);
}

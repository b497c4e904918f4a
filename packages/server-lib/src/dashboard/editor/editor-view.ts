import { Html, html } from '../../base/html.js';
import { valueAt } from '../../base/validation/json-path.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { PathCounts } from '../../kinds/form/path-counts.js';
import type { Site } from '../../shared/contract/resources.js';
import { askPath } from '../home/ask-path.js';
import type { SubmittedForm } from '../submitted-form.js';
import type { AllowedParts } from './allowed-parts.js';
import { type DefinitionPart, itemListOf } from './definition-parts.js';
import { type DefinitionView, editorForm, editorNotes, itemTitle, saveButton } from './definition-view.js';
import type { Member } from './draft-member.js';
import type { EditorTab } from './edited-part.js';
import type { EditorContext } from './editor-context.js';
import { editorOutline, placeParam } from './editor-outline.js';
import { paneChoice, paneForm } from './editor-panes.js';
import { logicContext } from './logic-parts.js';
import { logicParts } from './logic-view.js';
import { draftNamer, namedDraft } from './named-draft.js';
import { previewPane, previewToolsForm } from './preview-pane.js';
import { divideItemMembers, foldRare } from './rare-members.js';
import { itemsOf, objectOf, offeredMembers, renderMembers } from './render-member.js';
import { settingsIndex, settingsView } from './settings-view.js';
import { translateView } from './translate-view.js';

/** The data of a page that edits a part of a definition. */
export interface EditorView extends DefinitionView {
  readonly tab: EditorTab;
  /** The ID of the question or field that is edited. Undefined: the texts or the settings. */
  readonly item: string | undefined;
  readonly part: DefinitionPart;
  readonly sites: readonly Site[];
  /** Whether the app signs its users in. */
  readonly hasUsers: boolean;
  readonly sendsEmails: boolean;
  /** Whether the app translates texts. Default: false. */
  readonly canTranslate?: boolean;
  /** The date in UTC, for answers that are tried. */
  readonly today: string;
  /** The paths of the newest submissions, for the tab Logic. Default: unknown. */
  readonly pathCounts?: PathCounts | null;
  /** The query of the page. */
  readonly query: SubmittedForm;
  /** What a host allows to change. Undefined: everything. */
  readonly allowed?: AllowedParts | undefined;
}

/** The data of the editor in the browser, which renders the same views again. */
export type EditorData = Omit<EditorView, 'part' | 'tab'> & { readonly tab: EditorTab | 'design' | 'code' };

/** The outline, the preview and the fields of the edited part. */
export function editorView(view: EditorView): Html {
  const { tab, item } = view;
  const fields = item !== undefined && html`<input type="hidden" name="item" value="${item}">`;
  const form = (content: Html) => editorForm(view, tab, html`${fields}${content}`);
  const notes = editorNotes(view);
  if (tab === 'settings')
    return html`${notes}<div class="settings-page">${settingsIndex(view.ask.kind, view.allowed)}${form(html`${settings(view)}${saveButton}`)}</div>`;
  if (tab === 'translate') return html`${notes}${translateView(view, form)}`;
  if (tab === 'logic') return html`${notes}${logic(view, form)}`;
  return html`${notes}${form(
    html`${paneChoice({ hasItems: itemListOf(view.ask.kind) !== null, isOpened: isOpened(view) })}<div class="editor">${outline(view)}
${canvas(view)}
${Html.block('section', 'inspector', view, inspectorPane)}</div>`,
  )}${previewToolsForm}${paneForm}`;
}

/** Returns whether a part was opened by its link, or its input is refused. */
function isOpened({ item, query, refusal }: EditorView): boolean {
  return item !== undefined || query.values['item'] !== undefined || refusal !== undefined;
}

/** Returns the place of the item that is about to be added. */
function placeOf(query: SubmittedForm): number | undefined {
  const place = query.values[placeParam];
  return place !== undefined && /^\d{1,4}$/.test(place) ? Number(place) : undefined;
}

function outline(view: EditorView): Html {
  const { base, ask, copy, review, item, allowed } = view;
  const shown = { base, ask, draft: copy.draft, issues: review.issues, item, place: placeOf(view.query), allowed };
  return Html.block(
    'div',
    'outline',
    shown,
    (values) => html`<div class="outline" id="outline">${editorOutline(values)}</div>`,
  );
}

function canvas({ base, ask: { kind, id }, item, review: { embedded } }: EditorView): Html {
  const pane = { base, kind, id, embedded, item, sharePath: askPath(base, id, 'share') };
  return Html.block(
    'section',
    'canvas',
    pane,
    (values) => html`<section class="canvas" id="canvas" aria-label="Preview">${previewPane(values)}</section>`,
  );
}

function inspectorPane(view: EditorView): Html {
  return html`<section class="inspector" id="inspector" aria-label="${view.item === undefined ? 'Texts' : 'Question'}">${inspector(view)}${saveButton}</section>`;
}

function settings({ ask, copy, review: { issues }, sites, hasUsers, sendsEmails, allowed }: EditorView): Html {
  return settingsView({ sites, hasUsers, sendsEmails, issues, earlierFields: [] }, ask.kind, copy.draft, allowed);
}

/** The conditions of a form. The answers to try are in a separate form. */
function logic(view: EditorView, form: (content: Html) => Html): Html {
  const { lead, tryPanel, map, flow } = logicParts(
    view,
    Html.lazy(() => html`${inspector(view)}${saveButton}`),
  );
  return html`<div class="logic" id="flow">${lead}${form(flow)}<div class="logic-side">${tryPanel}${map}</div></div>`;
}

function inspector({ ask, item, part, copy, review, sites }: EditorView): Html {
  const { members, prefix } = part;
  const named = namedDraft(copy.draft);
  const list = itemListOf(ask.kind);
  const items = list === null ? [] : itemsOf(copy.draft[list]);
  const references =
    list === 'fields'
      ? logicContext(named, prefix)
      : {
          earlierFields: items.slice(
            0,
            Math.max(
              0,
              items.findIndex(({ id }) => id === item),
            ),
          ),
        };
  const context: EditorContext = { sites, issues: review.issues, nameText: draftNamer(copy.draft), ...references };
  const partOf = (draft: JsonObject) => (prefix === '' ? draft : objectOf(valueAt(draft, prefix.slice(0, -1))));
  const object = partOf(copy.draft);
  const { usual, rare } = divideItemMembers(offeredMembers(members, object));
  const title = itemTitle(partOf(named)) || 'this';
  const render = (some: readonly Member[]) => renderMembers(context, some, object, prefix);
  return html`${render(usual)}${
    rare.length > 0 &&
    foldRare(context, {
      object,
      prefix,
      members: rare,
      title,
      summary: html`More settings<span class="unseen"> of ${title}</span>`,
      content: render(rare),
    })
  }`;
}

import { type Html, html } from '../../base/html.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { Issue } from '../../shared/faults/fault.js';
import { icons } from '../../web/ui/icons.js';
import { count } from '../components.js';
import { type AskTab, askPath } from '../home/ask-path.js';
import type { EditedAsk, EditedCopy, RefusedChange, ReviewedDraft, ReviewedRefusal } from './edited-ask.js';
import { placeOfIssue } from './issue-place.js';
import { isOpenPath } from './logic-entries.js';
import { shownWarnings } from './logic-warnings.js';
import { editorFormId } from './publish-actions.js';
import { textOf } from './render-member.js';

/** The data that every page for editing a definition shows. */
export interface DefinitionView {
  readonly base: string;
  readonly ask: EditedAsk;
  readonly copy: EditedCopy;
  /** The key of the definition in the code of the host. Null if the code does not define the ask. */
  readonly codeKey: string | null;
  readonly review: ReviewedDraft;
  /** Whether publishing was tried and is not possible yet. */
  readonly isAttempted: boolean;
  /** Why the input was not saved. `copy` contains the input. */
  readonly refusal?: RefusedChange | undefined;
}

/** The faults to correct, and warnings for the owner before publishing. */
export function editorNotes(view: DefinitionView): Html {
  return html`${problems(view)}${warningList(view)}${definedInCode(view)}${outdated(view)}`;
}

/** The form of a page that edits a definition. */
export function editorForm({ base, ask, copy }: DefinitionView, tab: AskTab, content: Html): Html {
  return html`<form class="form editor-form" method="post" action="${askPath(base, ask.id, tab)}" id="${editorFormId}" data-autosave><input type="hidden" name="revision" value="${copy.revision}">${content}</form>`;
}

/** Saves without JavaScript. With JavaScript, each change is saved automatically, and the button is hidden. */
export const saveButton = html`<div class="actions editor-save"><button class="button" name="do" value="save">Save</button></div>`;

/** The faults to correct before the changes can be published. */
function problems({
  base,
  ask,
  copy,
  review: { issues, refusals },
  isAttempted,
  refusal,
}: DefinitionView): Html | null {
  const link = (path: string) => linkTo(base, ask, copy.draft, path);
  const isOpen = (path: string) => isOpenPath(copy.draft, path);
  const toItem = ({ path, message }: Issue) =>
    html`<li>${link(path)}: ${isOpen(path) ? 'Choose or enter a value.' : message}</li>`;
  if (refusal)
    return problemBox(`Not saved. ${refusal.message ?? 'Shorten this, and save again:'}`, refusal.issues.map(toItem));
  if (issues.length === 0 && refusals.length === 0) return null;
  const items = [
    ...issues.map(toItem),
    ...refusals.map(({ path, reason }) => html`<li>${link(path)}: ${refusalTexts[reason]}</li>`),
  ];
  return html`<div class="problem"${isAttempted && html` role="alert" tabindex="-1" autofocus`} data-problems>${icons.alert}<div><p class="problem-title">${count(items.length, 'thing needs', 'things need')} a change before this can be published:</p><ul>${items}</ul></div></div>`;
}

/** The maximum number of warnings in the list. The tab Logic shows all of them in their places. */
const maxWarnings = 20;

/** What the draft probably does not mean. It can be published anyway. */
function warningList({ base, ask, copy, review, refusal }: DefinitionView): Html | null {
  const warnings = refusal ? [] : shownWarnings(copy.draft, review.warnings);
  if (warnings.length === 0) return null;
  const more = warnings.length - maxWarnings;
  const items = warnings
    .slice(0, maxWarnings)
    .map(({ path, message }) => html`<li>${linkTo(base, ask, copy.draft, path)}: ${message}</li>`);
  return html`<div class="problem" data-warnings>${icons.alert}<div><p class="problem-title">${count(warnings.length, 'thing', 'things')} to check. You can publish this anyway:</p><ul>${items}${more > 0 && html`<li>And ${more} more.</li>`}</ul></div></div>`;
}

const refusalTexts: Readonly<Record<ReviewedRefusal['reason'], string>> = {
  immutable: 'cannot change, because there are answers.',
  not_a_draft:
    'can only change while this is a draft: visitors may have read that their answers are anonymous. Copy it instead.',
  has_answers: 'cannot be removed, because it has answers.',
};

function problemBox(title: string, items: readonly Html[]): Html {
  return html`<div class="problem" role="alert" tabindex="-1" autofocus data-problems>${icons.alert}<div><p class="problem-title">${title}</p>${items.length > 0 && html`<ul>${items}</ul>`}</div></div>`;
}

/** Says which parts of the saved changes are too large. */
export function tooLarge(kind: AskKind, { draft, excess }: Pick<EditedCopy, 'draft' | 'excess'>): Html {
  const items = excess.map(({ path, message }) => html`<li>${placeOfIssue(kind, draft, path).name}: ${message}</li>`);
  return problemBox('These changes are too large to be published.', items);
}

/**
 * Says what to shorten in changes that an earlier version has saved and that are too large to be rendered. The tab Code has all of
 * them.
 */
export function tooLargeView({ base, ask, copy }: Pick<DefinitionView, 'base' | 'ask' | 'copy'>): Html {
  const code = askPath(base, ask.id, 'code');
  return html`${tooLarge(ask.kind, copy)}<p>Shorten them in <a href="${code}">Code</a>, or discard them.</p>
<form id="${editorFormId}" method="post" action="${code}"><input type="hidden" name="revision" value="${copy.revision}"><div class="actions"><button class="button" name="do" value="discard">Discard changes</button></div></form>`;
}

/** A link to the control that edits a member. */
function linkTo(base: string, ask: EditedAsk, draft: DefinitionView['copy']['draft'], path: string): Html {
  const { tab, address, name } = placeOfIssue(ask.kind, draft, path);
  return html`<a href="${askPath(base, ask.id, tab)}${address}" dir="auto">${name}</a>`;
}

/** Says that the code of the host defines the ask. */
function definedInCode({ ask, codeKey }: Pick<DefinitionView, 'ask' | 'codeKey'>): Html | null {
  if (codeKey === null) return null;
  return html`<p class="notice">${icons.window}<span>This ${ask.kind} is defined in the code of the app, as “<bdi>${codeKey}</bdi>”. Your changes here stay until that code changes.</span></p>`;
}

function outdated({ copy }: DefinitionView): Html | null {
  if (!copy.isOutdated) return null;
  return html`<p class="notice">${icons.alert}<span>The published version was changed by other means after you started these changes. Publishing replaces it.</span></p>`;
}

/** Returns the text of the question of an item. */
export function itemTitle(item: DefinitionView['copy']['draft']): string {
  return textOf(item['label']) || textOf(item['prompt']);
}

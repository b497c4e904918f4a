import { AskwellError } from '../../base/errors.js';
import { type Html, html } from '../../base/html.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { PageReply } from '../../http/exchange.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import type { OwnerRequest } from '../guards.js';
import { askPage } from '../home/ask-frame.js';
import { askPath } from '../home/ask-path.js';
import { withNotice } from '../layout/notice.js';
import { page } from '../page-reply.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';
import { parseDefinition } from './code-page.js';
import { type Merged, mergeDrafts, resolveConflicts } from './merge-drafts.js';
import { mergeChoices } from './merge-view.js';
import { editorFormId } from './publish-actions.js';
import { type DefinitionChange, saveChanges } from './save-changes.js';

/** The longest definition that a page repeats for browsers without scripts, in characters of JSON. */
const maxBase = 64 * 1024;

const baseName = 'base';
const choicePrefix = 'choice.';

/** The definition that the form of the editor is filled in for, as a field of that form. Scripts know it anyway. */
export function baseField(draft: JsonObject): Html | null {
  const text = JSON.stringify(draft);
  if (text.length > maxBase) return null;
  return html`<noscript><input type="hidden" form="${editorFormId}" name="${baseName}" value="${text}"></noscript>`;
}

/**
 * Returns the definition that a form was filled in for.
 *
 * @throws AskwellError with the code `invalid` if it is not a JSON object, which no page of the editor sends.
 */
export function submittedBase(form: SubmittedForm): JsonObject | undefined {
  const [text = ''] = allValuesOf(form, baseName);
  return text === '' || text.length > maxBase ? undefined : parseDefinition(text);
}

/** Returns whether a form chooses versions. */
export const choosesVersions = (form: SubmittedForm): boolean => allValuesOf(form, `${choicePrefix}0`).length > 0;

/** A change of a definition that others have changed since the form was filled in. */
export interface StaleChange extends Omit<DefinitionChange, 'next'> {
  /** Returns the query and the fragment of the page to show next, for the definition that is saved. */
  readonly nextOf: (saved: JsonObject) => string;
  readonly form: SubmittedForm;
  readonly base: JsonObject;
  /** The definition that is saved now. */
  readonly stored: { readonly draft: JsonObject; readonly revision: string };
}

/** Saves a change together with the saved changes of others. If both changed the same part, the page asks which version to keep. */
export async function mergeStaleChanges(request: OwnerRequest, ask: OwnerAsk, change: StaleChange): Promise<PageReply> {
  const { tab, draft, revision, action, nextOf, form, base, stored } = change;
  const merged = mergeDrafts(base, draft, stored.draft);
  const choices = revision === stored.revision ? chosenSides(form, merged) : undefined;
  if (merged.conflicts.length > 0 && !choices) {
    const path = askPath(request.base, ask.id, tab);
    const body = conflictPage(path, merged, { form, revision: stored.revision, action });
    const { status } = new AskwellError('precondition_failed');
    return page(askPage(request, ask, { tab, body, isProblem: true }), { status, echoesInput: true });
  }
  const resolved = resolveConflicts(merged, choices ?? []);
  const [query = '', fragment] = nextOf(resolved).split('#');
  return saveChanges(request, ask, {
    ...change,
    draft: resolved,
    revision: stored.revision,
    // Nobody publishes what they have not seen.
    action: action === 'publish' ? 'save' : action,
    next: withNotice(query, 'changes-merged') + (fragment === undefined ? '' : `#${fragment}`),
  });
}

/** Returns the chosen side of each conflict. Undefined if the form does not choose all of them. */
function chosenSides(form: SubmittedForm, { conflicts }: Merged): readonly ('mine' | 'stored')[] | undefined {
  const chosen = conflicts.map((_, index) => allValuesOf(form, choicePrefix + index)[0]);
  const sides = chosen.filter((side) => side === 'mine' || side === 'stored');
  return sides.length === conflicts.length ? sides : undefined;
}

/** Asks which version of each part to keep. The form repeats all input. */
function conflictPage(
  path: string,
  merged: Merged,
  { form, revision, action }: Pick<StaleChange, 'form' | 'revision' | 'action'>,
): Html {
  const isRepeated = (name: string) => !['revision', 'do'].includes(name) && !name.startsWith(choicePrefix);
  const fields = [
    ...Object.entries(form.values),
    ...Object.entries(form.repeated).flatMap(([name, values]) => values.map((value) => [name, value] as const)),
  ]
    .filter(([name]) => isRepeated(name))
    .map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`);
  return html`<form class="form" method="post" action="${path}">
<input type="hidden" name="revision" value="${revision}"><input type="hidden" name="do" value="${action === 'publish' ? 'save' : action}">${fields}
<div class="problem" role="alert" tabindex="-1" autofocus><div><p class="problem-title">Your changes are not saved yet.</p></div></div>
${mergeChoices(merged, choicePrefix, html`<a class="button" href="${path}">Discard my changes</a>`)}
</form>`;
}

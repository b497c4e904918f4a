import { type Html, html } from '../../base/html.js';
import type { EditedAsk, EditedCopy } from './edited-ask.js';

/** The ID of the form that edits a definition. Buttons elsewhere on the page belong to it too. */
export const editorFormId = 'editor';

/** The button that Enter presses. It comes before the other buttons of the form, so that Enter neither publishes nor discards. */
const defaultButton = html`<button class="unseen" form="${editorFormId}" name="do" value="save" tabindex="-1" aria-hidden="true">Save</button>`;

/** The buttons that publish or discard changes. They save the input first. */
export function publishActions({ shown }: EditedAsk, { isChanged }: EditedCopy): Html {
  const isDraft = shown.status === 'draft';
  return html`${defaultButton}<span class="save-state" role="status" data-save-state>${isChanged ? 'Changes are not published yet.' : isDraft ? 'Saved.' : 'All changes are published.'}</span>${
    isChanged &&
    html`<button class="button" form="${editorFormId}" name="do" value="discard" data-leaves>Discard changes</button>`
  }<button class="button primary" form="${editorFormId}" name="do" value="publish" data-leaves>${isDraft ? 'Publish' : 'Publish changes'}</button>`;
}

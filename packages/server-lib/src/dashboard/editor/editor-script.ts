import { Html, html } from '../../base/html.js';
import { dashboardAssets } from '../layout/assets.js';
import { emptyForm } from '../submitted-form.js';
import type { DefinitionView } from './definition-view.js';
import type { EditorData } from './editor-view.js';

/** Pages that try answers replace it. */
const anyDay = '2000-01-01';

/** Returns the data that the editor in the browser begins with. */
export function editorData(view: Omit<DefinitionView, 'refusal'>): Omit<EditorData, 'tab'> {
  const { base, ask, copy, codeKey, review, isAttempted } = view;
  const { kind, id, shown } = ask;
  const { draft, revision, isChanged, isOutdated } = copy;
  const { issues, warnings, refusals, embedded, outdated } = review;
  return {
    base,
    codeKey,
    isAttempted,
    item: undefined,
    sites: [],
    hasUsers: false,
    sendsEmails: false,
    today: anyDay,
    query: emptyForm,
    ask: { kind, id, shown: { status: shown.status } },
    copy: { draft, revision, isChanged, isOutdated, excess: [] },
    review: { issues, warnings, refusals, embedded, outdated },
  };
}

/** The script that keeps a definition in the browser while it is edited, with the data that it begins with. */
export function editorScript(
  view: Omit<DefinitionView, 'refusal'>,
  tab: EditorData['tab'],
  parts: Partial<
    Pick<EditorData, 'item' | 'sites' | 'hasUsers' | 'sendsEmails' | 'canTranslate' | 'today' | 'pathCounts' | 'query'>
  > = {},
): Html {
  const { base, review } = view;
  // The preview has the definition for the widget.
  const reviewed = { ...review, embedded: review.embedded && {} };
  const data: EditorData = { ...editorData({ ...view, review: reviewed }), tab, ...parts };
  return html`<div data-editor>${Html.data(data)}</div><script src="${base}${dashboardAssets.editor.path}" defer></script>`;
}

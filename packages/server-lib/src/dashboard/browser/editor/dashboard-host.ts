import type { EditorData } from '../../editor/editor-view.js';
import type { EditorHost } from './editor-host.js';
import { saveProblem } from './save-problem.js';
import { sendDraft } from './saving/saved-reply.js';

/** The editor on a page of the dashboard, where each tab is a page. */
export function dashboardHost({ base, ask }: EditorData): EditorHost {
  return {
    root: document,
    body: document.body,
    // Ends with the page.
    signal: new AbortController().signal,
    address: () => new URL(location.href),
    setAddress: (url) => window.history.replaceState(null, '', url),
    tabOf: () => undefined,
    leaveTo: (url) => location.assign(url),
    reload: () => location.reload(),
    save: (revision, definition) => sendDraft(`${base}/dashboard/asks/${ask.id}/working-copy`, revision, definition),
    describeFailure: (error) => saveProblem(error, base),
  };
}

import type { AskKind } from '@askwell/server/contract';
import type { AskContext } from '../kinds/kind.js';
import type { PagedForm } from './paged-form-types.js';

/** Reports steps without cookies or IDs. A text needs no preflight, which a page that is left could not send. */
export function report(url: string, steps: readonly string[], seconds?: number): void {
  const body = JSON.stringify({ steps, seconds });
  fetch(`${url}/progress`, { method: 'POST', body, keepalive: true, credentials: 'omit' }).catch(() => {});
}

/** Reports how far a visit gets: the steps that are new since its last report, when the page is hidden and with the answer. */
export function countVisit<K extends AskKind>(
  { url, view, started, display: { host }, signal }: AskContext<K>,
  { items, element, pages }: PagedForm,
): void {
  const sent = new Set<string>();
  let since = started ? Date.now() : 0;
  let furthest = -1;

  function send(seconds?: number): void {
    const fresh: string[] = [];
    const add = (step: string) => sent.size < sent.add(step).size && fresh.push(step);
    if (!started) add('view');
    if (since) add('start');
    // A visitor has passed a question after a later answer, on the next page, or with the answer to all.
    for (const [item, page] of pages.pageOf) {
      const at = items.indexOf(item);
      if (!since || at < 0 || !item.value || item.type === 'hidden') continue;
      if (page < pages.current) furthest = Math.max(furthest, at);
      add(`shown.${item.id}`);
      if (at > furthest && seconds === undefined) break;
      add(`passed.${item.id}`);
    }
    if (seconds !== undefined) add('complete');
    if (fresh[0]) report(url, fresh, seconds);
  }

  element.addEventListener('input', () => {
    since ||= Date.now();
  });
  element.addEventListener('change', ({ target }) => {
    const at = items.findIndex((item) => target instanceof Node && item.element.contains(target));
    furthest = Math.max(furthest, at);
  });
  document.addEventListener('visibilitychange', () => document.hidden && send(), { signal });
  // After the first answer, there is nothing new to report.
  host.addEventListener(
    'askwell:answer',
    ({ detail }) => {
      const seconds = since && (Date.now() - since) / 1_000;
      since ||= 1;
      if (detail.id === view.id) send(seconds);
    },
    { signal },
  );
}

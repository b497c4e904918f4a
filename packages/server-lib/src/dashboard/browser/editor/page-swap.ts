import { enableCopying } from '../../../web/ui/browser/copying.js';
import { localizeTimes } from '../../../web/ui/browser/times.js';
import { showCurrentTab } from '../current-tab.js';
import { showPreviewTools } from './preview-tools.js';
import { errorOf, SignedOut } from './saving/save-state.js';
import { showLocalTimes } from './time-fields.js';

/**
 * Loads a page and shows its content in place of the current one, so that the place of the focus and the scroll position stay.
 *
 * The page of a conflict counts as success, because it contains all input.
 *
 * @throws SignedOut
 * @throws Refused or another error if the page does not exist. The current page stays.
 */
export async function swapPage(url: string, request: RequestInit = {}): Promise<void> {
  const { page, url: address } = await loadPage(url, request);
  const [next, current] = [page.querySelector('main'), document.querySelector('main')];
  if (!next || !current) {
    location.assign(address);
    return;
  }
  const focused = document.activeElement;
  const pane = request.method === 'POST' ? checkedPane(current) : undefined;
  const opened = [...current.querySelectorAll('details[open] > summary')];
  history.replaceState(null, '', address);
  document.title = page.title;
  current.replaceWith(document.adoptNode(next));
  // An action leaves the part of the editor that shows on a phone. A link leads to the fields.
  const nextPane = next.querySelector<HTMLInputElement>(`[name="pane"][value="${pane}"]`);
  if (nextPane) nextPane.checked = true;
  localizeTimes();
  showLocalTimes();
  enableCopying();
  showPreviewTools();
  showCurrentTab();
  for (const summary of opened) {
    const details = sameIn(next, summary)?.closest('details');
    if (details) details.open = true;
  }
  if (focused && current.contains(focused)) sameIn(next, focused)?.focus({ preventScroll: true });
}

/** Updates the parts of the current page that depend on the saved changes. The filled-in fields stay. */
export async function refreshParts(): Promise<void> {
  const parts = document.querySelectorAll('[data-refresh]');
  if (parts.length === 0) return;
  const { page } = await loadPage(location.href);
  for (const part of parts) {
    const next = page.getElementById(part.id);
    if (next && next.innerHTML !== part.innerHTML && !part.contains(document.activeElement))
      part.replaceChildren(...document.adoptNode(next).childNodes);
  }
}

function checkedPane(page: Element): string | undefined {
  return page.querySelector<HTMLInputElement>('[name="pane"]:checked')?.value;
}

async function loadPage(url: string, request: RequestInit = {}): Promise<{ page: Document; url: string }> {
  const reply = await fetch(url, { ...request, headers: { ...request.headers, accept: 'text/html' } });
  const { pathname } = new URL(reply.url);
  if (pathname.endsWith('/login')) throw new SignedOut();
  if (!reply.ok && reply.status !== 412) throw await errorOf(reply);
  return { page: new DOMParser().parseFromString(await reply.text(), 'text/html'), url: reply.url };
}

/** Returns the matching element of a page: a field or choice with the same name, or a button with the same text. */
function sameIn(root: Element, element: Element): HTMLElement | undefined {
  const describe = (candidate: Element) => {
    if (!candidate.matches('input, select, textarea')) return candidate.textContent;
    const name = candidate.getAttribute('name');
    return candidate.matches('[type="radio"]') ? `${name}=${candidate.getAttribute('value')}` : name;
  };
  return [...root.querySelectorAll<HTMLElement>(element.localName)].find(
    (candidate) => describe(candidate) === describe(element),
  );
}

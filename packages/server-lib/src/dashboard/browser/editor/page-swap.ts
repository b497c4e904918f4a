import { enableCopying } from '../../../web/browser/copying.js';
import { localizeTimes } from '../../../web/browser/times.js';
import { showPreviewTools } from './preview-tools.js';
import { errorOf, SignedOut } from './save-state.js';

/**
 * Loads a page and shows its content in place of the current one, so that the place of the focus and the scroll position stay.
 *
 * The page of a conflict counts as success: it has all that was entered.
 *
 * @throws SignedOut
 * @throws Refused or another error if there is no such page. The current one stays.
 */
export async function swapPage(url: string, request: RequestInit = {}): Promise<void> {
  const reply = await fetch(url, { ...request, headers: { ...request.headers, accept: 'text/html' } });
  const { pathname } = new URL(reply.url);
  if (pathname.endsWith('/login')) throw new SignedOut();
  if (!reply.ok && reply.status !== 412) throw errorOf(reply);
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const [next, current] = [page.querySelector('main'), document.querySelector('main')];
  if (!next || !current) {
    location.assign(reply.url);
    return;
  }
  const focused = document.activeElement;
  const opened = [...current.querySelectorAll('details[open] > summary')];
  history.replaceState(null, '', reply.url);
  document.title = page.title;
  current.replaceWith(document.adoptNode(next));
  localizeTimes();
  enableCopying();
  showPreviewTools();
  for (const summary of opened) {
    const details = sameIn(next, summary)?.closest('details');
    if (details) details.open = true;
  }
  if (focused && current.contains(focused)) sameIn(next, focused)?.focus({ preventScroll: true });
}

/** Returns the element of a page that is the same to its users: a field or choice of the same name, or a button of the same text. */
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

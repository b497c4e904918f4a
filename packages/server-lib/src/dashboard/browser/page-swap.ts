import { enableCopying } from '../../web/browser/copying.js';
import { localizeTimes } from '../../web/browser/times.js';

/** Thrown when the owner is not signed in any more. */
export class SignedOut extends Error {}

/**
 * Loads a page and shows its content in place of the current one, so that the place of the focus and the scroll position stay.
 *
 * @throws SignedOut
 * @throws TypeError if there is no connection.
 */
export async function swapPage(url: string, request: RequestInit = {}): Promise<void> {
  const reply = await fetch(url, { ...request, headers: { ...request.headers, accept: 'text/html' } });
  const { pathname } = new URL(reply.url);
  if (pathname.endsWith('/login')) throw new SignedOut();
  const page = new DOMParser().parseFromString(await reply.text(), 'text/html');
  const [next, current] = [page.querySelector('main'), document.querySelector('main')];
  if (!next || !current) {
    location.assign(reply.url);
    return;
  }
  const focused = document.activeElement?.id ?? '';
  history.replaceState(null, '', reply.url);
  document.title = page.title;
  current.replaceWith(document.adoptNode(next));
  localizeTimes();
  enableCopying();
  document.getElementById(focused)?.focus({ preventScroll: true });
}

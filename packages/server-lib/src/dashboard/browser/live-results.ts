import { localizeTimes } from '../../web/ui/browser/times.js';
import { prepareCharts } from './chart-images.js';

/** Milliseconds between two requests. */
const interval = 5_000;

/** Follows new answers: loads the page again while it is visible, and replaces its results if they have changed. */
export function followResults(): void {
  const live = document.getElementById('live');
  if (!live) return;
  const words = document.querySelectorAll<HTMLElement>('[data-live-words]');
  for (const word of words) word.hidden = false;
  for (const link of document.querySelectorAll<HTMLElement>('[data-live-reload]')) link.hidden = true;

  async function update(element: HTMLElement): Promise<void> {
    const isUpdated = await updateResults(element);
    for (const word of words) word.classList.toggle('is-paused', !isUpdated);
    setTimeout(() => void waitUntilVisible().then(() => update(element)), interval);
  }
  setTimeout(() => void waitUntilVisible().then(() => update(live)), interval);
}

function waitUntilVisible(): Promise<void> {
  if (!document.hidden) return Promise.resolve();
  return new Promise((resolve) => {
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}

/** Returns whether the results are current. */
async function updateResults(live: HTMLElement): Promise<boolean> {
  try {
    const headers = { 'if-none-match': `"${live.dataset['live']}"` };
    const reply = await fetch(location.href, { headers, redirect: 'error' });
    if (reply.status === 304) return true;
    if (!reply.ok) return false;
    const next = new DOMParser().parseFromString(await reply.text(), 'text/html').getElementById('live');
    if (next) replaceContent(live, next);
    return next !== null;
  } catch {
    // The connection may work again at the next request.
    return false;
  }
}

/** Replaces the content. Open details stay open, and the focus stays. */
function replaceContent(live: HTMLElement, next: HTMLElement): void {
  const open = [...live.querySelectorAll('details')].map((details) => details.open);
  const focused = pathTo(live, document.activeElement);
  const scrolled = [...live.querySelectorAll('.scroll')].map(({ scrollLeft, scrollTop }) => ({
    scrollLeft,
    scrollTop,
  }));
  live.classList.add('is-updated');
  live.replaceChildren(...next.childNodes);
  live.dataset['live'] = next.dataset['live'];
  [...live.querySelectorAll('details')].forEach((details, at) => {
    details.open = open[at] ?? details.open;
  });
  [...live.querySelectorAll('.scroll')].forEach((element, at) => {
    Object.assign(element, scrolled[at]);
  });
  localizeTimes();
  prepareCharts();
  const element = focused && elementAt(live, focused);
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

/** Returns the positions of an element and its parents among their siblings. Null if it is not inside `root`. */
function pathTo(root: Element, element: Element | null): number[] | null {
  if (!element || element === root || !root.contains(element)) return null;
  const path: number[] = [];
  for (let at: Element | null = element; at && at !== root; at = at.parentElement) {
    path.unshift([...(at.parentElement?.children ?? [])].indexOf(at));
  }
  return path;
}

function elementAt(root: Element, path: readonly number[]): Element | undefined {
  return path.reduce<Element | undefined>((element, position) => element?.children[position], root);
}

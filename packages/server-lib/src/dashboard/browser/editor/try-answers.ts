import { announce } from './announce.js';
import { queryOf } from './editor-page.js';

/** Shows which fields answers show while they are chosen. */
export function enableTrying(open: (url: URL) => Promise<void>): void {
  // One after the other, so that the last choice is shown last.
  let showing = Promise.resolve();

  async function show(form: HTMLFormElement): Promise<void> {
    const url = new URL(form.action);
    url.search = String(queryOf(form));
    await open(url);
    announce(document.querySelector('[data-announce]')?.textContent ?? '');
  }
  const formOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLFormElement>('form[data-try]') : null;

  document.addEventListener('change', ({ target }) => {
    const form = formOf(target);
    if (form) showing = showing.then(() => show(form));
  });
  document.addEventListener('submit', (event) => {
    const form = formOf(event.target);
    if (!form) return;
    event.preventDefault();
    showing = showing.then(() => show(form));
  });
}

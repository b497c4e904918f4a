import { announce } from './announce.js';
import type { EditorHost } from './editor-host.js';
import { queryOf } from './editor-page.js';

/** Shows which fields answers show while they are chosen. */
export function enableTrying(host: EditorHost, open: (url: URL) => Promise<void>): void {
  const { root, signal } = host;
  // One after the other, so that the last choice is shown last.
  let showing = Promise.resolve();

  async function show(form: HTMLFormElement, submitter: HTMLElement | null = null): Promise<void> {
    const url = new URL(form.action);
    url.search = String(queryOf(form, submitter));
    await open(url);
    announce(host, root.querySelector('[data-announce]')?.textContent ?? '');
  }
  const formOf = (target: EventTarget | null) =>
    target instanceof Element ? target.closest<HTMLFormElement>('form[data-try]') : null;

  const onChange = ({ target }: Event): void => {
    const form = formOf(target);
    if (form) showing = showing.then(() => show(form));
  };
  const onSubmit = (event: Event): void => {
    const form = formOf(event.target);
    if (!form) return;
    event.preventDefault();
    showing = showing.then(() => show(form, event instanceof SubmitEvent ? event.submitter : null));
  };
  root.addEventListener('change', onChange, { signal });
  root.addEventListener('submit', onSubmit, { signal });
}

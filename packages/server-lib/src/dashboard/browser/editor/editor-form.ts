import { isRecord } from './saving/saved-state.js';

/** Returns the form that is saved while it is filled in. */
export function findEditorForm(): HTMLFormElement | null {
  return document.querySelector('form[data-autosave]');
}

/** Returns the fields of a form as a browser sends them with a button. */
export function submittedFields(form: HTMLFormElement, submitter: HTMLElement | null = null): URLSearchParams {
  const body = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') body.append(name, value);
  return body;
}

/** Returns the revision that the form changes. */
export function revisionOf(form: HTMLFormElement): string {
  return form.querySelector<HTMLInputElement>('input[name="revision"]')?.value ?? '';
}

/** Makes the form change another revision. */
export function setRevision(revision: string): void {
  for (const input of document.querySelectorAll<HTMLInputElement>('input[name="revision"]')) input.value = revision;
}

/** Returns the definition that the page was rendered from. */
export function draftOfPage(): object | undefined {
  const data = document.querySelector('[data-draft] > script[type="application/json"]');
  const draft: unknown = data ? JSON.parse(data.textContent ?? '') : undefined;
  return isRecord(draft) ? draft : undefined;
}

/** Selects the text of the item that was added to a list. */
export function selectAddedText(list: string): void {
  const inputs = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    `form[data-autosave] :is(input[type="text"], textarea)[name^="${list}."]`,
  );
  // The page of a new question or field has only its own texts.
  const isOwnPage = document.querySelector(`[data-list="${list}"]`)?.matches('.outline-list');
  const texts = [...inputs].filter(({ name }) => /\.(label|prompt|title)$/.test(name));
  (isOwnPage ? texts[0] : texts.at(-1))?.select();
}

import type { EditorData } from '../../editor/editor-view.js';
import { editorFormId } from '../../editor/publish-actions.js';
import { type SubmittedForm, toSubmittedForm } from '../../submitted-form.js';
import type { EditorRoot } from './editor-host.js';

/** Returns the data of the page, if it edits a definition. */
export function pageData(): EditorData | undefined {
  const text = document.querySelector('[data-editor] > script[type="application/json"]')?.textContent;
  return text ? JSON.parse(text) : undefined;
}

/** Returns the form of the definition. */
export function findEditorForm(root: EditorRoot): HTMLFormElement | null {
  return root.querySelector(`form#${editorFormId}`);
}

/** Returns the fields of a form as a browser sends them with a button. */
export function submittedForm(form: HTMLFormElement, submitter: HTMLElement | null = null): SubmittedForm {
  return toForm(new FormData(form, submitter));
}

/** Returns fields as the server parses them. */
export function toForm(fields: Iterable<readonly [string, unknown]>): SubmittedForm {
  const lists = new Map<string, string[]>();
  for (const [name, value] of fields) {
    if (typeof value === 'string') lists.set(name, [...(lists.get(name) ?? []), value]);
  }
  return toSubmittedForm(
    Object.fromEntries([...lists].map(([name, values]) => [name, values.length === 1 ? values[0] : values])),
  );
}

/** Returns a form without some of its fields. */
export function withoutFields(
  { values, repeated }: SubmittedForm,
  isLeftOut: (name: string) => boolean,
): SubmittedForm {
  const others = <Value>(fields: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !isLeftOut(name)));
  return { values: others(values), repeated: others(repeated) };
}

/** Returns the fields of a form as the query of a page. */
export function queryOf(form: HTMLFormElement, submitter: HTMLElement | null = null): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === 'string') query.append(name, value);
  return query;
}

/** Returns whether a field changes the definition. Fields of the preview and choices of how the page is shown do not. */
export function isOfDefinition(
  root: EditorRoot,
  target: EventTarget | null,
): target is HTMLElement & { readonly name: string } {
  const isField =
    target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;
  return isField && target.form !== null && target.form === findEditorForm(root);
}

/** Selects the text of the item that was added to a list. */
export function selectAddedText(root: EditorRoot, list: string): void {
  const inputs = root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(
    `form#${editorFormId} :is(input[type="text"], textarea)[name^="${list}."]`,
  );
  // The page of a new question or field has only its own texts.
  const isOwnPage = root.querySelector(`[data-list="${list}"]`)?.closest('#outline');
  const texts = [...inputs].filter(({ name }) => /\.(label|prompt|title)$/.test(name));
  (isOwnPage ? texts[0] : texts.at(-1))?.select();
}

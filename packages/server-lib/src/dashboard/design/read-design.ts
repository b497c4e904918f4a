import { isJsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { allValuesOf, type SubmittedForm } from '../submitted-form.js';

/** Names of the fields of a design, after the path of the design. */
const members = ['accent', 'font', 'radius', 'density'] as const;

/**
 * Reads a design from a submitted form. Nothing is validated, as in the rest of the editor.
 *
 * An accent and a radius have a row of choices and an exact value. Without scripts they do not follow each other: the changed one is used.
 *
 * @param before The design that the form was filled in with.
 */
export function readDesign(form: SubmittedForm, path: string, before: JsonValue | undefined): JsonValue | undefined {
  const old = isJsonObject(before) ? before : {};
  if (allValuesOf(form, `${path}.font`).length === 0 && allValuesOf(form, `${path}.accent`).length === 0) return before;
  const read: Readonly<Record<(typeof members)[number], JsonValue>> = {
    accent: readAccent(form, `${path}.accent`, old['accent']),
    font: textAt(form, `${path}.font`) || null,
    radius: readRadius(form, `${path}.radius`, old['radius']),
    density: textAt(form, `${path}.density`) || null,
  };
  const isSame = members.every((name) => read[name] === (old[name] ?? null));
  if (isSame) return before;
  return members.every((name) => read[name] === null) ? null : read;
}

function readAccent(form: SubmittedForm, path: string, old: JsonValue | undefined): JsonValue {
  const text = textAt(form, path);
  const picked = textAt(form, `${path}.picked`);
  const choice = textAt(form, `${path}.choice`);
  if (text !== '' && text !== shownAt(form, path, String(old ?? ''))) return text;
  if (picked !== '' && picked !== textAt(form, `${path}.picked.before`)) return picked;
  return choice === 'exact' ? text || null : choice || null;
}

function readRadius(form: SubmittedForm, path: string, old: JsonValue | undefined): JsonValue {
  const text = textAt(form, path);
  const choice = textAt(form, `${path}.choice`);
  const isChanged = text !== '' && text !== shownAt(form, path, String(old ?? ''));
  const chosen = isChanged || choice === 'exact' ? text : choice;
  if (chosen === '') return null;
  const number = Number(chosen.replace(',', '.'));
  return Number.isFinite(number) ? number : chosen;
}

/** Returns the text that the form showed: after an error, the entered text. */
function shownAt(form: SubmittedForm, path: string, old: string): string {
  return allValuesOf(form, `${path}.before`)[0]?.trim() ?? old;
}

function textAt(form: SubmittedForm, name: string): string {
  return allValuesOf(form, name)[0]?.trim() ?? '';
}

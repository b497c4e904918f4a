import { isJsonObject, type JsonObject, type JsonValue } from '../../../base/validation/json-value.js';
import type { AskKind } from '../../../shared/contract/ask-types.js';
import { itemListOf } from '../../editor/definition-parts.js';
import { isSameValue } from '../../editor/same-value.js';

/** The differences of two definitions for the widget that its form can show by itself. */
interface ChangedItems {
  /** The texts above the form, by their names. */
  readonly texts: readonly (readonly [string, string])[];
  /** The changed questions or fields, by their positions. */
  readonly items: readonly { readonly at: number; readonly definition: JsonObject }[];
}

const texts = ['title', 'description'];

/** The widget shows a description without marks, lines and lists in one element, as it is. The parser of marks would be large. */
const mayHaveMarks = /[\\*_`[\n$]|^\s*[-\d]/;

/** Returns the differences of two definitions for the widget. Undefined if more than texts, questions or fields differ. */
export function changedItems(kind: AskKind, before: JsonObject, after: JsonObject): ChangedItems | undefined {
  const list = itemListOf(kind);
  const [old, next] = [before[kind], after[kind]];
  if (list === null || !isJsonObject(old) || !isJsonObject(next)) return undefined;
  const without = (definition: JsonObject) => ({
    ...definition,
    ...Object.fromEntries([list, ...texts].map((name) => [name, null])),
  });
  const [known, items] = [objectsIn(old[list]), objectsIn(next[list])];
  const isInPlace =
    known.length === items.length &&
    items.every((item, at) => item['id'] === known[at]?.['id'] && item['type'] === known[at]?.['type']);
  const changedTexts = texts.filter((name) => old[name] !== next[name]);
  if (!isInPlace || !isSameValue(without(old), without(next))) return undefined;
  const isShown = (name: string, text: JsonValue | undefined) =>
    typeof text === 'string' && text !== '' && (name === 'title' || !mayHaveMarks.test(text));
  if (!changedTexts.every((name) => isShown(name, old[name]) && isShown(name, next[name]))) return undefined;
  return {
    texts: changedTexts.flatMap((name) => {
      const text = next[name];
      return typeof text === 'string' ? [[name, text] as const] : [];
    }),
    items: items.flatMap((definition, at) => (isSameValue(definition, known[at]) ? [] : [{ at, definition }])),
  };
}

function objectsIn(list: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(list) ? list.filter((item: JsonValue) => isJsonObject(item)) : [];
}

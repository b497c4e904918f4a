import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { placeholderNamer } from '../../shared/presentation/placeholder-names.js';
import type { Fill } from '../../shared/presentation/rich-text.js';
import { fieldId } from './draft-conditions.js';
import { itemsOf, textOf } from './render-member.js';

/**
 * Returns a draft with the labels of fields in place of the placeholders in its labels and titles: as owners read them where they do
 * not edit them. Fields and endings without placeholders stay the same objects.
 */
export function namedDraft(draft: JsonObject): JsonObject {
  const known = namedDrafts.get(draft) ?? nameTexts(draft);
  namedDrafts.set(draft, known);
  return known;
}

/** The named drafts, since a page asks for one several times. A draft never changes after it is parsed. */
const namedDrafts = new WeakMap<JsonObject, JsonObject>();

/** The lists whose items have labels or titles. */
const lists = ['fields', 'endings', 'options', 'rows'];

/** Returns a function that puts the labels of the fields of a draft in place of the placeholders in a text. */
export function draftNamer(draft: JsonObject): Fill {
  const fields = itemsOf(draft['fields']).map((field) => ({ id: fieldId(field), label: textOf(field['label']) }));
  const variables = itemsOf(draft['variables']).map((variable) => ({ id: fieldId(variable) }));
  return placeholderNamer({ fields, variables });
}

function nameTexts(draft: JsonObject): JsonObject {
  const name = draftNamer(draft);

  function nameItem(item: JsonValue): JsonValue {
    if (!isJsonObject(item)) return item;
    let named = nameLists(item);
    for (const member of ['label', 'title']) {
      const text = item[member];
      const filled = typeof text === 'string' ? name(text) : text;
      if (filled !== text && filled !== undefined) named = { ...named, [member]: filled };
    }
    return named;
  }

  function nameLists(object: JsonObject): JsonObject {
    let named = object;
    for (const list of lists) {
      const items = object[list];
      if (!Array.isArray(items)) continue;
      const changed = items.map(nameItem);
      if (changed.some((item, at) => item !== items[at])) named = { ...named, [list]: changed };
    }
    return named;
  }

  return nameLists(draft);
}

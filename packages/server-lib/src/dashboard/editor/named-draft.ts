import { isJsonObject, type JsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { withMembers } from '../../base/with-members.js';
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

/** Returns a function that puts the labels of the fields of a draft in place of the placeholders in a text. */
export function draftNamer(draft: JsonObject): Fill {
  const fields = itemsOf(draft['fields']).map((field) => ({ id: fieldId(field), label: textOf(field['label']) }));
  const variables = itemsOf(draft['variables']).map((variable) => ({ id: fieldId(variable) }));
  return placeholderNamer({ fields, variables });
}

function nameTexts(draft: JsonObject): JsonObject {
  const name = draftNamer(draft);

  function nameMember(item: JsonObject, member: 'label' | 'title'): JsonObject {
    const text = item[member];
    if (typeof text !== 'string') return item;
    const named = name(text);
    return named === text ? item : withMembers(item, { [member]: named });
  }

  const nameOption = (option: JsonObject) => nameMember(option, 'label');

  function nameField(field: JsonObject): JsonObject {
    const named = replaceItems(field, ['options', 'rows'], nameOption);
    return nameMember(nameMember(named, 'label'), 'title');
  }

  return replaceItems(draft, ['fields', 'endings'], nameField);
}

/** Returns an object with other items in its lists. Without changes, it is the same object. */
function replaceItems(
  object: JsonObject,
  lists: readonly string[],
  replace: (item: JsonObject) => JsonObject,
): JsonObject {
  let replaced = object;
  for (const list of lists) {
    const items = object[list];
    if (!Array.isArray(items)) continue;
    const others = items.map((item: JsonValue) => (isJsonObject(item) ? replace(item) : item));
    if (others.some((item, at) => item !== items[at])) replaced = { ...replaced, [list]: others };
  }
  return replaced;
}

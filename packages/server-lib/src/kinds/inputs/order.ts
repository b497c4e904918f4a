import type { Faults } from '../../base/faults/faults.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import { checkIds } from './choice.js';
import { numberInput } from './number.js';
import type { ItemWithId } from './option-list.js';

/** Options put into an order. The last ones may be missing. */
export const orderInput = {
  check(options: readonly ItemWithId[], value: unknown, path: string, faults: Faults): string[] | undefined {
    const ids = checkIds(options, value, path, faults);
    return ids?.length === 0 ? undefined : ids;
  },

  /**
   * Returns the order in the fields of an HTML form. Each field is named by `prefix` and an option ID and contains the
   * position. Also accepts the IDs themselves in fields called `name`.
   */
  parseFields(fields: Readonly<UrlencodedFields>, prefix: string, name: string): unknown[] | undefined {
    const named = Object.hasOwn(fields, name) ? [fields[name] ?? []].flat() : [];
    const places = Object.entries(fields)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => ({ id: name.slice(prefix.length), place: parsePlace(value) }))
      .sort((a, b) => a.place - b.place);
    // Two options at the same position have no order. Validation reports the null.
    const placed = places.map(({ id, place }, at) =>
      Number.isNaN(place) || places[at - 1]?.place === place ? null : id,
    );
    const ids = [...named, ...placed];
    return ids.length === 0 ? undefined : ids;
  },
};

function parsePlace(field: string | string[]): number {
  const place = numberInput.parseField(field);
  return typeof place === 'number' ? place : Number.NaN;
}

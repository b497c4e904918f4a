import type { Faults } from '../../faults/faults.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import { number } from '../number/number.js';
import { checkIds } from './choice.js';
import type { LabelledItem } from './option-list.js';

/** Options put into an order, from the first place on; the last ones may be missing. */
export const order = {
  check(options: readonly LabelledItem[], given: unknown, path: string, faults: Faults): string[] | undefined {
    const ids = checkIds(options, given, path, faults);
    return ids?.length === 0 ? undefined : ids;
  },

  /**
   * The order that a plain form's fields say: each named by `prefix` and an option's id, holding that one's place. Or
   * the ids themselves, in the fields of one `name`.
   */
  read(fields: Readonly<UrlencodedFields>, prefix: string, name: string): unknown[] | undefined {
    const named = Object.hasOwn(fields, name) ? [fields[name] ?? []].flat() : [];
    const places = Object.entries(fields)
      .filter(([name]) => name.startsWith(prefix))
      .map(([name, value]) => ({ id: name.slice(prefix.length), place: placeOf(value) }))
      .sort((a, b) => a.place - b.place);
    // Two at one place have no order: a null among the ids makes that a fault.
    const placed = places.map(({ id, place }, at) =>
      Number.isNaN(place) || places[at - 1]?.place === place ? null : id,
    );
    const ids = [...named, ...placed];
    return ids.length === 0 ? undefined : ids;
  },
};

function placeOf(field: string | string[]): number {
  const place = number.read(field);
  return typeof place === 'number' ? place : Number.NaN;
}

import { consent } from '../../inputs/consent.js';
import type { PlainField } from '../form-types.js';
import { aBoolean, type FieldTypeDefinition, fieldNamed, share, single, summaryHead } from './field-type.js';

/** A box to tick. */
export const consentKind: FieldTypeDefinition<PlainField, boolean> = {
  ...single,
  settle: (_draft, head) => ({ ...head, type: 'consent' }),
  operators: () => ({ is: aBoolean, is_not: aBoolean }),
  check: ({ required }, given, path, faults) => consent.check(required, given, path, faults),
  read: ({ id }, fields) => consent.read(fieldNamed(fields, id)),
  count: (_field, answer) => consent.count(answer),
  summarise(field, counted) {
    const count = consent.sum(counted.count);
    return { ...summaryHead(field, counted), type: 'consent', count, share: share(count, counted.answered) };
  },
  cells: (_field, answer) => [answer === undefined ? null : String(answer)],
};

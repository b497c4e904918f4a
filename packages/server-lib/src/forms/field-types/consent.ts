import { consentInput } from '../../inputs/consent.js';
import type { PlainField } from '../form-types.js';
import {
  type FieldTypeDefinition,
  ownField,
  requireBoolean,
  share,
  singleColumnType,
  summaryHead,
} from './field-type.js';

/** A box to tick. */
export const consentType: FieldTypeDefinition<PlainField, boolean> = {
  ...singleColumnType,
  complete: (_draft, head) => ({ ...head, type: 'consent' }),
  operators: () => ({ is: requireBoolean, is_not: requireBoolean }),
  check: ({ required }, given, path, faults) => consentInput.check(required, given, path, faults),
  parseFields: ({ id }, fields) => consentInput.parseField(ownField(fields, id)),
  contribute: (_field, answer) => consentInput.contribute(answer),
  summarize(field, counted) {
    const count = consentInput.countAgreed(counted.count);
    return { ...summaryHead(field, counted), type: 'consent', count, share: share(count, counted.answered) };
  },
  csvCells: (_field, answer) => [answer === undefined ? null : String(answer)],
};

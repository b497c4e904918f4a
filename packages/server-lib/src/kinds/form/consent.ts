import type { PlainField } from '../../shared/contract/resources.js';
import { consentInput } from '../inputs/consent.js';
import {
  type FieldTypeDefinition,
  ownField,
  requireBoolean,
  shareOf,
  singleColumnType,
  summaryHead,
} from './field-type.js';

/** A checkbox. */
export const consentType: FieldTypeDefinition<PlainField, boolean> = {
  ...singleColumnType,
  complete: (_draft, head) => ({ ...head, type: 'consent' }),
  operators: () => ({ is: requireBoolean, is_not: requireBoolean }),
  check: ({ required }, value, path, faults) => consentInput.check(required, value, path, faults),
  parseFields: ({ id }, fields) => consentInput.parseField(ownField(fields, id)),
  contribute: (_field, answer) => consentInput.contribute(answer),
  summarize(field, tallies) {
    const count = consentInput.countAgreed(tallies.count);
    return { ...summaryHead(field, tallies), type: 'consent', count, share: shareOf(count, tallies.answered) };
  },
  csvCells: (_field, answer) => [answer === undefined ? null : String(answer)],
};

import { tryCheck } from '../../base/validation/check.js';
import { isJsonObject, type JsonValue } from '../../base/validation/json-value.js';
import { designDraft } from '../../core/schemas/design-schema.js';
import { completeDesign } from '../../owners/sites/site-design.js';
import type { Design } from '../../shared/contract/resources.js';

/** Returns a design of a draft without invalid values. Null if no value is valid. */
export function validDesign(value: JsonValue | undefined): Design | null {
  if (!isJsonObject(value)) return null;
  const valid = Object.entries(value).flatMap(([name, member]) => {
    const { success, data } = tryCheck(designDraft, { [name]: member });
    return success ? Object.entries(data) : [];
  });
  const design = completeDesign(Object.fromEntries(valid));
  return Object.values(design).every((member) => member === null) ? null : design;
}

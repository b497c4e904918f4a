import { recount } from '../asks/recount.js';
import type { Check } from '../store/check.js';
import { schemaAt } from '../store/sqlite/schema.js';
import { integrity, references } from '../store/sqlite/soundness.js';

/** Everything `askwell check` looks at in a database of this schema version. */
export function checksAt(version: number): readonly Check[] {
  return [integrity, schemaAt(version), references, recount];
}

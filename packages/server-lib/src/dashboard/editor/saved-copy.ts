import type { JsonObject } from '../../base/validation/json-value.js';
import type { ReviewedDraft } from './edited-ask.js';

/** What is saved after a save. If another tab has saved in between, that: nothing was changed then. */
export interface SavedCopy extends ReviewedDraft {
  readonly definition: JsonObject;
  readonly revision: string;
  readonly isChanged: boolean;
}

import type { JsonObject } from '../../base/validation/json-value.js';
import type { ReviewedDraft } from './edited-ask.js';

/** The saved definition after a save. If another tab saved first, nothing was changed, and this is the definition of the other tab. */
export interface SavedCopy extends ReviewedDraft {
  readonly definition: JsonObject;
  readonly revision: string;
  readonly isChanged: boolean;
}

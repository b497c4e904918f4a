import type { JsonObject } from '../../base/validation/json-value.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { Ask } from '../../shared/contract/resources.js';
import type { Issue } from '../../shared/faults/fault.js';

/* What the views of the editor need. It is plain data, so that the server and the browser render with the same functions. */

/** An ask whose definition is edited. */
export interface EditedAsk {
  readonly kind: AskKind;
  /** The ID with the prefix of the kind. */
  readonly id: string;
  readonly shown: Pick<Ask, 'status'>;
}

/** The definition as it is edited: the unpublished changes, or the published definition. */
export interface EditedCopy {
  readonly draft: JsonObject;
  /** Names the saved state. A save must name the state that it changes. */
  readonly revision: string;
  /** Whether there are changes that are not published. */
  readonly isChanged: boolean;
  /** Whether the ask was changed by other means since the first of these changes. */
  readonly isOutdated: boolean;
  /** The parts that are too large to be published. */
  readonly excess: readonly Issue[];
}

/** A change that publishing would refuse. */
export interface ReviewedRefusal {
  readonly path: string;
  readonly reason: 'immutable' | 'not_a_draft' | 'has_answers';
}

/** The faults of a draft, and the definition that visitors would see. */
export interface ReviewedDraft {
  readonly issues: readonly Issue[];
  /** What a valid draft probably does not mean. Does not prevent it from being published. */
  readonly warnings: readonly Issue[];
  readonly refusals: readonly ReviewedRefusal[];
  /** The definition for the widget. Null if the draft is not valid. */
  readonly embedded: object | null;
  /** The paths of the texts that have changed since they were translated, by language. */
  readonly outdated: Readonly<Record<string, readonly string[]>>;
}

/** Why a change was not saved. */
export interface RefusedChange {
  /** An error of the whole change. Null if all errors belong to members. */
  readonly message: string | null;
  readonly issues: readonly Issue[];
}

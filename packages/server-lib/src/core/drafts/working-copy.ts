import type { Micros } from '../../base/clock.js';
import type { JsonObject } from '../../base/validation/json-value.js';
import type { Issue } from '../../shared/faults/fault.js';

/** The unpublished changes of an ask, or its definition if nothing was changed. */
export interface OpenedWorkingCopy {
  /** The body of a request that would create the ask, without `status`. It may be incomplete. */
  readonly draft: JsonObject;
  /** Names this state. A save must name the state that it changes. */
  readonly revision: string;
  /** Whether there are changes that are not published. */
  readonly isChanged: boolean;
  /** Whether the ask was changed by other means since the first of these changes. */
  readonly isOutdated: boolean;
  readonly savedAt: Micros | null;
  /** The parts that are too large to be published. Only earlier versions saved such changes. Pages do not render them. */
  readonly excess: readonly Issue[];
}

/** A draft to validate, and whether it differs from the definition of the ask. */
export type ReviewedCopy = Pick<OpenedWorkingCopy, 'draft' | 'isChanged'>;

/** A draft to publish. */
export interface Publication {
  readonly draft: JsonObject;
  readonly revision: string;
  /** The new status of the ask. Undefined keeps the status. */
  readonly status?: 'open' | undefined;
}

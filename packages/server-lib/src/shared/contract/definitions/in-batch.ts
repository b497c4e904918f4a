import type { BatchMembers } from '../resources.js';

/** A vote, an attempt or a submission in a batch. */
export type InBatch<Draft> = Draft &
  Readonly<Omit<BatchMembers, 'created_at'>> & {
    /** When the answer was given. If absent, now. */
    readonly created_at?: Date | string | undefined;
  };

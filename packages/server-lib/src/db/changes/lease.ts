import { randomBytes } from 'node:crypto';
import type { Micros } from '../../base/clock.js';
import { type Fragment, sql } from '../sql/statement.js';

/**
 * The right of one process to do the work of a consumer, such as to send the messages of a webhook. A process extends its lease while it
 * works. The lease of a killed process ends at its time.
 */
export interface Lease {
  /** The process that has the lease. */
  readonly holder: string;
  readonly at: Micros;
  readonly until: Micros;
}

/** The columns that store a lease. */
export interface LeaseColumns {
  readonly holder: Fragment;
  readonly until: Fragment;
}

/** Returns the name of this process as the holder of leases: random for each instance. */
export function createLeaseHolder(): string {
  return randomBytes(16).toString('hex');
}

/** Returns the condition that no process has a lease. */
export function isFree({ holder, until }: LeaseColumns, at: Micros): Fragment {
  return sql`(${holder} is null or ${until} < ${at})`;
}

/** Returns the condition that one process has a lease. */
export function isHeldBy(process: string, { holder, until }: LeaseColumns, at: Micros): Fragment {
  return sql`(${holder} = ${process} and ${until} >= ${at})`;
}

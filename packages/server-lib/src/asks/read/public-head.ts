import { formatTimestamp, type Micros } from '../../clock.js';
import type { Design, PublicHead } from '../../contract/resources.js';
import { isAccepting, type StoredAsk } from '../definition/stored-ask.js';

/**
 * Returns the shared part of the public view. Lists every member explicitly, so that private members cannot leak.
 *
 * @param design The design of the ask, with that of its site for what it does not set.
 */
export function publicHead(wireId: string, ask: StoredAsk<unknown>, design: Design | null, now: Micros): PublicHead {
  const { title, status, opensAt, closesAt, terms } = ask;
  return {
    id: wireId,
    title,
    description: terms.description,
    status,
    opens_at: opensAt === null ? null : formatTimestamp(opensAt),
    closes_at: closesAt === null ? null : formatTimestamp(closesAt),
    accepting: isAccepting(ask, now),
    one_per: terms.one_per,
    allow_change: terms.allow_change,
    results_visibility: terms.results_visibility,
    after: terms.after,
    design,
    locale: terms.locale,
  };
}

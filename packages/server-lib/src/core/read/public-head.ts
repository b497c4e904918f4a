import { formatTimestamp, type Micros } from '../../base/clock.js';
import type { Design, PublicHead } from '../../shared/contract/resources.js';
import { isAccepting, type StoredAsk } from '../asks/stored-ask.js';

interface PublicHeadContext {
  /** The design of the ask, with that of its site for what it does not set. */
  readonly design: Design | null;
  /** The sign-in page of the host app, with `{next}`. Null if there is none. */
  readonly signInUrl: string | null;
  readonly now: Micros;
}

/**
 * Returns the shared part of the public view. Lists every member explicitly, so that private members cannot leak.
 */
export function publicHead(
  wireId: string,
  ask: StoredAsk<unknown>,
  { design, signInUrl, now }: PublicHeadContext,
): PublicHead {
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
    anonymous: terms.anonymous,
    results_visibility: terms.results_visibility,
    after: terms.after,
    design,
    locale: terms.locale,
    sign_in_url: terms.one_per === 'user' ? signInUrl : null,
  };
}

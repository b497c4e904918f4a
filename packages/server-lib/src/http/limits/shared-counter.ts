import type { Clock } from '../../base/clock.js';
import { shortHmac } from '../../base/crypto/hmac.js';
import type { Secret } from '../../base/crypto/secret.js';
import { createGrowingCache } from '../../base/growing-cache.js';
import type { SharedWindow } from '../../db/windows/shared-window.js';
import type { Counted, SharedWindows } from '../../db/windows/shared-windows.js';
import type { Decision, Policy } from '../../db/windows/sliding-window.js';

/** The number of full windows that are remembered. */
const maxFull = 10_000;

/** A window that was full, by the monotonic clock of this process in milliseconds. */
interface FullWindow {
  /** It is full at least until then: the request was sent before the database read its clock. */
  readonly refuseUntil: number;
  /** It is not full any more then: the reply arrived after the database read its clock. */
  readonly freeAt: number;
}

export interface SharedCounterOptions {
  /** The name of what is limited. Counters with different names do not share windows. */
  readonly name: string;
  readonly policy: Policy;
  /** The limit of a network around the keys, if `take` is called with one. */
  readonly networkPolicy?: Policy;
  readonly windows: SharedWindows;
  readonly secret: Secret;
  readonly clock: Clock;
  /** Whether requests are given back. A full window is then asked each time, since it may be free earlier than it said. */
  readonly returns?: boolean;
}

/** Counts the requests of clients or accounts in windows that all processes share. */
export interface SharedCounter {
  /**
   * Admits and counts a request of `key` and, if given, of `network`. The request counts for both or for neither.
   *
   * @throws AskwellError with the code `unavailable` if the windows cannot be reached.
   */
  take(key: string, network?: string): Promise<Counted>;
  /** Removes a request that was counted at `at`. */
  giveBack(key: string, at: number): Promise<void>;
  /** Returns the window of a key or a network. */
  windowOf(kind: 'key' | 'network', key: string): SharedWindow;
}

export function createSharedCounter({
  name,
  policy,
  networkPolicy = policy,
  windows,
  secret,
  clock,
  returns = false,
}: SharedCounterOptions): SharedCounter {
  const full = createGrowingCache<string, FullWindow>(maxFull);

  /**
   * Keys may be addresses, which are not stored. The hash uses the secret, so that nobody can find an address by trying
   * all addresses.
   */
  function windowOf(kind: 'key' | 'network', key: string): SharedWindow {
    const { limit, seconds } = kind === 'key' ? policy : networkPolicy;
    return { id: shortHmac(secret.key, `limit\0${name}\0${kind}\0${key}`), limit, seconds };
  }

  /**
   * Refuses a request without asking the database, if a window is still full according to the last reply of the
   * database.
   */
  function refuse(now: number, { id }: SharedWindow): Counted | undefined {
    const known = full.get(id);
    if (known === undefined || now >= known.refuseUntil) return undefined;
    const resetMicros = Math.ceil((known.freeAt - now) * 1000);
    const decision = refusal(Math.ceil(resetMicros / 1_000_000));
    return { ...decision, at: 0, resetMicros, refusedBy: id };
  }

  return {
    async take(key, network) {
      const sentAt = clock.elapsed();
      const window = windowOf('key', key);
      const outer = network === undefined ? undefined : windowOf('network', network);
      const refused = returns ? undefined : ((outer && refuse(sentAt, outer)) ?? refuse(sentAt, window));
      if (refused) return refused;
      const counted = await windows.take(window, outer);
      if (counted.refusedBy !== undefined && !returns) {
        const milliseconds = counted.resetMicros / 1000;
        full.set(counted.refusedBy, { refuseUntil: sentAt + milliseconds, freeAt: clock.elapsed() + milliseconds });
      }
      return counted;
    },

    giveBack: (key, at) => windows.giveBack(windowOf('key', key), at),

    windowOf,
  };
}

/** Returns the part of a decision that hosts see. */
export function toDecision({ admitted, remaining, resetSeconds, retryAfterSeconds }: Decision): Decision {
  return { admitted, remaining, resetSeconds, retryAfterSeconds };
}

function refusal(seconds: number): Decision {
  return { admitted: false, remaining: 0, resetSeconds: seconds, retryAfterSeconds: seconds };
}

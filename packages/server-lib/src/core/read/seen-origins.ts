import type { Clock, Micros } from '../../base/clock.js';
import { createGrowingCache } from '../../base/growing-cache.js';
import { maxSeenAsks, maxSeenOrigins } from '../limits.js';

/** The maximum length of an origin, which is the maximum length of a host name. */
const maxLength = 253;

/** An origin that has shown an ask. */
export interface SeenOrigin {
  readonly origin: string;
  /** When the ask was last loaded there. */
  readonly at: Micros;
}

/** Remembers where asks are embedded. */
export type SeenOrigins = ReturnType<typeof createSeenOrigins>;

/**
 * Creates the memory of the websites that show asks, so that owners can tell whether an embed works. It stores only origins and
 * times, no data of visitors, and is lost when the process ends.
 */
export function createSeenOrigins({ now }: Pick<Clock, 'now'>) {
  const originsByAsk = createGrowingCache<number, Map<string, Micros>>(maxSeenAsks);

  return {
    /** Records that an origin has loaded an ask. Ignores texts that are not the origin of a website. */
    record(ask: number, origin: string): void {
      const known = originsByAsk.get(ask);
      if (!known?.has(origin) && !isWebOrigin(origin)) return;
      const origins = known ?? new Map<string, Micros>();
      if (!known) originsByAsk.set(ask, origins);
      // A map keeps the order of insertion, so its first entry is the least recently seen origin.
      origins.delete(origin);
      origins.set(origin, now());
      const [oldest] = origins.keys();
      if (origins.size > maxSeenOrigins && oldest !== undefined) origins.delete(oldest);
    },

    /** Returns the origins of an ask, most recently seen first. */
    list: (ask: number): SeenOrigin[] =>
      [...(originsByAsk.peek(ask) ?? [])].map(([origin, at]) => ({ origin, at })).reverse(),
  };
}

/** Whether a text is an http or https origin, written as browsers send it. */
function isWebOrigin(text: string): boolean {
  if (text.length > maxLength || !/^https?:/.test(text) || !URL.canParse(text)) return false;
  return new URL(text).origin === text;
}

import type { AskStatus } from '../ask-types.js';
import type { KindTypes } from '../kind-types.js';
import type { TimelineEntry } from './timeline.js';

/** What an ask's answers add up to, as it is read. */
export type KindResults<W extends KindTypes> = W['naming'] &
  W['results'] & { status: AskStatus; timeline: TimelineEntry[] };

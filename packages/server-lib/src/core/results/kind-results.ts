import type { AskStatus } from '../../shared/contract/resources.js';
import type { KindTypes } from '../kind-types.js';
import type { TimelineEntry } from './timeline.js';

/** The results of an ask as the API returns them. */
export type KindResults<W extends KindTypes> = W['askReference'] &
  W['results'] & { status: AskStatus; timeline: TimelineEntry[] };

import type { KindTypesOf } from '../../core/kind-types.js';
import type {
  Poll,
  PollOption,
  PollResults,
  PollType,
  PublicPoll,
  RatingStyle,
  ResultsOrder,
  Scale,
  ScaleLabels,
  Vote,
  VoteReceipt,
} from '../../shared/contract/resources.js';

/** A poll's part of the definition. */
export interface PollOwn {
  readonly type: PollType;
  readonly options: readonly PollOption[];
  readonly min_choices: number | null;
  readonly max_choices: number | null;
  readonly scale: Scale | null;
  readonly other: boolean;
  readonly show_others: boolean;
  readonly shuffle: boolean;
  /** Absent in polls that were stored before this member existed. */
  readonly results_order?: ResultsOrder;
  /** The number of the next generated option ID. */
  readonly next: number;
  /** Null unless `type` is "rating". */
  readonly style: RatingStyle | null;
  readonly labels: ScaleLabels | null;
}

/** A stored vote. Its members depend on the type of the poll. */
export interface PollBody {
  readonly choices?: readonly string[];
  readonly ratings?: Readonly<Record<string, number>>;
  readonly other?: string;
}

export type PollWire = KindTypesOf<
  Poll,
  Vote,
  { view: PublicPoll; results: PollResults; receipt: VoteReceipt },
  'poll_id'
>;

/** The name of the only input of a poll. */
export const pollInput = '';

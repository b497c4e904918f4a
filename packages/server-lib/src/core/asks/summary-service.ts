import type { Clock, Micros } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { nextTurn } from '../../base/event-loop.js';
import type { PageRequest } from '../../db/paging.js';
import type { Store } from '../../db/store.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { Events } from '../events.js';
import { wireIdOf } from '../ids.js';
import { selectAskCount } from '../quotas.js';
import { hourBucket } from '../results/timeline.js';
import { archiveAsk } from './archive-asks.js';
import { isAccepting } from './stored-ask.js';
import {
  type AnswerCountRow,
  type SummaryFilter,
  type SummaryRow,
  selectAnswerCounts,
  selectDays,
  selectSliceEnd,
  selectSummaries,
} from './summary-queries.js';

const hour: Micros = 3600 * 1_000_000;
const day: Micros = 24 * hour;

/** The number of days that the activity of an ask covers. */
export const activityDays = 7;

/** The number of asks that one read compares with the filter. */
const sliceSize = 10_000;

/** An ask of any kind in a list. */
export interface AskSummary {
  /** The position in the list, for cursors. */
  readonly seq: number;
  readonly id: string;
  readonly kind: AskKind;
  readonly site: number | null;
  readonly title: string;
  readonly status: SummaryRow['status'];
  /** Whether an answer would be accepted now, unless the ask is full. */
  readonly accepting: boolean;
  readonly opensAt: Micros | null;
  readonly closesAt: Micros | null;
  readonly isArchived: boolean;
  readonly answers: number;
  readonly createdAt: Micros;
  readonly lastAnswerAt: Micros | null;
  /** The number of answers in each of the last 24-hour periods, oldest first. */
  readonly activity: readonly number[];
}

export interface SummaryServiceOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly events: Events;
}

/** Lists asks of all kinds, and archives them. */
export type SummaryService = ReturnType<typeof createSummaryService>;

/** Creates the service that lists asks of all kinds, without their definitions. */
export function createSummaryService({ store, clock, events }: SummaryServiceOptions) {
  /** Finds the asks of a page in several short reads, so that a filter with few matches does not block the event loop. */
  async function findPage(scope: Scope, filter: SummaryFilter, { after, limit }: PageRequest): Promise<SummaryRow[]> {
    const account = await store.read(selectAskCount(scope));
    const hasSlices = account !== undefined && account.asks > sliceSize;
    const found: SummaryRow[] = [];
    for (let from = after; ; await nextTurn(scope.account)) {
      const end = hasSlices ? await store.read(selectSliceEnd(scope, { after: from, size: sliceSize })) : undefined;
      const part = { after: from, last: end?.seq ?? null, limit: limit - found.length };
      found.push(...(await store.read(selectSummaries(scope, filter, part))));
      if (found.length === limit || !end) return found;
      from = end.seq;
    }
  }

  return {
    /** Returns a page of asks, newest first. The cursor is `seq`. */
    async list(scope: Scope, filter: SummaryFilter, page: PageRequest): Promise<AskSummary[]> {
      const found = await findPage(scope, filter, page);
      if (found.length === 0) return [];
      const seqs = found.map(({ seq }) => seq);
      const now = clock.now();
      const start = Math.floor(now / hour) * hour + hour - activityDays * day;
      const [counts, days] = await Promise.all([
        store.read(selectAnswerCounts(seqs)),
        store.read(selectDays(seqs, hourBucket(start).bucket)),
      ]);
      const countsOf = new Map(counts.map((row) => [row.ask, row]));
      const activity = new Map(seqs.map((seq) => [seq, Array.from({ length: activityDays }, () => 0)]));
      for (const { ask, day: at, answers } of days) {
        const ofAsk = activity.get(ask);
        if (ofAsk && at < activityDays) ofAsk[at] = answers;
      }
      return found.map((row) => toSummary(row, countsOf.get(row.seq), now, activity.get(row.seq) ?? []));
    },

    /**
     * Archives an ask, which closes it, or moves it back from the archive.
     *
     * @throws AskwellError with the code `not_found`.
     */
    async archive(scope: Scope, { kind, id }: { kind: AskKind; id: string }, isArchived: boolean): Promise<void> {
      const at = clock.now();
      const input = { account: scope.account, id, archivedAt: isArchived ? at : null, at };
      if (!(await store.run(archiveAsk, input))) throw new AskwellError('not_found');
      events.change({ kind, ask_id: wireIdOf({ kind, id }), what: 'updated' });
    },
  };
}

function toSummary(
  row: SummaryRow,
  counts: AnswerCountRow | undefined,
  now: Micros,
  activity: readonly number[],
): AskSummary {
  const times = { status: row.status, opensAt: row.opens_at, closesAt: row.closes_at };
  return {
    ...times,
    seq: row.seq,
    id: wireIdOf(row),
    kind: row.kind,
    site: row.site_id,
    title: row.title,
    accepting: isAccepting(times, now),
    isArchived: row.archived_at !== null,
    answers: counts?.answers ?? 0,
    createdAt: row.created_at,
    lastAnswerAt: counts?.last_answer_at ?? null,
    activity,
  };
}

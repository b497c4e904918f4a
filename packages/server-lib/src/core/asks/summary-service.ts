import type { Clock, Micros } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import { nextTurn } from '../../base/event-loop.js';
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
  type AskSort,
  type SummaryFilter,
  type SummaryPage,
  type SummaryPosition,
  type SummaryRow,
  selectAnswerCounts,
  selectChanged,
  selectDays,
  selectSliceEnd,
  selectSummaries,
} from './summary-queries.js';

const hour: Micros = 3600 * 1_000_000;
const day: Micros = 24 * hour;

/** The number of days that the activity of an ask covers. */
export const activityDays = 7;

/** The number of asks that one read compares with the filter, and sorts. */
const defaultSliceSize = 2_000;

/** An ask of any kind in a list. */
export interface AskSummary {
  /** The position in the list, for cursors. */
  readonly position: SummaryPosition;
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
  /** Whether there are changes that are not published. */
  readonly isChanged: boolean;
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
  /** For tests. */
  readonly sliceSize?: number;
}

/** Lists asks of all kinds, and archives them. */
export type SummaryService = ReturnType<typeof createSummaryService>;

/** Creates the service that lists asks of all kinds, without their definitions. */
export function createSummaryService({ store, clock, events, sliceSize = defaultSliceSize }: SummaryServiceOptions) {
  /**
   * Finds the asks of a page in several short reads, so that neither a filter with few matches nor sorting many asks blocks the event
   * loop.
   */
  async function findPage(scope: Scope, filter: SummaryFilter, page: SummaryPage): Promise<SummaryRow[]> {
    const { sort, after, limit } = page;
    const account = await store.read(selectAskCount(scope));
    const hasSlices = account !== undefined && account.asks > sliceSize;
    let found: SummaryRow[] = [];
    let from = sort === 'newest' && after ? after.seq : null;
    for (; ; await nextTurn(scope.account)) {
      const end = hasSlices ? await store.read(selectSliceEnd(scope, { after: from, size: sliceSize })) : undefined;
      found.push(...(await store.read(selectSummaries(scope, filter, page, { after: from, last: end?.seq ?? null }))));
      if (sort !== 'newest') found.sort((a, b) => compareRows(sort, a, b));
      found = found.slice(0, limit);
      // Only in the order of creation, the following slices have nothing for a page that is full.
      if (!end || (sort === 'newest' && found.length === limit)) return found;
      from = end.seq;
    }
  }

  return {
    /** Returns a page of asks. */
    async list(scope: Scope, filter: SummaryFilter, page: SummaryPage): Promise<AskSummary[]> {
      const found = await findPage(scope, filter, page);
      if (found.length === 0) return [];
      const seqs = found.map(({ seq }) => seq);
      const now = clock.now();
      const start = Math.floor(now / hour) * hour + hour - activityDays * day;
      const [counts, changes, days] = await Promise.all([
        store.read(selectAnswerCounts(seqs)),
        store.read(selectChanged(seqs)),
        store.read(selectDays(seqs, hourBucket(start).bucket)),
      ]);
      const changed = new Set(changes.map(({ ask }) => ask));
      const countsOf = new Map(counts.map((row) => [row.ask, row]));
      const activity = new Map(seqs.map((seq) => [seq, Array.from({ length: activityDays }, () => 0)]));
      for (const { ask, day: at, answers } of days) {
        const ofAsk = activity.get(ask);
        if (ofAsk && at < activityDays) ofAsk[at] = answers;
      }
      return found.map((row) => ({
        ...toSummary(row, countsOf.get(row.seq), now),
        isChanged: changed.has(row.seq),
        activity: activity.get(row.seq) ?? [],
      }));
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

/** Compares two asks as the database sorts them: texts by their bytes. */
function compareRows(sort: AskSort, a: SummaryRow, b: SummaryRow): number {
  const [x, y] = [a.sort_value, b.sort_value];
  const order =
    typeof x === 'string' || typeof y === 'string'
      ? Buffer.compare(Buffer.from(String(x)), Buffer.from(String(y)))
      : x - y;
  return (sort === 'title' ? order : -order) || b.seq - a.seq;
}

function toSummary(
  row: SummaryRow,
  counts: AnswerCountRow | undefined,
  now: Micros,
): Omit<AskSummary, 'isChanged' | 'activity'> {
  const times = { status: row.status, opensAt: row.opens_at, closesAt: row.closes_at };
  return {
    ...times,
    position: { value: row.sort_value, seq: row.seq },
    id: wireIdOf(row),
    kind: row.kind,
    site: row.site_id,
    title: row.title,
    accepting: isAccepting(times, now),
    isArchived: row.archived_at !== null,
    answers: counts?.answers ?? 0,
    createdAt: row.created_at,
    lastAnswerAt: counts?.last_answer_at ?? null,
  };
}

import { type Clock, formatTimestamp, type Micros } from '../../clock.js';
import { toBytes } from '../../crypto/hex.js';
import { AskwellError } from '../../errors.js';
import type { Contribution } from '../../inputs/contribution.js';
import type { Secret } from '../../options/secret.js';
import type { Operation } from '../../store/operation.js';
import type { Store } from '../../store/store.js';
import { type AnswerRow, countedAnswersBy, countersOf, countsOf } from '../answers/answer-queries.js';
import type { AnswerService } from '../answers/answer-service.js';
import type { AskDraft, PublicHead } from '../ask-types.js';
import type { AskService } from '../definition/ask-service.js';
import { areResultsVisible, type StoredAsk } from '../definition/stored-ask.js';
import type { KindTypes, ReceiptHead } from '../kind-definition.js';
import type { KindResults, ResultsService } from '../results/results-service.js';
import { withLatestHours } from '../results/timeline.js';
import { publicHead } from './public-head.js';

/** An ask as visitors see it. */
export type View<W extends KindTypes> = PublicHead & W['view'];

/** An answer as whoever gave it is told of it. */
export type Receipt<W extends KindTypes> = ReceiptHead & W['naming'] & W['receipt'];

/** What all visitors see of an ask, built only on demand. */
export interface PublicState<W extends KindTypes> {
  /** Changes whenever the view or the results change. */
  readonly key: string;
  view(): View<W>;
  results(): KindResults<W> | null;
}

export interface VisitorViewsOptions<Draft extends AskDraft, Own, Body, W extends KindTypes> {
  readonly asks: AskService<Draft, Own, Body, W>;
  readonly answers: AnswerService<Draft, Own, Body, W>;
  readonly results: ResultsService<Draft, Own, Body, W>;
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
}

/** An answer as far as its receipt goes. */
export interface VisitorAnswer<Body> {
  readonly id: string;
  readonly body: Body;
  readonly created_at: Micros;
}

/** How many answers a visitor has given, and the latest of them. */
export interface VisitorAnswers<Body> {
  readonly count: number;
  readonly last: VisitorAnswer<Body> | undefined;
}

/** What visitors are shown: an ask, its results once they may see them, and the answer they gave. */
export type VisitorViews<Draft extends AskDraft, Own, Body, W extends KindTypes = KindTypes> = ReturnType<
  typeof createVisitorViews<Draft, Own, Body, W>
>;

export function createVisitorViews<Draft extends AskDraft, Own, Body, W extends KindTypes>({
  asks,
  answers,
  results,
  store,
  clock,
  secret,
}: VisitorViewsOptions<Draft, Own, Body, W>) {
  const { kind } = asks;

  /** The shared part of an ask; whoever has answered and may change that needs no room for another answer. */
  function headOf(ask: StoredAsk<Own>, { answers: count }: Fill, hasAnswered: boolean): PublicHead {
    const { max_answers, allow_change } = ask.terms;
    const hasRoom = max_answers === null || count < max_answers || (hasAnswered && allow_change);
    const head = publicHead(asks.wireId(ask), ask, clock.now());
    return { ...head, accepting: head.accepting && hasRoom };
  }

  function fillOf(ask: StoredAsk<Own>): Promise<Fill> {
    return store.read(readFill(ask.seq, ask.terms.max_answers !== null, [...kind.caps(ask.own).keys()]));
  }

  /** Returns the part of results that visitors may see. */
  function published({ own }: StoredAsk<Own>, found: KindResults<W>): KindResults<W> {
    return withLatestHours(kind.resultsForVisitors(own, found));
  }

  /** The results, or null where a visitor may not see them now. */
  async function resultsFor(ask: StoredAsk<Own>, hasAnswered: boolean): Promise<KindResults<W> | null> {
    if (!areResultsVisible(ask, clock.now(), hasAnswered)) return null;
    return published(ask, await results.recent(ask));
  }

  /** A number for each results object. Results are kept as computed, so the same object means the same results. */
  const numbers = new WeakMap<object, number>();
  let lastNumber = 0;

  function numberOf(found: object): number {
    const known = numbers.get(found);
    if (known !== undefined) return known;
    numbers.set(found, ++lastNumber);
    return lastNumber;
  }

  const toGiven = (row: AnswerRow): VisitorAnswer<Body> => {
    return { id: row.id, body: answers.parse(row), created_at: row.created_at };
  };

  return {
    head: async (ask: StoredAsk<Own>, hasAnswered = false): Promise<PublicHead> =>
      headOf(ask, await fillOf(ask), hasAnswered),

    /** `given`: the answer of whoever sees it, which another may replace. */
    async view(ask: StoredAsk<Own>, hasAnswered = false, given: Body | null = null): Promise<View<W>> {
      const fill = await fillOf(ask);
      const caps = kind.caps(ask.own);
      const held = given !== null && ask.terms.allow_change ? bucketsOf(kind.contribute(ask.own, given)) : [];
      const isFull = (bucket: string) =>
        // Who has one of the last places may keep it.
        !held.includes(bucket) && (fill.counts.get(bucket) ?? 0) >= (caps.get(bucket) ?? Number.POSITIVE_INFINITY);
      return { ...headOf(ask, fill, hasAnswered), ...kind.view(ask, { secret: secret.key, isFull }) };
    },

    /** Returns what all visitors see now. Its key is cheap, however large the view is. */
    async publicState(ask: StoredAsk<Own>): Promise<PublicState<W>> {
      const fill = await fillOf(ask);
      const found = areResultsVisible(ask, clock.now(), false) ? await results.recent(ask) : null;
      const head = headOf(ask, fill, false);
      const full = [...kind.caps(ask.own)].filter(([bucket, cap]) => (fill.counts.get(bucket) ?? 0) >= cap);
      const isFull = (wanted: string) => full.some(([bucket]) => bucket === wanted);
      return {
        key: JSON.stringify([ask.version, head.accepting, full, found && numberOf(found)]),
        view: () => ({ ...head, ...kind.view(ask, { secret: secret.key, isFull }) }),
        results: () => found && published(ask, found),
      };
    },

    results: resultsFor,

    /** Returns the part of the results that visitors may see, without a check that they may see results now. */
    published: async (ask: StoredAsk<Own>, age: 'exact' | 'recent'): Promise<KindResults<W>> =>
      published(ask, await results[age](ask)),

    async receipt(ask: StoredAsk<Own>, { id, body, created_at }: VisitorAnswer<Body>): Promise<Receipt<W>> {
      const seen = kind.receiptHasResults ? await resultsFor(ask, true) : null;
      return {
        id: answers.wireId(id),
        ...kind.naming(asks.wireId(ask)),
        ...kind.receipt(ask, body, seen),
        created_at: formatTimestamp(created_at),
      };
    },

    /** What a visitor has given where `one_per` tells visitors apart. */
    async givenBy(ask: StoredAsk<Own>, voter: string): Promise<VisitorAnswers<Body>> {
      const { count, last } = await store.read(countedAnswersBy(ask.seq, toBytes(voter)));
      return { count, last: last && toGiven(last) };
    },

    /** The answer of an id; undefined where it is not there, or not any more. */
    async answer(ask: StoredAsk<Own>, wireId: string): Promise<VisitorAnswer<Body> | undefined> {
      const row: AnswerRow | undefined = await answers.find(ask, wireId);
      return row && toGiven(row);
    },
  };
}

function bucketsOf(contributions: readonly Contribution[]): string[] {
  return contributions.flatMap((one) => ('bucket' in one ? [one.bucket] : []));
}

/** How much of what is limited has been used up. */
interface Fill {
  readonly answers: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Read only as far as something is limited, which is seldom. */
function* readFill(ask: number, isLimited: boolean, capped: readonly string[]): Operation<Fill> {
  const counters = isLimited ? yield* countersOf(ask) : { answers: 0 };
  if (!counters) throw new AskwellError('not_found');
  const counts = capped.length === 0 ? [] : yield* countsOf(ask, capped);
  return { answers: counters.answers, counts: new Map(counts.map(({ bucket, n }) => [bucket, n])) };
}

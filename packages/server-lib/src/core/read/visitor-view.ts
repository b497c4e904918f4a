import { type Clock, formatTimestamp, type Micros } from '../../base/clock.js';
import { fromHex } from '../../base/crypto/hex.js';
import type { Secret } from '../../base/crypto/secret.js';
import { AskwellError } from '../../base/errors.js';
import { withMembers } from '../../base/with-members.js';
import type { Operation } from '../../db/operation.js';
import type { Store } from '../../db/store.js';
import { resolveDesign } from '../../owners/sites/site-design.js';
import { selectSiteDesign } from '../../owners/sites/site-queries.js';
import { parseDesign } from '../../owners/sites/site-service.js';
import type { AskDraft, Design, MathElement, PublicHead } from '../../shared/contract/resources.js';
import { findTexts, textAt, withTexts } from '../../shared/translations/text-shape.js';
import { type AnswerRow, selectBucketCounts, selectCounters, selectVoterAnswers } from '../answers/answer-queries.js';
import type { AnswerService } from '../answers/answer-service.js';
import type { AskService } from '../asks/ask-service.js';
import { areResultsVisible, isAccepting, type StoredAsk } from '../asks/stored-ask.js';
import type { Formulas } from '../formulas/formulas.js';
import type { KindTypes, ReceiptHead } from '../kind-types.js';
import type { Contribution } from '../results/contribution.js';
import type { KindResults } from '../results/kind-results.js';
import type { Counters, ResultsService } from '../results/results-service.js';
import { withLatestHours } from '../results/timeline.js';
import { uncountedBucket } from '../results/uncounted-bucket.js';

/** An ask as visitors see it. */
export type View<W extends KindTypes> = PublicHead & W['view'];

/** The reply that a visitor gets to their answer. */
export type Receipt<W extends KindTypes> = ReceiptHead & W['askReference'] & W['receipt'];

/** The public view and results of an ask, built on demand. */
export interface PublicState<W extends KindTypes> {
  /** Changes whenever the view or the results change. */
  readonly key: string;
  view(): Promise<View<W>>;
  results(): KindResults<W> | null;
}

export interface VisitorViewsOptions<Draft extends AskDraft, Own, Body, W extends KindTypes> {
  readonly asks: AskService<Draft, Own, Body, W>;
  readonly answers: AnswerService<Draft, Own, Body, W>;
  readonly results: ResultsService<Draft, Own, Body, W>;
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly formulas: Formulas;
  /** The sign-in page of the host app, with `{next}`. Null if there is none. */
  readonly signInUrl: string | null;
}

/** The parts of an answer that its receipt needs. */
export interface VisitorAnswer<Body> {
  readonly id: string;
  readonly body: Body;
  readonly created_at: Micros;
}

/** The number of answers a visitor has submitted, and the latest of them. */
export interface VisitorAnswers<Body> {
  readonly count: number;
  readonly last: VisitorAnswer<Body> | undefined;
}

/** Builds what visitors see: an ask, its results if they may see them, and their own answer. */
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
  formulas,
  signInUrl,
}: VisitorViewsOptions<Draft, Own, Body, W>) {
  const { kind } = asks;

  /**
   * Returns the design that visitors see. Reads it each time, because a change of the site's design does not change the version of
   * the ask.
   */
  async function designFor({ site, terms }: Pick<StoredAsk<unknown>, 'site' | 'terms'>): Promise<Design | null> {
    const siteDesign = site === null ? null : parseDesign(await store.read(selectSiteDesign(site)));
    return resolveDesign(terms.design, siteDesign);
  }

  /** Returns the shared part of the view. A visitor who may change their answer can do so even if the ask is full. */
  async function headOf(
    ask: StoredAsk<Own>,
    { answers: count }: FillCounts,
    hasAnswered: boolean,
  ): Promise<PublicHead> {
    const { max_answers, allow_change } = ask.terms;
    const hasRoom = max_answers === null || count < max_answers || (hasAnswered && allow_change);
    const head = publicHead(asks.wireId(ask), ask, { design: await designFor(ask), signInUrl, now: clock.now() });
    return { ...head, accepting: head.accepting && hasRoom };
  }

  function fillFor(ask: StoredAsk<Own>): Promise<FillCounts> {
    const uncounted = kind.hasUncountedAnswers?.(ask.own) ? uncountedBucket : null;
    return store.read(
      readFillCounts(ask.seq, {
        isLimited: ask.terms.max_answers !== null,
        capped: [...kind.caps(ask.own).keys()],
        uncounted,
      }),
    );
  }

  /** Adds the formulas in the texts of a view or a receipt. Without formulas, returns it at once. */
  function withFormulas<Shown extends View<W> | W['receipt']>(shown: Shown): Shown | Promise<Shown> {
    const converted = kind.formulaTexts && formulas.in(kind.formulaTexts(shown));
    return converted?.then((found) => (found ? withMembers(shown, { formulas: found }) : shown)) ?? shown;
  }

  async function toView<Shown extends View<W>>(ask: StoredAsk<Own>, view: Shown): Promise<Shown> {
    return withFormulas(withUntranslated(ask, view));
  }

  function toReceipt(
    ask: StoredAsk<Own>,
    { id, body, created_at }: VisitorAnswer<Body>,
    visibleResults: KindResults<W> | null,
  ): Receipt<W> | Promise<Receipt<W>> {
    const complete = (shown: W['receipt']): Receipt<W> => ({
      id: answers.wireId(id),
      ...kind.askReference(asks.wireId(ask)),
      ...shown,
      created_at: formatTimestamp(created_at),
    });
    const shown = withFormulas(kind.receipt(ask, body, visibleResults));
    return shown instanceof Promise ? shown.then(complete) : complete(shown);
  }

  function withUntranslated<Shown extends PublicHead>({ translated, terms }: StoredAsk<Own>, view: Shown): Shown {
    if (!translated || terms.locale === terms.languages[0]) return view;
    const texts = findTexts(kind.textShape, view);
    const untranslated = texts.filter(({ keys }) => textAt(translated.translation, keys) === undefined);
    return { ...view, untranslated: untranslated.map(({ path }) => path) };
  }

  /** Returns the part of results that visitors may see, in their language. */
  function published({ own, translated }: StoredAsk<Own>, current: KindResults<W>): KindResults<W> {
    const visible = withLatestHours(kind.resultsForVisitors(own, current));
    return translated ? withTexts(visible, translated.translation) : visible;
  }

  /** Returns the current results. They are computed and cached in the first language. */
  function current(ask: StoredAsk<Own>, counters?: Counters): Promise<KindResults<W>> {
    return results.recent(ask.translated?.original ?? ask, counters);
  }

  /** Returns the results, or null if the visitor may not see them now. */
  async function resultsFor(ask: StoredAsk<Own>, hasAnswered: boolean): Promise<KindResults<W> | null> {
    if (!areResultsVisible(ask, clock.now(), hasAnswered)) return null;
    return published(ask, await current(ask));
  }

  // Results are cached, so the same object means the same results.
  const numberOf = createObjectNumbers();

  const toVisitorAnswer = (row: AnswerRow): VisitorAnswer<Body> => {
    return { id: row.id, body: answers.parse(row), created_at: row.created_at };
  };

  return {
    /** Returns the design that visitors see: the design of the ask, completed by the design of its site. */
    design: designFor,

    /** Returns a view with its formulas and the paths of its texts that have no translation. */
    toView,

    /** Returns the formulas in the texts of a view, a receipt or a definition. Undefined if the kind has no formulas. */
    async formulasIn(part: View<W> | W['receipt'] | Own): Promise<Record<string, MathElement> | undefined> {
      return kind.formulaTexts && ((await formulas.in(kind.formulaTexts(part))) ?? {});
    },

    head: async (ask: StoredAsk<Own>, hasAnswered = false): Promise<PublicHead> =>
      headOf(ask, await fillFor(ask), hasAnswered),

    /**
     * Returns the view of an ask.
     *
     * @param answer The visitor's own answer. It keeps its options selectable even if they are full.
     */
    async view(ask: StoredAsk<Own>, hasAnswered = false, answer: Body | null = null): Promise<View<W>> {
      const fill = await fillFor(ask);
      const caps = kind.caps(ask.own);
      const ownBuckets = answer !== null && ask.terms.allow_change ? bucketsOf(kind.contribute(ask.own, answer)) : [];
      const isFull = (bucket: string) =>
        // The visitor already uses a place of this option.
        !ownBuckets.includes(bucket) &&
        (fill.counts.get(bucket) ?? 0) >= (caps.get(bucket) ?? Number.POSITIVE_INFINITY);
      const head = await headOf(ask, fill, hasAnswered);
      return toView(ask, { ...head, ...kind.view(ask, { secret: secret.key, isFull }) });
    },

    /** Returns the view of a draft, without answers from the time before it became a draft. */
    async preview(ask: StoredAsk<Own>): Promise<View<W>> {
      const context = { secret: secret.key, isFull: () => false, isPreview: true };
      const head = publicHead(asks.wireId(ask), ask, { design: await designFor(ask), signInUrl, now: clock.now() });
      return toView(ask, { ...head, ...kind.view(ask, context) });
    },

    /** Returns the state that all visitors share. Its key is cheap to compute even if the view is large. */
    async publicState(ask: StoredAsk<Own>): Promise<PublicState<W>> {
      const fill = await fillFor(ask);
      const visible = areResultsVisible(ask, clock.now(), false) ? await current(ask) : null;
      const head = await headOf(ask, fill, false);
      const full = [...kind.caps(ask.own)].filter(([bucket, cap]) => (fill.counts.get(bucket) ?? 0) >= cap);
      const isFull = (option: string) => full.some(([bucket]) => bucket === option);
      return {
        key: JSON.stringify([
          ask.version,
          ask.updatedAt,
          head.locale,
          head.accepting,
          head.design,
          full,
          visible && numberOf(visible),
        ]),
        view: () => toView(ask, { ...head, ...kind.view(ask, { secret: secret.key, isFull }) }),
        results: () => visible && published(ask, visible),
      };
    },

    results: resultsFor,

    /** Returns the part of the results that visitors may see. Does not check whether they may see results now. */
    published: async (ask: StoredAsk<Own>, age: 'exact' | 'recent'): Promise<KindResults<W>> =>
      published(ask, await results[age](ask.translated?.original ?? ask)),

    /**
     * Returns the receipt of an answer. Returns it at once if it has neither results nor formulas: many answers are committed together,
     * and if their receipts waited, all of these answers would be in memory at the same time.
     *
     * @param counters The counters that the write of the answer returned. Absent: they are read.
     */
    receipt(ask: StoredAsk<Own>, answer: VisitorAnswer<Body>, counters?: Counters): Receipt<W> | Promise<Receipt<W>> {
      if (!kind.receiptHasResults || !areResultsVisible(ask, clock.now(), true)) return toReceipt(ask, answer, null);
      return current(ask, counters).then((found) => toReceipt(ask, answer, published(ask, found)));
    },

    /** Returns the answers of a voter that count against `one_per`. */
    async answersOf(ask: StoredAsk<Own>, voter: string): Promise<VisitorAnswers<Body>> {
      const { count, last } = await store.read(selectVoterAnswers(ask.seq, fromHex(voter)));
      return { count, last: last && toVisitorAnswer(last) };
    },

    /** Returns the answer with an ID, or undefined if it does not exist. */
    async answer(ask: StoredAsk<Own>, wireId: string): Promise<VisitorAnswer<Body> | undefined> {
      const row: AnswerRow | undefined = await answers.find(ask, wireId);
      return row && toVisitorAnswer(row);
    },
  };
}

/** The counts that have a limit: the answers of an ask and its capped buckets. */
interface FillCounts {
  readonly answers: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Reads only the counts that have a limit. Most asks have none. */
function* readFillCounts(
  ask: number,
  { isLimited, capped, uncounted }: { isLimited: boolean; capped: readonly string[]; uncounted: string | null },
): Operation<FillCounts> {
  const counters = isLimited ? yield* selectCounters(ask) : { answers: 0 };
  if (!counters) throw new AskwellError('not_found');
  const read = uncounted !== null && isLimited ? [...capped, uncounted] : capped;
  const rows = read.length === 0 ? [] : yield* selectBucketCounts(ask, read);
  const counts = new Map(rows.map(({ bucket, n }) => [bucket, n]));
  return { answers: counters.answers - (counts.get(uncounted ?? '') ?? 0), counts };
}

/** Returns the buckets that an answer adds to. */
function bucketsOf(contributions: readonly Contribution[]): string[] {
  return contributions.flatMap((contribution) => ('bucket' in contribution ? [contribution.bucket] : []));
}

/** Creates a function that returns the same number for the same object, and different numbers for different objects. */
function createObjectNumbers(): (object: object) => number {
  const numbers = new WeakMap<object, number>();
  let lastNumber = 0;
  return (object) => {
    const number = numbers.get(object);
    if (number !== undefined) return number;
    numbers.set(object, ++lastNumber);
    return lastNumber;
  };
}

interface PublicHeadContext {
  /** The design of the ask, completed by the design of its site. */
  readonly design: Design | null;
  /** The sign-in page of the host app, with `{next}`. Null if there is none. */
  readonly signInUrl: string | null;
  readonly now: Micros;
}

/**
 * Returns the shared part of the public view. Lists every member explicitly, so that private members cannot leak.
 */
function publicHead(
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
    words: terms.words,
    design,
    locale: terms.locale,
    languages: [...terms.languages],
    untranslated: [],
    sign_in_url: terms.one_per === 'user' ? signInUrl : null,
  };
}

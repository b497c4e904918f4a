import { AskwellError } from '../../base/errors.js';
import { turnForLongWork } from '../../base/event-loop.js';
import type { Localizer } from '../../base/localizer.js';
import { selectCounters, selectLatestLanguages } from '../../core/answers/answer-queries.js';
import { type AnswerSelection, everyAnswer } from '../../core/answers/answer-selection.js';
import { sortLanguages } from '../../core/answers/language-names.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import type { DayAverage } from '../../core/results/averages.js';
import type { AverageQuestion } from '../../core/results/averages-report.js';
import type { CrossedColumns, CrossQuestion } from '../../core/results/cross-table-report.js';
import type { KindResults } from '../../core/results/kind-results.js';
import type { OpenAnswers } from '../../core/results/open-answers.js';
import type { OpenColumn } from '../../core/results/open-answers-report.js';
import type { Scanned } from '../../core/results/scan-report.js';
import type { TimelineEntry } from '../../core/results/timeline.js';
import { normalizeLanguage } from '../../core/submit/answer-language.js';
import type { Store } from '../../db/store.js';
import type { PathCounts } from '../../kinds/form/path-counts.js';
import type { AskDraft, CrossTable } from '../../shared/contract/resources.js';
import { languages } from '../../shared/messages/languages.js';
import type { Figure, ResultsModel } from '../../shared/presentation/results/blocks.js';
import type { KindRenderer } from '../../web/hosted/kind-renderer.js';
import {
  type CountableAnswer,
  type Insight,
  type KindInsights,
  maxOpenInputs,
  type OpenInput,
} from '../results/insight.js';

/** The results of an ask, for its owner. */
export interface OwnerResults {
  /** The answers that results can be filtered by. */
  readonly choices: readonly CountableAnswer[];
  /** Returns the languages to filter by: the languages of the latest answers, and other supported languages. */
  languages(): Promise<LanguageChoices>;
  /** Returns a text that changes with the definition and with each answer. */
  state(): Promise<string>;
  /** @param filter Null: all answers, including those whose texts were deleted after the retention period. */
  view(filter: AnswerSelection | null, localizer: Localizer): Promise<ResultsView>;
  /** Returns the newest answers to questions without options. */
  openAnswers(filter: AnswerSelection | null, inputs: readonly OpenInput[]): Promise<OpenAnswers>;
  /** The questions that a cross table can count. */
  readonly crossQuestions: readonly CrossQuestion[];
  /** Counts the answers to two questions against each other. */
  crossTable(filter: AnswerSelection | null, columns: CrossedColumns): Promise<CrossTable>;
  /** Returns the parts of the results that are computed from the newest answers. */
  scannedInsights(filter: AnswerSelection | null): Promise<readonly Insight[]>;
  /** The questions whose answers have an average. */
  readonly averageQuestions: readonly AverageQuestion[];
  /** Returns the average of each day with answers to a question, in ascending order. */
  averages(filter: AnswerSelection | null, column: string): Promise<Scanned<readonly DayAverage[]>>;
  /**
   * Counts the paths of the newest answers through the pages. Null if the ask has no pages or endings, and while too many reads wait:
   * it can be edited without them.
   */
  pathCounts(): Promise<PathCounts | null>;
  /** Returns how many visitors started and finished, if that is known. */
  startFigures(): Promise<readonly Figure[]>;
  /** Returns what people with the results link see. It may be slightly outdated. */
  shared(): Promise<ResultsModel>;
}

/** The languages that results can be filtered by, sorted by name. */
export interface LanguageChoices {
  readonly latest: readonly string[];
  readonly others: readonly string[];
}

/** Results as texts and charts. */
export interface ResultsView {
  readonly answers: number;
  readonly timeline: readonly TimelineEntry[];
  readonly figures: readonly Figure[];
  /** The results as visitors see them. */
  readonly model: ResultsModel;
  /** What owners read first. */
  readonly headline: string | null;
  /** The parts of the results that only the owner gets. */
  readonly insights: readonly Insight[];
  /** The questions without options, not more than a page shows. */
  readonly openInputs: readonly OpenInput[];
  /** Whether not all questions without options are in `openInputs`. */
  readonly hasMoreOpenInputs: boolean;
  /** Whether the insights contain all of `model`. */
  readonly insightsSuffice: boolean;
  /** Whether the oldest answers were left out, because there are too many. */
  readonly isCut: boolean;
}

/** The parts of a kind that {@link createOwnerResults} needs. */
export interface KindParts<Draft extends AskDraft, Own, Body, W extends KindTypes> {
  readonly services: KindServices<Draft, Own, Body, W>;
  readonly renderer: KindRenderer<Own, Body, W>;
  readonly insights: KindInsights<Own, W>;
  readonly store: Store;
  /** Returns how many visitors started and finished. Only for kinds that have starts. */
  startFigures?(store: Store, ask: StoredAsk<Own>): Promise<readonly Figure[]>;
  /** Returns the parts of the results that are computed from the newest answers. Only for kinds that have such parts. */
  scannedInsights?(ask: StoredAsk<Own>, selection: AnswerSelection): Promise<readonly Insight[]>;
  /** Counts the paths of the newest answers. Undefined without pages and endings. Only for kinds that have them. */
  pathCounts?(ask: StoredAsk<Own>): Promise<PathCounts> | undefined;
}

const countsOf: Readonly<Record<OpenInput['type'], OpenColumn['counts']>> = {
  text: 'text',
  value: 'value',
  contact: 'latest',
  date: 'value',
  time: 'value',
};

/** Returns the results of an ask. */
export function createOwnerResults<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { services, renderer, insights, store, startFigures, scannedInsights, pathCounts }: KindParts<Draft, Own, Body, W>,
  ask: StoredAsk<Own>,
  askLocalizer: Localizer,
): OwnerResults {
  const { results, filteredResults, openAnswers, crossTables, averages, visitorViews } = services;
  let choices: readonly CountableAnswer[] | undefined;
  const present = async (found: KindResults<W>, { texts }: Localizer, isShared = false) => {
    const { results: all = found, total = null, headline = null } = insights.clarify?.(ask.own, found, texts) ?? {};
    const shown = isShared ? insights.shareable(ask.own, all) : all;
    const model = renderer.results(texts, await visitorViews.preview(ask), shown, null);
    return { model: total === null ? model : { ...model, total }, headline };
  };

  return {
    // Thousands of options in the largest definitions, which only the page with the results shows.
    get choices() {
      choices ??= insights.choices(ask.own);
      return choices;
    },

    async languages() {
      const latest = (await store.read(selectLatestLanguages(ask.seq))).map(({ language }) => language);
      const ofAsk = ask.terms.locale === null ? null : normalizeLanguage(ask.terms.locale);
      const others = [...languages, ofAsk ?? 'en'].filter((tag) => normalizeLanguage(tag) === tag);
      return { latest: sortLanguages(latest), others: sortLanguages(others.filter((tag) => !latest.includes(tag))) };
    },

    async state() {
      const counters = await store.read(selectCounters(ask.seq));
      if (!counters) throw new AskwellError('not_found');
      return `${ask.version}-${counters.tally_seq}`;
    },

    async view(filter, localizer) {
      const { results: found, isCut } = filter
        ? await filteredResults.recent(ask, filter)
        : { results: await results.exact(ask), isCut: false };
      // Presenting the largest results takes milliseconds, and so does the page with them.
      await turnForLongWork(ask.account);
      const { model, headline } = await present(found, localizer);
      await turnForLongWork(ask.account);
      const openInputs = insights.openInputs(ask.own, found);
      return {
        answers: found.timeline.reduce((sum, { count }) => sum + count, insights.uncounted(found)),
        timeline: found.timeline,
        figures: insights.figures(found),
        model,
        headline,
        insights: insights.insights(ask.own, found),
        openInputs: openInputs.slice(0, maxOpenInputs),
        hasMoreOpenInputs: openInputs.length > maxOpenInputs,
        insightsSuffice: insights.replacesResults,
        isCut,
      };
    },

    async openAnswers(filter, inputs) {
      if (inputs.length === 0) return { found: [], matching: 0, isCut: false };
      const columns = inputs.map(({ column, type }): OpenColumn => ({ column, counts: countsOf[type] }));
      return openAnswers.read(ask, filter ?? everyAnswer, columns);
    },

    get crossQuestions() {
      return crossTables.questionsOf(ask);
    },

    crossTable: (filter, columns) => crossTables.read(ask, filter ?? everyAnswer, columns),

    scannedInsights: async (filter) => scannedInsights?.(ask, filter ?? everyAnswer) ?? [],

    get averageQuestions() {
      return averages.questionsOf(ask);
    },

    averages: (filter, column) => averages.read(ask, filter ?? everyAnswer, column),

    async pathCounts() {
      try {
        return (await pathCounts?.(ask)) ?? null;
      } catch (error) {
        if (error instanceof AskwellError && error.code === 'unavailable') return null;
        throw error;
      }
    },

    startFigures: async () => startFigures?.(store, ask) ?? [],

    async shared() {
      const { model } = await present(await results.recent(ask), askLocalizer, true);
      return model;
    },
  };
}

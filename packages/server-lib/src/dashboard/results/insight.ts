import type { KindTypes } from '../../core/kind-types.js';
import type { KindResults } from '../../core/results/kind-results.js';
import type { Bar, Figure } from '../../shared/presentation/results/blocks.js';
import type { Texts } from '../../shared/presentation/texts.js';
import type { ColumnChart } from './column-chart.js';

/** An answer that results can be filtered by, such as an option. */
export interface CountableAnswer {
  /** The bucket that counts it. */
  readonly bucket: string;
  /** The question or field. Null if there is only one. */
  readonly question: string | null;
  readonly label: string;
}

/** A question without options, whose answers are read one by one. */
export interface OpenInput {
  /** The ID of its column. */
  readonly column: string;
  readonly label: string;
  /** `text` has sentences, `value` has short values that may repeat, and `contact` has values of single people. */
  readonly type: 'text' | 'value' | 'contact' | 'date' | 'time';
  /** The number of all answers. Null if it is not counted. */
  readonly answered: number | null;
}

/** The maximum number of questions without options whose answers a page shows. */
export const maxOpenInputs = 60;

/** A part of the results that only the owner gets. */
export type Insight =
  | ChartInsight
  | BarsInsight
  | { readonly type: 'figures'; readonly title: string; readonly figures: readonly Figure[] }
  | RoundsInsight
  | { readonly type: 'analysis'; readonly questions: readonly AnalyzedQuestion[]; readonly about: string };

/** A chart of counts. */
export interface ChartInsight {
  readonly type: 'chart';
  readonly chart: ColumnChart;
  readonly note: string | null;
  /** The numbers that sum up the chart. The first one is the most important. */
  readonly figures?: readonly Figure[];
  /** The ID of the field whose results the chart shows in place of those that visitors see. */
  readonly field?: string;
}

/** A bar chart. */
export interface BarsInsight {
  readonly type: 'bars';
  readonly title: string;
  readonly about: string | null;
  readonly bars: readonly Bar[];
  /** The ID of the field whose results the bars complete. */
  readonly field?: string;
}

/** The rounds of an instant runoff. */
export interface RoundsInsight {
  readonly type: 'rounds';
  readonly rounds: readonly RunoffRound[];
  /** The bars of the last round, with all options, in place of the first choices that visitors see. */
  readonly outcome: readonly Bar[];
}

/** How well a question of a quiz works, as texts. */
export interface AnalyzedQuestion {
  readonly prompt: string;
  readonly attempts: string;
  /** The share of the points that attempts reached. */
  readonly reached: AnalyzedValue;
  readonly discrimination: AnalyzedValue;
}

/** A value, or the reason why it is not known. */
export type AnalyzedValue = { readonly value: string } | { readonly unknown: string };

/** A round of an instant runoff. */
export interface RunoffRound {
  readonly title: string;
  /** The outcome of the round. */
  readonly outcome: string;
  readonly bars: readonly Bar[];
}

/** The results for owners and their audience. */
export interface ClarifiedResults<W extends KindTypes> {
  /** The results in the order of the outcome. */
  readonly results: KindResults<W>;
  /** How many answers there are, if it differs from what visitors read. */
  readonly total: string | null;
  /** What owners have to know to read the results, or the outcome. */
  readonly headline: string | null;
}

/** The results of one kind of ask that owners see, in addition to the results for visitors. */
export interface KindInsights<Own, W extends KindTypes> {
  choices(own: Own): readonly CountableAnswer[];
  figures(results: KindResults<W>): readonly Figure[];
  /** Returns the number of answers that are in no other part of the results. */
  uncounted(results: KindResults<W>): number;
  insights(own: Own, results: KindResults<W>): readonly Insight[];
  /** Returns the questions without options. */
  openInputs(own: Own, results: KindResults<W>): readonly OpenInput[];
  /** Whether the insights replace the results that visitors see. */
  readonly replacesResults: boolean;
  /** Only for kinds whose results need it. */
  clarify?(own: Own, results: KindResults<W>, t: Texts): ClarifiedResults<W>;
  /** Returns the part of the results that people with a results link may see. */
  shareable(own: Own, results: KindResults<W>): KindResults<W>;
}

/** The maximum number of insights of one type. */
export const maxInsights = 20;

import type { ScaleLabels } from '../../contract/resources.js';
import type { Texts } from '../texts.js';

/** A text of the author or of a visitor. It may be in another language and direction than the interface. */
export interface AuthorText {
  readonly author: string;
  /** The same text with its marks, if it is a label. */
  readonly marked?: string;
}

/** A text of the interface, of an author, or a sequence of both. */
export type Text = string | AuthorText | readonly Text[];

/** A mark of a bar, such as "Winner". */
export interface BarMark {
  readonly type: 'winner' | 'own';
  readonly text: string;
}

/** A bar with its label. */
export interface Bar {
  readonly label: Text;
  readonly image?: string | null;
  /** The length of the bar, from 0 to 1. */
  readonly share: number;
  /** The main number, such as a percentage. */
  readonly figure: string;
  /** Further numbers, such as a count. */
  readonly details: readonly string[];
  readonly marks: readonly BarMark[];
  /** Whether the bar is highlighted. */
  readonly isLeading: boolean;
}

/** A column of a histogram. */
export interface Column {
  /** The value or the range of the column. */
  readonly label: string;
  /** The height of the column, from 0 to 1. */
  readonly share: number;
  readonly figure: string;
}

/** A row of a matrix with the share of each option. */
export interface StackRow {
  readonly label: Text;
  readonly parts: readonly { readonly share: number; readonly figure: string }[];
}

/** A value with its name. */
export interface Figure {
  readonly name: string;
  readonly value: string;
}

/** How well a question was answered. */
export type VerdictType = 'correct' | 'partial' | 'incorrect' | 'unanswered';

/** An answer or a solution with its name. */
export interface ReviewFact {
  readonly name: string;
  readonly values: readonly Text[];
  readonly isOrdered: boolean;
}

/** An option, a pair or a place of a reviewed question. */
export interface ReviewPart {
  readonly label: Text;
  /** Null for an option that matters to neither the answer nor the solution, and if the quiz does not reveal it. */
  readonly verdict: 'correct' | 'incorrect' | null;
  /** The verdict in words. Empty if there is none. */
  readonly note: string;
  /** What would have been correct here. */
  readonly correction: Text | null;
}

/** The review of a question. */
export interface ReviewItem {
  readonly prompt: string;
  readonly verdict: { readonly type: VerdictType; readonly text: string };
  readonly points: string | null;
  /** The answer and the solution as texts. */
  readonly facts: readonly ReviewFact[];
  /** The verdict at each option, pair or place. Empty for questions without them. */
  readonly parts: readonly ReviewPart[];
  /** Whether the parts have an order. */
  readonly isOrdered: boolean;
  /** The facts that the parts do not show. */
  readonly otherFacts: readonly ReviewFact[];
  readonly explanation: string | null;
}

/** A part of results or of an outcome. `ends` has the labels of the ends of a scale. Pages and the widget render every type: a missing one does not compile. */
export type Block =
  | { readonly type: 'note'; readonly text: string }
  | BarChart
  | { readonly type: 'columns'; readonly columns: readonly Column[]; readonly ends?: ScaleLabels | null }
  | { readonly type: 'stack'; readonly options: readonly Text[]; readonly rows: readonly StackRow[] }
  | { readonly type: 'figures'; readonly figures: readonly Figure[] }
  | Rounds
  | PresentedScore
  | { readonly type: 'review'; readonly items: readonly ReviewItem[] }
  | Section;

/** A bar chart. */
export interface BarChart {
  readonly type: 'bars';
  readonly bars: readonly Bar[];
  readonly ends?: ScaleLabels | null;
  /** Whether each bar is in one line with its label and its figure, as in a histogram. */
  readonly isCompact?: boolean;
}

/** A part with a heading. */
export interface Section {
  readonly type: 'section';
  /** The ID of the field that the section is about. */
  readonly id?: string;
  readonly title: Text;
  /** The number of answers, if it differs from the number of all answers. */
  readonly detail?: string;
  readonly blocks: readonly Block[];
}

/** The rounds of an instant runoff, as a table. */
export interface Rounds {
  readonly type: 'rounds';
  readonly title: string;
  /** The headings of the columns. */
  readonly head: readonly string[];
  readonly rows: readonly {
    readonly label: Text;
    /** The votes in each round. Null after the option was eliminated. */
    readonly cells: readonly (string | null)[];
  }[];
}

/** The score of an attempt. */
export interface PresentedScore {
  readonly type: 'score';
  readonly percentage: string;
  readonly points: string;
  readonly verdict: { readonly isPassed: boolean; readonly text: string } | null;
  readonly band: { readonly title: string; readonly message: string | null } | null;
}

/** The results of all answers. */
export interface ResultsModel {
  readonly title: string;
  /** The number of answers. */
  readonly total: string;
  readonly blocks: readonly Block[];
}

/** Returns a text of an author or a visitor as it is. */
export const byAuthor = (author: string): AuthorText => ({ author });

/** Returns the label of an option, a row or a field, without and with its marks. */
export const labelText = (label: string, t: Pick<Texts, 'plain'>): AuthorText => ({
  author: t.plain(label),
  marked: label,
});

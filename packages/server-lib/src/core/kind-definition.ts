import type { z } from 'zod';
import type { Micros } from '../base/clock.js';
import type { Faults } from '../base/faults/faults.js';
import type { Operation } from '../db/operation.js';
import type { UrlencodedFields } from '../http/urlencoded.js';
import type { AskKind, Changes } from '../shared/contract/ask-types.js';
import type { AskDraft, OnePer, PublicHead, ResultsVisibility } from '../shared/contract/resources.js';
import type { Issue } from '../shared/faults/fault.js';
import type { AfterAnswer } from '../shared/presentation/after-answer.js';
import type { RichText } from '../shared/presentation/rich-text.js';
import type { TextShape } from '../shared/translations/text-shape.js';
import type { AnswerColumn } from './answers/answer-column.js';
import type { CheckedAnswers } from './answers/checked-answers.js';
import type { KindFilters } from './answers/kind-filters.js';
import type { Definition, StoredAsk } from './asks/stored-ask.js';
import type { Formulas } from './formulas/formulas.js';
import type { KindTypes } from './kind-types.js';
import type { Contribution } from './results/contribution.js';
import type { KindResults } from './results/kind-results.js';
import type { Tallies } from './results/tallies.js';
import { uncountedBucket } from './results/uncounted-bucket.js';

/** An item that cannot be removed once answers refer to it. */
export interface ReferencedItem {
  readonly path: string;
  readonly id: string;
  readonly bucket: string;
}

/** The context for checking an answer. */
export interface CheckContext {
  readonly now: Micros;
  readonly secret: Buffer;
  /** The answers that were checked before. They replace the answers in the body. */
  readonly checked?: CheckedAnswers;
}

/** The context for building the view of an ask. */
export interface ViewContext {
  readonly secret: Buffer;
  /** Returns whether a bucket has reached its cap. */
  readonly isFull: (bucket: string) => boolean;
  /** Whether the view is the preview of a draft. It has all questions of a quiz, without a start. */
  readonly isPreview?: boolean;
}

/** A valid answer that can be recorded. */
export interface CheckedAnswer<Body> {
  readonly body: Body;
  /** A token that only one answer may use, such as the start of a timed quiz. */
  readonly singleUseToken?: string;
  /** The answers to record in its place if a bucket has reached its cap, by the bucket. */
  readonly whenFull?: Readonly<Record<string, Body>>;
}

/** What a search for warnings uses. */
export interface WarningSearch {
  readonly formulas: Formulas;
  /** Waits until a long search may continue. */
  nextTurn(): Promise<void> | undefined;
}

/**
 * Defines one kind of ask. Contains everything that differs between the kinds. `Own` is the kind's part of the
 * definition and `Body` is a stored answer; both are JSON.
 */
export interface KindDefinition<Draft extends AskDraft, Own, Body, W extends KindTypes = KindTypes> {
  readonly name: AskKind;
  /** The name in paths. */
  readonly plural: 'polls' | 'quizzes' | 'forms';
  readonly answers: 'votes' | 'attempts' | 'submissions';
  readonly draft: z.ZodType<Draft>;
  readonly changes: z.ZodType<Changes<Draft>>;
  /** Where a definition has texts for visitors, which can be translated. */
  readonly textShape: TextShape;
  readonly defaults: { readonly one_per: OnePer | null; readonly results_visibility: ResultsVisibility };
  /**
   * Validates a draft and returns the definition. Keeps existing IDs and adds faults for members that contradict each
   * other. Once there are answers, everything that tallies depend on must stay the same.
   */
  validate(draft: Draft, before: Own | undefined, faults: Faults, hasAnswers: boolean): Own;
  /** Finds what a valid definition probably does not mean. If absent, nothing is found. */
  findWarnings?(ask: Pick<StoredAsk<Own>, 'own' | 'terms'>, search: WarningSearch): Promise<Issue[]>;
  /** Adds the members that definitions of earlier versions do not have. */
  readonly upgrade?: (own: Own) => Own;
  /** Returns a draft that would create the definition. */
  toDraft(own: Own, shared: AskDraft): Draft;
  /** Returns the kind's part of an ask as the owner sees it. */
  show(own: Own): W['ask'];
  /** Returns the member that contains the ID of the ask. */
  askReference(wireId: string): W['askReference'];
  /** Returns the values that cannot change once there are answers, by path. */
  immutableMembers(own: Own): Record<string, unknown>;
  /** Returns the items that cannot be removed once answers refer to them. */
  referencedItems(own: Own): ReferencedItem[];
  /** Returns the questions that visitors get to one after the other, in order. None for a poll, which is one question. */
  funnelQuestions(own: Own): { readonly id: string; readonly label: string }[];
  /** Returns the maximum counts of buckets that have one. */
  caps(own: Own): ReadonlyMap<string, number>;
  /** Returns whether there can be answers that do not count in `max_answers`. If absent, all answers count. */
  hasUncountedAnswers?(own: Own): boolean;
  /** Validates the members of a request body and returns the answer to store. */
  checkAnswer(
    ask: StoredAsk<Own>,
    members: Readonly<Record<string, unknown>>,
    faults: Faults,
    context: CheckContext,
  ): CheckedAnswer<Body> | undefined;
  /** The members of a request body that `checkAnswer` reads. */
  readonly answerMembers: readonly string[];
  /** The `answerMembers` that are plain texts, not answers. */
  readonly textMembers: readonly string[];
  /** Returns the answers in the fields of an HTML form post. Empty fields were removed before. */
  parseFormFields(own: Own, fields: Readonly<UrlencodedFields>): Record<string, unknown>;
  /** Returns the names that an HTML form uses for answers. `textMembers` with the same name need another one. */
  fieldNames(own: Own): string[];
  /** Returns the number of answers a visitor may give if `one_per` is set. */
  maxAnswersPerVoter(own: Own): number;
  /** Returns the kind's part of the public view. Lists every member explicitly, so that private members cannot leak. */
  view(ask: StoredAsk<Own>, context: ViewContext): W['view'];
  /** Returns the kind's part of a receipt. `results` is null if the visitor may not see them now. */
  receipt(ask: StoredAsk<Own>, body: Body, results: KindResults<W> | null): W['receipt'];
  /** Returns the texts of a view, a receipt or a definition that can have formulas. If absent, the kind has no formulas. */
  formulaTexts?(part: (PublicHead & W['view']) | W['receipt'] | Own): RichText[];
  /** Returns what follows an answer, if it depends on the answer. Default: `after` of the ask. */
  afterIn?(receipt: W['receipt']): AfterAnswer;
  /** Returns the URLs to which answers can redirect, in addition to the URL of `after`. */
  endingUrls?(own: Own): readonly string[];
  /** Whether receipts contain results. */
  readonly receiptHasResults: boolean;
  /** Returns the address that gets a receipt by email. Undefined if the owner wants none, or the answer has no address. */
  readonly receiptAddress?: (own: Own, body: Body) => string | undefined;
  /** Returns what an answer adds to the tallies. */
  contribute(own: Own, body: Body): Contribution[];
  /** How answers are filtered by their content. */
  readonly filters: KindFilters<Own, Body>;
  /** Returns the columns of answers: what filters compare, orders sort by and tables show. Their IDs are unique. */
  columns(own: Own): readonly AnswerColumn<Body>[];
  /** Returns the kind's part of an answer as the owner sees it. */
  showAnswer(own: Own, body: Body): W['answer'];
  results(own: Own, tallies: Tallies): W['results'];
  /** Returns the part of the results that visitors may see. */
  resultsForVisitors(own: Own, results: KindResults<W>): KindResults<W>;
  /** Set if the time to compute some results grows with the number of answers. */
  readonly growingResults?: GrowingResults<Own, W>;
  /**
   * Yields the parts of the largest view that visitors may get, without the members that all kinds share. Used to
   * measure its size.
   */
  largestView(own: Own): Iterable<object>;
  /** Yields the parts of the largest results that visitors may get. Used to measure their size. */
  largestResults(own: Own): Iterable<object>;
  /** The member of a draft that lists the options, questions or fields. */
  readonly contentMember: 'options' | 'questions' | 'fields';
  /** Returns the inputs that accept write-ins. */
  writeInInputs(own: Own): string[];
  /** Returns the single-use token of a body, whose checked answers count. `checkAnswer` validates it. */
  readonly startToken?: (
    ask: StoredAsk<Own>,
    members: Readonly<Record<string, unknown>>,
    secret: Buffer,
  ) => string | undefined;
  /** Returns the single-use token of the latest start of a voter. Set for kinds whose answers require a start. */
  readonly lastStart?: (ask: number, voter: Uint8Array) => Operation<string | undefined>;
  /** Returns the columns of a CSV export. Their order is stable. */
  csvColumns(own: Own): string[];
  csvCells(own: Own, body: Body): (string | number | null)[];
}

/** Results whose computing time grows with the number of answers. Visitors may get results without the latest answers. */
export interface GrowingResults<Own, W extends KindTypes> {
  /** Returns whether the results of a definition grow with the number of answers. */
  applies(own: Own): boolean;
  /** Marks results that lack the latest answers. */
  pending(results: KindResults<W>): KindResults<W>;
}

/** The parts of a definition that counting needs, independent of the types of its kind. */
export interface AnswerCounter {
  contribute(body: string): Contribution[];
  readonly caps: ReadonlyMap<string, number>;
  /** The bucket with the number of answers that do not count in `max_answers`. Null if all answers count. */
  readonly uncounted: string | null;
}

/** Returns a function that the writer uses to read the definitions of a kind. */
export function answerCounterFactory<Draft extends AskDraft, Own, Body>(kind: KindDefinition<Draft, Own, Body>) {
  return (definition: string): AnswerCounter => {
    const { own }: Definition<Own> = JSON.parse(definition);
    const read = (text: string): Body => JSON.parse(text);
    return {
      contribute: (body) => kind.contribute(own, read(body)),
      caps: kind.caps(own),
      uncounted: kind.hasUncountedAnswers?.(own) ? uncountedBucket : null,
    };
  };
}

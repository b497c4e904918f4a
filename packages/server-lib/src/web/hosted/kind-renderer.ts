import type { Micros } from '../../base/clock.js';
import type { Html } from '../../base/html.js';
import type { Localizer } from '../../base/localizer.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import type { KindTypes } from '../../core/kind-types.js';
import type { Receipt, View } from '../../core/read/visitor-view.js';
import type { KindResults } from '../../core/results/kind-results.js';
import type { Visitor, VisitorContext } from '../../core/submit/visitor-identity.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { Issue } from '../../shared/faults/fault.js';
import type { Block, ResultsModel } from '../../shared/presentation/results/blocks.js';
import type { Texts } from '../../shared/presentation/texts.js';
import type { FormContext } from './form-context.js';
import type { FormValues } from './form-values.js';

/** Renders the questions of a form. */
export type Inputs = (formContext: FormContext) => Html;

/** The visitor, who determines the order of shuffled options. */
export interface PageVisitor {
  readonly voter: string;
  readonly secret: Buffer;
}

/** Renders the parts of a page that differ between polls, quizzes and forms. */
export interface KindRenderer<Own, Body, W extends KindTypes> {
  /** Returns the questions; null if the quiz has to be started first. */
  inputs(view: View<W>, pageVisitor: PageVisitor): Inputs | null;
  /** Whether all visitors see the same questions until the definition changes. */
  isSameForAll(own: Own): boolean;
  /** Returns the values that a link may fill in. Default: all. */
  readonly prefill?: (own: Own, fields: UrlencodedFields) => UrlencodedFields;
  /** Returns the form fields of an answer, to fill in a form that changes it. */
  toFormFields(own: Own, body: Body): UrlencodedFields;
  /** The information that visitors get before they start, such as the time limit. */
  facts(localizer: Localizer, view: View<W>): Html | null;
  /** Presents the outcome of an answer, such as the score. */
  outcome(texts: Texts, ask: StoredAsk<Own>, receipt: Receipt<W>, body: Body): readonly Block[];
  /** @param own The visitor's own answer, to mark it. */
  results(texts: Texts, view: View<W>, results: KindResults<W>, own: Body | null): ResultsModel;
  readonly start?: QuizStart<Own>;
  /**
   * Returns a step of a form that is shown step by step; null for other asks.
   *
   * @param wanted The number of the step, counted from 0. Null: the first one with a fault, or else the last one.
   */
  readonly step?: (context: StepContext<Own, W>, values: FormValues, wanted: number | null) => FormStep | null;
}

/** What the steps of a form depend on, in addition to the answers so far. */
export interface StepContext<Own, W extends KindTypes> {
  readonly own: Own;
  readonly view: View<W>;
  readonly texts: Texts;
  /** The date in UTC. */
  readonly today: string;
}

/** A step of a form: its welcome, or some of its fields. */
export interface FormStep {
  /** Counted from 0. */
  readonly number: number;
  readonly last: number;
  /** The place of the step among the steps with fields. Null for the welcome, and for the only step. */
  readonly progress: { readonly n: number; readonly m: number } | null;
  /** Whether the form shows one field at a time. */
  readonly isOneField: boolean;
  /** The label of the button, if the author has set one. */
  readonly button: string | null;
  readonly inputs: Inputs;
  /** Validates the answers of the step. */
  readonly check: () => Issue[];
  /** Omits the faults of other steps. */
  readonly withoutOthers: (issues: readonly Issue[]) => Issue[];
  /** The answers of other steps, which are sent with each step. */
  readonly carried: UrlencodedFields;
}

/** Starts quizzes whose questions are shown only after the start. */
export interface QuizStart<Own> {
  isNeeded(own: Own): boolean;
  /** Starts the quiz for a visitor and returns the `started` token. */
  begin(ask: StoredAsk<Own>, visitor: Visitor): Promise<string>;
  /** Returns the questions of a start; undefined if the token is invalid. */
  resume(ask: StoredAsk<Own>, started: string, now: Micros): StartedQuestions | undefined;
  /** The steps of quizzes that show one question after the other. */
  readonly steps: CheckSteps<Own>;
}

/** Shows one question after the other, and after each whether the answer is correct. */
export interface CheckSteps<Own> {
  isNeeded(own: Own): boolean;
  /**
   * Returns the current step of a started quiz.
   *
   * @param checkedId The question whose verdict is shown, if it was checked.
   */
  find(
    ask: StoredAsk<Own>,
    started: string,
    checkedId: string | undefined,
    texts: Texts,
  ): Promise<CheckStep | undefined>;
  /** Returns the faults of the answer to a question in the fields of a form. */
  faultsIn(ask: StoredAsk<Own>, questionId: string, fields: UrlencodedFields): readonly Issue[];
  /** Checks the answer in the fields of a form. Returns the ID of the question. */
  check(ask: StoredAsk<Own>, fields: UrlencodedFields, visitor: Omit<VisitorContext, 'secret'>): Promise<string>;
}

/** The verdict of a question, or a question to answer. With neither, the attempt can be submitted. */
export interface CheckStep {
  /** The position of the question in the quiz. */
  readonly position: string | null;
  readonly verdict: readonly Block[] | null;
  /** The first question that was not checked. */
  readonly next: { readonly id: string; readonly inputs: Inputs } | null;
}

/** Questions with the time limit of their start. */
export interface StartedQuestions {
  readonly inputs: Inputs;
  /** The time until which answers are accepted. */
  readonly deadline: Micros | null;
  readonly isExpired: boolean;
}

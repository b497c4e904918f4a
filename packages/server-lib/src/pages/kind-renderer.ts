import type { StoredAsk } from '../asks/definition/stored-ask.js';
import type { KindTypes } from '../asks/kind-types.js';
import type { Receipt, View } from '../asks/read/visitor-view.js';
import type { KindResults } from '../asks/results/kind-results.js';
import type { Visitor } from '../asks/submit/visitor-identity.js';
import type { Micros } from '../clock.js';
import type { UrlencodedFields } from '../http/urlencoded.js';
import type { Localizer } from '../messages/localizer.js';
import type { Html } from '../web/html.js';
import type { FormContext } from './form/form-context.js';

/** What a visitor answers: the inputs of a form. */
export type Inputs = (formContext: FormContext) => Html;

/** A visitor as far as the order goes in which they see things. */
export interface PageVisitor {
  readonly voter: string;
  readonly secret: Buffer;
}

/** How one kind of ask looks on its page; all that the kinds share is around it. */
export interface KindRenderer<Own, Body, W extends KindTypes> {
  /** Null where the ask has to be started first. */
  inputs(view: View<W>, pageVisitor: PageVisitor): Inputs | null;
  /** Whether the inputs are the same for all visitors as long as nobody changes the definition. */
  isSameForAll(own: Own): boolean;
  /** The fields of a form in which an answer stands, to be changed. */
  toFormFields(own: Own, body: Body): UrlencodedFields;
  /** What to know before answering. */
  facts(localizer: Localizer, view: View<W>): Html | null;
  /** What is told of an answer beside that it came. */
  receipt(localizer: Localizer, ask: StoredAsk<Own>, receipt: Receipt<W>, body: Body): Html | null;
  /** `own`: the visitor's own answer, if it is known. */
  results(localizer: Localizer, view: View<W>, results: KindResults<W>, own: Body | null): Html;
  count(results: KindResults<W>): number;
  readonly start?: QuizStart<Own>;
}

/** How a quiz is started whose questions are given only then. */
export interface QuizStart<Own> {
  isNeeded(own: Own): boolean;
  /** A start that is given to nobody, for the owner to look at. */
  preview(ask: StoredAsk<Own>, now: Micros): string;
  /** Starts it for a visitor. Returns what the answer has to bring back. */
  begin(ask: StoredAsk<Own>, visitor: Visitor): Promise<string>;
  /** What was started; undefined where it is no good start. */
  resume(ask: StoredAsk<Own>, started: string, now: Micros): StartedQuestions | undefined;
}

export interface StartedQuestions {
  readonly inputs: Inputs;
  /** When answers have to be here. */
  readonly deadline: Micros | null;
  readonly isExpired: boolean;
}

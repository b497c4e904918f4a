import type { StoredAsk } from '../asks/definition/stored-ask.js';
import type { Wire } from '../asks/kind-definition.js';
import type { ReceiptRead, View } from '../asks/read/visitor-view.js';
import type { ResultsRead } from '../asks/results/results-service.js';
import type { Visitor } from '../asks/submit/visitor-identity.js';
import type { Micros } from '../clock.js';
import type { Fields } from '../http/urlencoded.js';
import type { Html } from '../web/html.js';
import type { Sheet } from './form/form-context.js';
import type { Speech } from './words/localizer.js';

/** What a visitor answers: the inputs of a form. */
export type Inputs = (sheet: Sheet) => Html;

/** A visitor as far as the order goes in which they see things. */
export interface Beholder {
  readonly voter: string;
  readonly secret: Buffer;
}

/** How one kind of ask looks on its page; all that the kinds share is around it. */
export interface Dress<Own, Body, W extends Wire> {
  /** Null where the ask has to be started first. */
  inputs(view: View<W>, beholder: Beholder): Inputs | null;
  /** Whether the inputs are the same for all visitors as long as nobody changes the definition. */
  isCommon(own: Own): boolean;
  /** The fields of a form in which an answer stands, to be changed. */
  fields(own: Own, body: Body): Fields;
  /** What to know before answering. */
  facts(speech: Speech, view: View<W>): Html | null;
  /** What is told of an answer beside that it came. */
  receipt(speech: Speech, ask: StoredAsk<Own>, receipt: ReceiptRead<W>, body: Body): Html | null;
  /** `own`: the visitor's own answer, if it is known. */
  results(speech: Speech, view: View<W>, results: ResultsRead<W>, own: Body | null): Html;
  count(results: ResultsRead<W>): number;
  readonly start?: Starting<Own>;
}

/** How a quiz is started whose questions are given only then. */
export interface Starting<Own> {
  isNeeded(own: Own): boolean;
  /** A start that is given to nobody, for the owner to look at. */
  preview(ask: StoredAsk<Own>, now: Micros): string;
  /** Starts it for a visitor. Returns what the answer has to bring back. */
  begin(ask: StoredAsk<Own>, visitor: Visitor): Promise<string>;
  /** What was started; undefined where it is no good start. */
  resume(ask: StoredAsk<Own>, started: string, now: Micros): Started | undefined;
}

export interface Started {
  readonly inputs: Inputs;
  /** When answers have to be here. */
  readonly until: Micros | null;
  readonly isOver: boolean;
}

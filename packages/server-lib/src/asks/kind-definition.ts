import type { z } from 'zod';
import type { Micros } from '../clock.js';
import type { Faults } from '../faults/faults.js';
import type { UrlencodedFields } from '../http/urlencoded.js';
import type { Contribution, Count } from '../inputs/contribution.js';
import type { Operation } from '../store/operation.js';
import type {
  AnswerHead,
  Ask,
  AskDraft,
  AskKind,
  Changes,
  OnePer,
  PublicHead,
  ResultsVisibility,
} from './ask-types.js';
import type { Definition, StoredAsk } from './definition/stored-ask.js';
import type { KindResults } from './results/results-service.js';

/** Something that can't be removed once answers name it. */
export interface UsedItem {
  readonly path: string;
  readonly id: string;
  readonly bucket: string;
}

/** What is counted for an ask. */
export interface Tallies {
  readonly answers: number;
  readonly count: Count;
  /** Buckets with a prefix, and what each counts. */
  readonly withPrefix: (prefix: string) => [bucket: string, n: number][];
  /** The most frequent write-ins of an input, folded by case and spaces. */
  readonly writeIns: (input: string) => { text: string; votes: number }[];
}

/** What checking an answer may depend on beside the answer. */
export interface CheckContext {
  readonly now: Micros;
  readonly secret: Buffer;
}

/** What the view of an ask may depend on beside its definition. */
export interface ViewContext {
  readonly secret: Buffer;
  /** Whether a bucket has been counted as often as it may be. */
  readonly isFull: (bucket: string) => boolean;
}

/** An answer that may be recorded. */
export interface CheckedAnswer<Body> {
  readonly body: Body;
  /** What can be used for one answer alone, such as the start of a timed quiz. */
  readonly spends?: string;
}

/** What is read over the wire of one kind, as far as the kinds do not share it. */
export interface KindTypes {
  readonly ask: object;
  readonly answer: object;
  readonly results: object;
  /** The member that names the ask: `{poll_id: …}`. */
  readonly naming: object;
  /** What visitors see of the ask. */
  readonly view: object;
  /** What visitors are told of the answer they gave. */
  readonly receipt: object;
}

/** What every kind's results have beside their own. */
export type ResultsHead = 'status' | 'timeline';

/** What every receipt has beside its kind's own. */
export type ReceiptHead = Pick<AnswerHead, 'id' | 'created_at'>;

/** What visitors get to see of one kind, whole. */
interface Published {
  readonly view: PublicHead;
  readonly results: object;
  readonly receipt: ReceiptHead;
}

/** The kind's own part of its wire types. */
export interface KindTypesOf<
  Shown extends Ask,
  Answer extends AnswerHead,
  Public extends Published,
  Name extends keyof Answer & keyof Public['results'],
> extends KindTypes {
  readonly ask: Omit<Shown, keyof Ask>;
  readonly answer: Omit<Answer, keyof AnswerHead | Name>;
  readonly results: Omit<Public['results'], ResultsHead | Name>;
  readonly naming: Record<Name, string>;
  readonly view: Omit<Public['view'], keyof PublicHead>;
  readonly receipt: Omit<Public['receipt'], keyof ReceiptHead | Name>;
}

/**
 * What one kind of ask is: a thin dress over the engine, which does all that the kinds share. `Own` is the kind's part of
 * the definition, `Body` an answer as it is stored; both are JSON.
 */
export interface KindDefinition<Draft extends AskDraft, Own, Body, W extends KindTypes = KindTypes> {
  readonly name: AskKind;
  /** As in the paths: `polls`, `votes`. */
  readonly plural: 'polls' | 'quizzes' | 'forms';
  readonly answers: 'votes' | 'attempts' | 'submissions';
  readonly draft: z.ZodType<Draft>;
  readonly changes: z.ZodType<Changes<Draft>>;
  readonly defaults: { readonly one_per: OnePer | null; readonly results_visibility: ResultsVisibility };
  /**
   * Makes the definition of a draft, keeping ids that stand; adds what does not fit together to the faults. Once there are
   * answers, what they are counted by must stay.
   */
  settle(draft: Draft, before: Own | undefined, faults: Faults, hasAnswers: boolean): Own;
  /** The draft that would make the definition, given its shared part. */
  toDraft(own: Own, shared: AskDraft): Draft;
  /** The kind's part as its owner reads it. */
  show(own: Own): W['ask'];
  /** Names the ask in what belongs to it. */
  naming(wireId: string): W['naming'];
  /** What can't change once there are answers: `[path, before, after]`. */
  fixed(own: Own): Record<string, unknown>;
  /** What can't be removed once answers name it. */
  parts(own: Own): UsedItem[];
  /** How often a bucket may be counted at most. */
  caps(own: Own): ReadonlyMap<string, number>;
  /** The answer of a request's members, as it is stored. */
  check(
    ask: StoredAsk<Own>,
    given: Readonly<Record<string, unknown>>,
    faults: Faults,
    moment: CheckContext,
  ): CheckedAnswer<Body> | undefined;
  /** The names of a request's members that `check` reads. */
  readonly members: readonly string[];
  /** Those of them that are plain texts beside the answers. */
  readonly beside: readonly string[];
  /** The other members from the fields of a plain form post; what is empty is already gone. */
  fromFields(own: Own, fields: Readonly<UrlencodedFields>): Record<string, unknown>;
  /** The names that a plain form has for what is asked: nothing beside the answers can be called so. */
  names(own: Own): string[];
  /** How many answers one visitor may give where `one_per` tells visitors apart. */
  perVoter(own: Own): number;
  /** The kind's part of what visitors see: picked, so that nothing slips through that was not thought of. */
  view(ask: StoredAsk<Own>, seeing: ViewContext): W['view'];
  /** The kind's part of what a visitor is told of the answer they gave; the results if they may see them now. */
  receipt(ask: StoredAsk<Own>, body: Body, results: KindResults<W> | null): W['receipt'];
  /** Whether a receipt has results. */
  readonly receiptHasResults: boolean;
  /** What an answer adds to the tallies. */
  contribute(own: Own, body: Body): Contribution[];
  /** The kind's part of an answer as it is read. */
  showAnswer(own: Own, body: Body): W['answer'];
  results(own: Own, counted: Tallies): W['results'];
  /** The results as visitors may see them, once they may. */
  resultsForVisitors(own: Own, results: KindResults<W>): KindResults<W>;
  /** Set where some results cost more, the more answers there are. */
  readonly growing?: GrowingResults<Own, W>;
  /** The largest view that visitors may get, without what all kinds share, in parts. Only its size matters. */
  largestView(own: Own): Iterable<object>;
  /** The largest results that visitors may get, in parts. Only their size matters. */
  largestResults(own: Own): Iterable<object>;
  /** The member of a draft that lists what is asked. */
  readonly content: 'options' | 'questions' | 'fields';
  /** Inputs that take write-ins. */
  writeInInputs(own: Own): string[];
  /** Where answers bring back a start: the one that a voter was given last, as what their answer has to spend. */
  readonly startGiven?: (ask: number, voter: Uint8Array) => Operation<string | undefined>;
  /** Columns of a CSV export, in an order that stays. */
  columns(own: Own): string[];
  cells(own: Own, body: Body): (string | number | null)[];
}

/** Results that cost more, the more answers there are: visitors may be shown ones that lack the newest. */
export interface GrowingResults<Own, W extends KindTypes> {
  /** Whether an ask's results are such. */
  applies(own: Own): boolean;
  /** Marks results that lack the newest answers. */
  pending(results: KindResults<W>): KindResults<W>;
}

/** An ask's definition as far as counting goes, where the types of its kind are no longer known. */
export interface AnswerCounter {
  contribute(body: string): Contribution[];
  readonly caps: ReadonlyMap<string, number>;
}

/** How the writer reads the definitions of a kind. */
export function answerCounterOf<Draft extends AskDraft, Own, Body>(kind: KindDefinition<Draft, Own, Body>) {
  return (definition: string): AnswerCounter => {
    const { own }: Definition<Own> = JSON.parse(definition);
    const read = (text: string): Body => JSON.parse(text);
    return { contribute: (body) => kind.contribute(own, read(body)), caps: kind.caps(own) };
  };
}

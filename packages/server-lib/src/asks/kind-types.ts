import type { AnswerHead, Ask, PublicHead } from './ask-types.js';

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

/** What every kind's results have beside their own.  */
export type ResultsHead = 'status' | 'timeline';

/** What every receipt has beside its kind's own.  */
export type ReceiptHead = Pick<AnswerHead, 'id' | 'created_at'>;
/** What visitors get to see of one kind, whole. */
interface Published {
  readonly view: PublicHead;
  readonly results: object;
  readonly receipt: ReceiptHead;
}

/** The kind's own part of its wire types.  */
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

import type { AnswerHead, Ask, PublicHead } from '../shared/contract/resources.js';

/** The types of one kind in the API, without the members that all kinds share. */
export interface KindTypes {
  readonly ask: object;
  readonly answer: object;
  readonly results: object;
  /** The member that contains the ID of the ask: `{poll_id: …}`. */
  readonly askReference: object;
  /** The ask as visitors see it. */
  readonly view: object;
  /** The reply that visitors get to their answer. */
  readonly receipt: object;
}

/** The members that the results of all kinds share. */
export type ResultsHead = 'status' | 'timeline';

/** The members that the receipts of all kinds share. */
export type ReceiptHead = Pick<AnswerHead, 'id' | 'created_at'>;

/** The complete public types of one kind. */
interface PublicTypes {
  readonly view: PublicHead;
  readonly results: object;
  readonly receipt: ReceiptHead;
}

/** Derives the {@link KindTypes} of a kind from its API types. */
export interface KindTypesOf<
  Shown extends Ask,
  Answer extends AnswerHead,
  Public extends PublicTypes,
  Name extends keyof Answer & keyof Public['results'],
> extends KindTypes {
  readonly ask: Omit<Shown, keyof Ask>;
  readonly answer: Omit<Answer, keyof AnswerHead | Name>;
  readonly results: Omit<Public['results'], ResultsHead | Name>;
  readonly askReference: Record<Name, string>;
  readonly view: Omit<Public['view'], keyof PublicHead>;
  readonly receipt: Omit<Public['receipt'], keyof ReceiptHead | Name>;
}

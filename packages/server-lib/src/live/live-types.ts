/**
 * The last event of `GET /embed/polls/{id}/live`, named `end`; nothing is to be had by coming back. A stream that ends
 * without it was broken off.
 */
export interface LiveEnd {
  /** No more answers come in; this visitor may not see results any more; the ask is not there any more. */
  reason: 'closed' | 'hidden' | 'deleted';
}

/**
 * The last event of `GET /embed/polls/{id}/live`, named `end`. Clients must not reconnect after it. A stream that ends
 * without it was interrupted.
 */
export interface LiveEnd {
  /**
   * Why the stream ends. `closed`: no more answers are accepted. `hidden`: the visitor may no longer see the results.
   * `deleted`: the poll, quiz or form was deleted.
   */
  reason: 'closed' | 'hidden' | 'deleted';
}

import { toHex } from '../../base/crypto/hex.js';
import { lockAsks } from '../../db/locks.js';
import type { Operation } from '../../db/operation.js';
import { together } from '../../db/sets/statement-set.js';
import { daysAround } from './answer-idempotency.js';
import { selectIdempotencyRows, toIdempotencyRowOf } from './answer-idempotency-queries.js';
import type { AnswerInput } from './answer-input.js';
import { type AskKey, addKey, distinctKeys } from './ask-key.js';
import { GroupAsk } from './group-ask.js';
import { selectCounts, selectGroupAsks, selectNetworks, selectTokens, selectVoters } from './group-queries.js';
import { networkOfVoter } from './voter-ref.js';

/**
 * The stored data that a group of answers depends on. It is read for the whole group together, because a query for each answer or
 * each ask would cost several times as much.
 */
export class AnswerGroup {
  readonly #asks = new Map<number, GroupAsk>();

  /** Locks the asks of the group, and reads everything that its answers depend on. */
  *read(inputs: readonly AnswerInput[]): Operation<void> {
    const seqs = [...new Set(inputs.map(({ ask }) => ask))].sort((a, b) => a - b);
    const asks = selectGroupAsks(seqs);
    const voters = selectVoters(
      distinctKeys(inputs, ({ voter, maxPerVoter }) => (maxPerVoter === null ? null : voter)),
      { tickets: inputs.some(({ needsTicket }) => needsTicket) },
    );
    const networks = selectNetworks(
      distinctKeys(inputs, ({ perNetwork }) => perNetwork?.network),
      Math.max(0, ...inputs.map(({ perNetwork }) => perNetwork?.answers ?? 0)),
    );
    const replays = selectIdempotencyRows(
      distinctKeys(inputs, ({ idempotency }) => idempotency?.slot),
      daysAround(inputs.flatMap(({ at, idempotency }) => (idempotency ? [at] : []))),
    );
    const tokens = selectTokens(distinctKeys(inputs, ({ singleUseToken }) => singleUseToken));
    yield* lockAsks(seqs);
    yield* together([asks, voters, networks, replays, tokens]);
    for (const row of asks.rows) this.#asks.set(row.seq, new GroupAsk(row));
    for (const row of voters.rows) this.#asks.get(row.ask)?.addVoterRow(row);
    for (const { ask, lowest, n } of networks.rows)
      this.#asks.get(ask)?.countInNetwork(networkOfVoter(toHex(lowest)), n);
    for (const row of replays.rows)
      this.#asks.get(row.ask)?.addIdempotencyRow(toIdempotencyRowOf(row), row.is_stored === 1);
    for (const row of tokens.rows) this.#asks.get(row.ask)?.addTokenRow(row);
    yield* this.#readCounts(inputs);
  }

  ask(seq: number): GroupAsk | undefined {
    return this.#asks.get(seq);
  }

  *#readCounts(inputs: readonly AnswerInput[]): Operation<void> {
    const counts = selectCounts(this.#cappedBuckets(inputs));
    yield* together([counts]);
    for (const { ask, bucket, n } of counts.rows) this.#asks.get(ask)?.setCount(bucket, n);
  }

  /** Returns the buckets with a maximum count that the answers add to. */
  #cappedBuckets(inputs: readonly AnswerInput[]): AskKey[] {
    const buckets = new Map<string, AskKey>();
    for (const { ask: seq, version, body, whenFull } of inputs) {
      const ask = this.#asks.get(seq);
      if (ask?.version !== version) continue;
      for (const one of [body, ...Object.values(whenFull ?? {})])
        for (const text of ask.cappedBuckets(one)) addKey(buckets, { ask: seq, text });
    }
    return [...buckets.values()];
  }
}

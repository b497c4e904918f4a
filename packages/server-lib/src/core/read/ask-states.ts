import type { Operation } from '../../db/operation.js';
import { anyOf } from '../../db/sql/dialect.js';
import { all } from '../../db/sql/statement.js';
import type { Store } from '../../db/store.js';
import type { AskStatus } from '../../shared/contract/resources.js';
import { askTables } from '../asks/ask-queries.js';

/** The values that change with an ask or its results. */
export interface AskState {
  readonly seq: number;
  readonly status: AskStatus;
  readonly version: number;
  readonly updated_at: number;
  readonly answers: number;
  readonly tally_seq: number;
}

/** Returns the state of an ask; undefined if it does not exist. */
export type ReadAskState = (seq: number) => Promise<AskState | undefined>;

/** Creates a function that reads states. All calls of one turn share a statement. */
export function createAskStates(store: Store): ReadAskState {
  let seqs = new Set<number>();
  let batch: Promise<Map<number, AskState>> | undefined;

  async function readBatch(): Promise<Map<number, AskState>> {
    // Waits, because other callers may follow in the same turn.
    await Promise.resolve();
    const asked = [...seqs];
    seqs = new Set();
    batch = undefined;
    const states = await store.read(selectAskStates(asked));
    return new Map(states.map((state) => [state.seq, state]));
  }

  return async (seq) => {
    seqs.add(seq);
    batch ??= readBatch();
    return (await batch).get(seq);
  };
}

function selectAskStates(seqs: readonly number[]): Operation<AskState[]> {
  return all<AskState>`
    select a.seq, a.status, a.version, a.updated_at, c.answers, c.tally_seq from ${askTables}
    where a.seq ${anyOf('bigint', seqs)} and a.kind in ('poll', 'quiz', 'form')`;
}

import type { Clock, Micros } from '../../base/clock.js';
import { decryptText, encryptText } from '../../base/crypto/encrypt.js';
import { sha256 } from '../../base/crypto/hash.js';
import { base62, randomText } from '../../base/crypto/random.js';
import { lockAsk } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { one, run } from '../../db/sql/statement.js';
import type { Store } from '../../db/store.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { ErrorCode } from '../../shared/faults/error-codes.js';
import type { Issue } from '../../shared/faults/fault.js';
import type { StoredAsk } from '../asks/stored-ask.js';

/** How long a rejected answer is stored. */
const lifetime: Micros = 15 * 60 * 1_000_000;
/** The number of expired answers that are deleted whenever one is added. */
const sweepBatchSize = 20;
const tokenLength = 24;

/** The fields of an HTML form that were rejected, and the reason. */
export interface RejectedAnswer {
  readonly code: ErrorCode;
  readonly issues: readonly Issue[];
  readonly fields: UrlencodedFields;
}

export interface NewRejectedAnswer {
  readonly ask: number;
  readonly token: Uint8Array;
  readonly content: Uint8Array;
  readonly at: Micros;
}

/** Stores a rejected answer, so that the page with the error can fill in the form again. */
export const saveRejectedAnswer = write('answers.return', function* (input: NewRejectedAnswer): Operation<null> {
  const { ask, token, content, at } = input;
  yield* run`
    delete from askwell_returned where token in (
      select token from askwell_returned where created_at <= ${at - lifetime} order by created_at limit ${sweepBatchSize})`;
  yield* lockAsk(ask);
  if (yield* one`select 1 from askwell_asks where seq = ${ask}`)
    yield* run`insert into askwell_returned (token, ask, content, created_at) values (${token}, ${ask}, ${content}, ${at})`;
  return null;
});

function* selectRejectedAnswer(
  ask: number,
  token: Uint8Array,
  at: Micros,
): Operation<{ content: Uint8Array } | undefined> {
  return yield* one<{ content: Uint8Array }>`
    select content from askwell_returned where token = ${token} and ask = ${ask} and created_at > ${at - lifetime}`;
}

/**
 * Stores rejected answers until the visitor's browser has followed the redirect. Only the URL of that page contains the
 * token: the database stores its hash, and the answer encrypted with it.
 */
export function createRejectedAnswers({ store, clock }: { store: Store; clock: Clock }) {
  return {
    /** Stores a rejected answer and returns the token to find it. */
    async save({ seq }: StoredAsk<unknown>, answer: RejectedAnswer): Promise<string> {
      const token = randomText(base62, tokenLength);
      const content = encryptText(token, JSON.stringify(answer));
      await store.run(saveRejectedAnswer, { ask: seq, token: sha256(token), content, at: clock.now() });
      return token;
    },

    async find({ seq }: StoredAsk<unknown>, token: string): Promise<RejectedAnswer | undefined> {
      const row = await store.read(selectRejectedAnswer(seq, sha256(token), clock.now()));
      const text = row && decryptText(token, row.content);
      return text === undefined ? undefined : JSON.parse(text);
    },
  };
}

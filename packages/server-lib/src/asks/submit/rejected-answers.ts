import type { Clock, Micros } from '../../clock.js';
import { seal, unseal } from '../../crypto/encrypt.js';
import { sha256 } from '../../crypto/hash.js';
import { base62, randomText } from '../../crypto/random.js';
import type { ErrorCode } from '../../errors.js';
import type { Issue } from '../../faults/fault.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import { type Operation, write } from '../../store/operation.js';
import { one, run } from '../../store/statement.js';
import type { Store } from '../../store/store.js';
import type { StoredAsk } from '../definition/stored-ask.js';

/** How long what a visitor wrote waits for them. */
const kept: Micros = 15 * 60 * 1_000_000;
/** Old ones are swept a few at a time, whenever one is added. */
const sweptAtOnce = 20;
const tokenLength = 24;

/** An answer that was not taken, as a plain form brought it, and why. */
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

/** Keeps an answer that was not taken, so that the page that says why can give it back. */
export const keepRejectedAnswer = write('answers.return', function* (input: NewRejectedAnswer): Operation<null> {
  const { ask, token, content, at } = input;
  yield* run`
    delete from askwell_returned where token in (
      select token from askwell_returned where created_at <= ${at - kept} order by created_at limit ${sweptAtOnce})`;
  if (yield* one`select 1 from askwell_asks where seq = ${ask}`)
    yield* run`insert into askwell_returned (token, ask, content, created_at) values (${token}, ${ask}, ${content}, ${at})`;
  return null;
});

function* returnedBy(ask: number, token: Uint8Array, at: Micros): Operation<{ content: Uint8Array } | undefined> {
  return yield* one<{ content: Uint8Array }>`
    select content from askwell_returned where token = ${token} and ask = ${ask} and created_at > ${at - kept}`;
}

/**
 * Answers on their way back to those who gave them. The token is in the address of the page alone: the database has its
 * hash, and the answer encrypted with it.
 */
export function createRejectedAnswers({ store, clock }: { store: Store; clock: Clock }) {
  return {
    /** Returns the token that gives it back. */
    async keep({ seq }: StoredAsk<unknown>, returned: RejectedAnswer): Promise<string> {
      const token = randomText(base62, tokenLength);
      const content = seal(token, JSON.stringify(returned));
      await store.run(keepRejectedAnswer, { ask: seq, token: sha256(token), content, at: clock.now() });
      return token;
    },

    async find({ seq }: StoredAsk<unknown>, token: string): Promise<RejectedAnswer | undefined> {
      const row = await store.read(returnedBy(seq, sha256(token), clock.now()));
      const text = row && unseal(token, row.content);
      return text === undefined ? undefined : JSON.parse(text);
    },
  };
}

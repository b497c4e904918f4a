import { fromHex } from '../../base/crypto/hex.js';
import type { Secret } from '../../base/crypto/secret.js';
import { nextTurn, ownWork } from '../../base/event-loop.js';
import type { AnswerRow } from '../../core/answers/answer-queries.js';
import { firstBatch } from '../../core/answers/delete-answers.js';
import { respondentBatchSize } from '../../core/answers/limits.js';
import {
  type AskIdRow,
  type AskVoter,
  type RespondentAnswerRow,
  selectAnswersOf,
  selectAnswersOfVoters,
  selectAskIds,
} from '../../core/answers/respondent-queries.js';
import { type AskRow, selectAskBySeq } from '../../core/asks/ask-queries.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { hashVoter } from '../../core/submit/voter-ref.js';
import { voterOfUser } from '../../core/submit/voter-token.js';
import type { Store } from '../../db/store.js';
import type { AnswerHead, AskDraft, Attempt, Submission, Vote } from '../../shared/contract/resources.js';

/** An answer of a user, with its ask. */
export type RespondentAnswer =
  | { readonly kind: 'poll'; readonly ask_id: string; readonly answer: Vote }
  | { readonly kind: 'quiz'; readonly ask_id: string; readonly answer: Attempt }
  | { readonly kind: 'form'; readonly ask_id: string; readonly answer: Submission };

/** The answers of your users to the polls, quizzes and forms of all accounts. */
export interface RespondentApi {
  /**
   * Lists the answers that are stored with a user, newest first. These are the answers to polls, quizzes and forms with `anonymous:
   * false`. Reads them page by page during the iteration.
   *
   * @param userId Your own ID of the user.
   * @example for await (const { kind, ask_id, answer } of askwell.answers.of(user.id)) console.log(kind, ask_id, answer);
   */
  of(userId: string): AsyncGenerator<RespondentAnswer, void>;
  /**
   * Deletes all answers of a user, including anonymous ones, updates the results, and returns the number of deleted answers.
   * Anonymous answers are found only if the secret has not changed since they were given.
   *
   * @param userId Your own ID of the user.
   */
  deleteOf(userId: string): Promise<number>;
}

/** The answers of one kind of ask. */
interface KindAnswers<Answer> {
  show(ask: AskRow, row: AnswerRow): { readonly ask_id: string; readonly answer: Answer };
  /** Deletes answers by the IDs of their rows, and returns how many existed. */
  delete(ask: AskRow, ids: readonly string[]): Promise<number>;
}

/** Returns the answers of one kind, as their owners see them. */
export function answersOfKind<Draft extends AskDraft, Own, Body, W extends KindTypes>({
  asks,
  answers,
}: KindServices<Draft, Own, Body, W>): KindAnswers<AnswerHead & W['askReference'] & W['answer']> {
  return {
    show(row, answer) {
      const ask = asks.parse(row);
      return { ask_id: asks.wireId(ask), answer: answers.show(ask, answer) };
    },
    delete: async (row, ids) => (await answers.change(asks.parse(row), ids, { change: 'delete' })).changed,
  };
}

export interface RespondentApiOptions {
  readonly store: Store;
  readonly secret: Secret;
  readonly kinds: {
    readonly poll: KindAnswers<Vote>;
    readonly quiz: KindAnswers<Attempt>;
    readonly form: KindAnswers<Submission>;
  };
}

export function createRespondentApi({ store, secret, kinds }: RespondentApiOptions): RespondentApi {
  function show(ask: AskRow, row: AnswerRow): RespondentAnswer {
    switch (ask.kind) {
      case 'poll':
        return { kind: 'poll', ...kinds.poll.show(ask, row) };
      case 'quiz':
        return { kind: 'quiz', ...kinds.quiz.show(ask, row) };
      case 'form':
        return { kind: 'form', ...kinds.form.show(ask, row) };
    }
  }

  /** Returns the hashes that identify a user as a voter of an ask: one for `one_per: "user"`, and one for `one_per: "browser"`. */
  function votersOf(user: string, ask: { readonly seq: number; readonly id: string }): AskVoter[] {
    const hashes = [
      hashVoter(secret.key, ask.id, 'user', user),
      hashVoter(secret.key, ask.id, 'browser', voterOfUser(secret.key, user)),
    ];
    return hashes.map((hash) => ({ ask: ask.seq, voter: fromHex(hash) }));
  }

  /** Deletes answers to any asks. Each write deletes a limited number of answers, so that other writes do not wait long. */
  async function deleteRows(found: readonly RespondentAnswerRow[]): Promise<number> {
    let deleted = 0;
    for (const seq of new Set(found.map(({ ask }) => ask))) {
      const ask = await store.read(selectAskBySeq(seq));
      if (!ask) continue;
      for (let rest = found.filter((row) => row.ask === seq); rest.length > 0; ) {
        const batch = firstBatch(rest);
        const ids = batch.map(({ id }) => id);
        deleted += await kinds[ask.kind].delete(ask, ids);
        rest = rest.slice(batch.length);
      }
    }
    return deleted;
  }

  async function deleteNamed(user: string): Promise<number> {
    let deleted = 0;
    for await (const found of pages((last?: RespondentAnswerRow) => store.read(selectAnswersOf(user, last))))
      deleted += await deleteRows(found);
    return deleted;
  }

  async function deleteAnonymous(user: string): Promise<number> {
    let deleted = 0;
    for await (const asks of pages((last?: AskIdRow) => store.read(selectAskIds(last?.seq ?? 0)))) {
      const voters = asks.flatMap((ask) => votersOf(user, ask));
      for (let n = respondentBatchSize; n > 0; ) {
        const found = await store.read(selectAnswersOfVoters(voters));
        // A deleted ask keeps its answers until they are removed in the background.
        n = await deleteRows(found);
        deleted += n;
      }
    }
    return deleted;
  }

  return {
    async *of(user) {
      for await (const found of pages((last?: RespondentAnswerRow) => store.read(selectAnswersOf(user, last)))) {
        const asks = new Map<number, AskRow | undefined>();
        for (const row of found) {
          if (!asks.has(row.ask)) asks.set(row.ask, await store.read(selectAskBySeq(row.ask)));
          const ask = asks.get(row.ask);
          if (ask) yield show(ask, row);
        }
      }
    },

    deleteOf: async (user) => (await deleteNamed(user)) + (await deleteAnonymous(user)),
  };
}

/** Reads all rows page by page. Other work runs between two pages. */
async function* pages<Row>(read: (last?: Row) => Promise<Row[]>): AsyncGenerator<Row[], void> {
  let last: Row | undefined;
  for (; ; await nextTurn(ownWork)) {
    const found = await read(last);
    if (found.length > 0) yield found;
    last = found.at(-1);
    if (found.length < respondentBatchSize) return;
  }
}

import { type Clock, timestamp } from '../../clock.js';
import { AskwellError } from '../../errors.js';
import type { Store } from '../../store/store.js';
import type { AnswerHead, AskDraft } from '../ask-types.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import type { Events } from '../events.js';
import { answerPrefixes, bareId, wireIdOf } from '../ids.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { voterRef } from '../submit/voter-ref.js';
import { type AnswerFilter, type AnswerPage, type AnswerRow, answerById, answersOf } from './answer-queries.js';
import { deleteAnswer, deleteAnswers } from './delete-answers.js';

/** The answers of one kind's asks, as their owners read and delete them. */
export type AnswerService<Draft extends AskDraft, Own, Body, W extends KindTypes = KindTypes> = ReturnType<
  typeof createAnswerService<Draft, Own, Body, W>
>;

export function createAnswerService<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  { store, clock, events }: { store: Store; clock: Clock; events: Events },
) {
  const prefix = answerPrefixes[kind.name];
  const parse = (row: AnswerRow): Body => JSON.parse(row.body);

  const tellDeleted = (ask: StoredAsk<Own>) =>
    events.change({ kind: kind.name, ask_id: wireIdOf(ask), what: 'answers_deleted' });

  return {
    parse,
    wireId: (id: string) => prefix + id,
    /** An answer as its owner reads it. */
    show: (ask: StoredAsk<Own>, row: AnswerRow): AnswerHead & W['naming'] & W['answer'] => ({
      id: prefix + row.id,
      ...kind.naming(wireIdOf(ask)),
      voter_ref: voterRef(row.voter),
      ...kind.showAnswer(ask.own, parse(row)),
      created_at: timestamp(row.created_at),
    }),

    list: (ask: StoredAsk<Own>, filter: AnswerFilter, page: AnswerPage) => store.read(answersOf(ask.seq, filter, page)),

    async find(ask: StoredAsk<Own>, wireId: string): Promise<AnswerRow | undefined> {
      const id = bareId(wireId, prefix);
      return id === undefined ? undefined : store.read(answerById(ask.seq, id));
    },

    async delete(ask: StoredAsk<Own>, id: string): Promise<void> {
      if (!(await store.run(deleteAnswer, { ask: ask.seq, id, at: clock.now() }))) throw new AskwellError('not_found');
      tellDeleted(ask);
    },

    async deleteAll(ask: StoredAsk<Own>): Promise<void> {
      while ((await store.run(deleteAnswers, { ask: ask.seq, at: clock.now() })) === 'more');
      tellDeleted(ask);
    },

    /** The header of a CSV export, and a row of it. */
    columns: (ask: StoredAsk<Own>) => ['id', 'created_at', 'voter_ref', ...kind.columns(ask.own)],
    cells: (ask: StoredAsk<Own>, row: AnswerRow) => [
      prefix + row.id,
      timestamp(row.created_at),
      voterRef(row.voter),
      ...kind.cells(ask.own, parse(row)),
    ],
  };
}

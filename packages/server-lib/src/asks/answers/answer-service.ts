import type { Scope } from '../../access/scope.js';
import { type Clock, formatTimestamp, type Micros } from '../../clock.js';
import type { AnswerHead, AskDraft } from '../../contract/resources.js';
import { AskwellError } from '../../errors.js';
import type { Store } from '../../store/store.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import type { Events } from '../events.js';
import { answerPrefixes, bareId, wireIdOf } from '../ids.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import {
  type NotedAnswerRow,
  saveAnswerNote,
  selectNotedAnswer,
  selectNotedAnswers,
  selectSomeNotedAnswers,
} from '../notes/note-queries.js';
import type { AnswerNote } from '../notes/parse-note.js';
import { type TagChange, type TagOutcome, tagAnswers } from '../notes/tag-answers.js';
import { formatVoterRef } from '../submit/voter-ref.js';
import { type AnswerFilter, type AnswerPage, type AnswerRow, selectAnswer, selectAnswers } from './answer-queries.js';
import { deleteAnswer, deleteAnswers } from './delete-answers.js';
import { deleteMatching } from './delete-matching.js';
import { deleteSomeAnswers } from './delete-some-answers.js';
import type { AnswerSelection } from './filters/answer-selection.js';
import { createAnswerSearch } from './search/answer-search.js';

/** Reads and deletes answers to the asks of one kind, on behalf of their owner. */
export type AnswerService<Draft extends AskDraft, Own, Body, W extends KindTypes = KindTypes> = ReturnType<
  typeof createAnswerService<Draft, Own, Body, W>
>;

export function createAnswerService<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  { store, clock, events }: { store: Store; clock: Clock; events: Events },
) {
  const prefix = answerPrefixes[kind.name];
  const parse = (row: AnswerRow): Body => JSON.parse(row.body);

  const search = createAnswerSearch(kind, store);

  const emitDeleted = (ask: StoredAsk<Own>) =>
    events.change({ kind: kind.name, ask_id: wireIdOf(ask), what: 'answers_deleted' });

  return {
    parse,
    wireId: (id: string) => prefix + id,
    /** Returns an answer as the REST API shows it to the owner. */
    show: (ask: StoredAsk<Own>, row: AnswerRow): AnswerHead & W['askReference'] & W['answer'] => ({
      id: prefix + row.id,
      ...kind.askReference(wireIdOf(ask)),
      voter_ref: formatVoterRef(row.voter),
      respondent: row.respondent,
      language: row.language,
      ...kind.showAnswer(ask.own, parse(row)),
      created_at: formatTimestamp(row.created_at),
      updated_at: formatTimestamp(row.updated_at),
    }),

    /** Returns the entity tag of an answer. It has the version of the ask too, because the grade of an attempt depends on it. */
    tagOf: (ask: StoredAsk<Own>, row: AnswerRow): string => `"${ask.version}.${row.updated_at}"`,

    list: (ask: StoredAsk<Own>, filter: AnswerFilter, page: AnswerPage) =>
      store.read(selectAnswers(ask.seq, filter, page)),

    async find(ask: StoredAsk<Own>, wireId: string): Promise<AnswerRow | undefined> {
      const id = bareId(wireId, prefix);
      return id === undefined ? undefined : store.read(selectAnswer(ask.seq, id));
    },

    listNoted: (ask: StoredAsk<Own>, filter: AnswerFilter, page: AnswerPage, onlyNoted: boolean) =>
      store.read(selectNotedAnswers(ask.seq, filter, page, onlyNoted)),

    findSomeNoted: (ask: StoredAsk<Own>, ids: readonly string[]) => store.read(selectSomeNotedAnswers(ask.seq, ids)),

    async findNoted(ask: StoredAsk<Own>, wireId: string): Promise<NotedAnswerRow | undefined> {
      const id = bareId(wireId, prefix);
      return id === undefined ? undefined : store.read(selectNotedAnswer(ask.seq, id));
    },

    /** Saves the tags and the note of an answer. */
    async saveNote(scope: Scope, ask: StoredAsk<Own>, id: string, note: AnswerNote): Promise<void> {
      const input = { account: scope.account, ask: ask.seq, answer: id, ...note, at: clock.now() };
      if (!(await store.run(saveAnswerNote, input))) throw new AskwellError('not_found');
    },

    /** Adds tags to answers, or removes them, by the IDs of the rows. */
    tag: (scope: Scope, ask: StoredAsk<Own>, answers: readonly string[], change: TagChange): Promise<TagOutcome> =>
      store.run(tagAnswers, { account: scope.account, ask: ask.seq, answers, ...change, at: clock.now() }),

    /** @throws AskwellError if the answer was not last changed at `onlyUpdatedAt`. */
    async delete(ask: StoredAsk<Own>, id: string, onlyUpdatedAt: Micros | null = null): Promise<void> {
      const outcome = await store.run(deleteAnswer, { ask: ask.seq, id, at: clock.now(), onlyUpdatedAt });
      if (outcome !== 'deleted') throw new AskwellError(outcome === 'stale' ? 'precondition_failed' : 'not_found');
      emitDeleted(ask);
    },

    /** Deletes answers by the IDs of their rows. Returns how many existed. */
    async deleteSome(ask: StoredAsk<Own>, ids: readonly string[]): Promise<number> {
      const deleted = await store.run(deleteSomeAnswers, { ask: ask.seq, ids, at: clock.now() });
      if (deleted === 'stale' || deleted === 0) return 0;
      emitDeleted(ask);
      return deleted;
    },

    /** Finds answers by their content, and in other orders than that of their creation. */
    search,

    /**
     * Deletes the answers that a selection finds.
     *
     * @throws AskwellError if the ask has another version than `onlyVersion` when the deletion starts.
     */
    async deleteMatching(
      ask: StoredAsk<Own>,
      selection: AnswerSelection,
      onlyVersion: number | null = null,
    ): Promise<number> {
      const deleted = await deleteMatching(ask, selection, onlyVersion, { store, search, now: clock.now });
      if (deleted > 0) emitDeleted(ask);
      return deleted;
    },

    /**
     * Deletes all answers.
     *
     * @throws AskwellError if the ask has another version than `onlyVersion` when the deletion starts.
     */
    async deleteAll(ask: StoredAsk<Own>, onlyVersion: number | null = null): Promise<void> {
      const deletion = { ask: ask.seq, at: clock.now() };
      let outcome = await store.run(deleteAnswers, { ...deletion, onlyVersion });
      if (outcome === 'stale') throw new AskwellError('precondition_failed');
      while (outcome === 'more') outcome = await store.run(deleteAnswers, { ...deletion, onlyVersion: null });
      emitDeleted(ask);
    },

    /**
     * Deletes a part of all answers, oldest first.
     *
     * @param writes The number of writes, of which each deletes as many answers as a write may delete.
     * @returns Whether none is left.
     */
    async deletePart(ask: StoredAsk<Own>, writes: number): Promise<boolean> {
      let isDone = false;
      for (let n = 0; n < writes && !isDone; n++)
        isDone = (await store.run(deleteAnswers, { ask: ask.seq, at: clock.now(), onlyVersion: null })) === 'done';
      emitDeleted(ask);
      return isDone;
    },

    /** Returns the columns of a CSV export. `csvCells` returns the matching cells of one answer. */
    csvColumns: (ask: StoredAsk<Own>) => [
      ...['id', 'created_at', 'voter_ref'],
      ...(ask.terms.anonymous ? [] : ['respondent']),
      ...kind.csvColumns(ask.own),
    ],
    csvCells: (ask: StoredAsk<Own>, row: AnswerRow) => [
      prefix + row.id,
      formatTimestamp(row.created_at),
      formatVoterRef(row.voter),
      ...(ask.terms.anonymous ? [] : [row.respondent]),
      ...kind.csvCells(ask.own, parse(row)),
    ],
  };
}

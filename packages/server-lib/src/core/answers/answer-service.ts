import { type Clock, formatTimestamp } from '../../base/clock.js';
import { sha256 } from '../../base/crypto/hash.js';
import { AskwellError } from '../../base/errors.js';
import type { Store } from '../../db/store.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AnswerHead, AskDraft } from '../../shared/contract/resources.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { Events } from '../events.js';
import { answerPrefixes, bareId, wireIdOf } from '../ids.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { formatVoterRef } from '../submit/voter-ref.js';
import {
  type AnswerFilter,
  type AnswerPage,
  type AnswerRow,
  type NotedAnswerRow,
  selectAnswer,
  selectAnswers,
  selectNotedAnswer,
} from './answer-queries.js';
import { createAnswerSearch } from './answer-search.js';
import { type AnswerSelection, everyAnswer } from './answer-selection.js';
import { stateOf } from './answer-state.js';
import { type AskColumn, columnsOfAsk } from './ask-columns.js';
import {
  type AnswerChange,
  type ChangedPart,
  type ChangeLimits,
  type ChangeOutcome,
  type ChangeRange,
  changeMatching,
  changeSome,
} from './change-matching.js';
import { deleteAnswer, deleteAnswers } from './delete-answers.js';
import { saveAnswerNote } from './note-queries.js';
import { type NoteChanges, parseTags } from './parse-note.js';

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

  const search = createAnswerSearch(kind, { store, clock });

  const emitDeleted = (ask: StoredAsk<Own>) =>
    events.change({ kind: kind.name, ask_id: wireIdOf(ask), what: 'answers_deleted' });

  const changing = { store, search, now: () => clock.now() };

  function emitChanged(ask: StoredAsk<Own>, { change }: AnswerChange, { changed }: ChangeOutcome): void {
    if (change === 'delete' && changed > 0) emitDeleted(ask);
  }

  /** Returns the ID of the row of the latest answer. Null if there are no answers. */
  async function latestId(ask: StoredAsk<Own>): Promise<string | null> {
    const [latest] = await store.read(selectAnswers(ask.seq, everyAnswer, { after: null, limit: 1, order: 'desc' }));
    return latest?.id ?? null;
  }
  const show = (ask: StoredAsk<Own>, row: AnswerRow): AnswerHead & W['askReference'] & W['answer'] => ({
    id: prefix + row.id,
    ...kind.askReference(wireIdOf(ask)),
    voter_ref: formatVoterRef(row.voter),
    respondent: row.respondent,
    language: row.language,
    ...kind.showAnswer(ask.own, parse(row)),
    created_at: formatTimestamp(row.created_at),
    updated_at: formatTimestamp(row.updated_at),
  });

  return {
    parse,
    wireId: (id: string) => prefix + id,

    /** Returns an answer as events and the host's own users see it: without tags and note. */
    show,

    /** Returns an answer as the REST API shows it to the owner. */
    showNoted: (ask: StoredAsk<Own>, row: NotedAnswerRow) => ({
      ...show(ask, row),
      tags: [...parseTags(row.tags)],
      note: row.note ?? '',
    }),

    /**
     * Returns the entity tag of an answer with its note. It has the version of the ask too, because the grade of an attempt depends on it.
     */
    tagOf: (ask: StoredAsk<Own>, { updated_at, tags, note }: NotedAnswerRow): string => {
      const noted =
        tags === null
          ? ''
          : `.${sha256(JSON.stringify([tags, note]))
              .toString('base64url')
              .slice(0, 22)}`;
      return `"${ask.version}.${updated_at}${noted}"`;
    },

    list: (ask: StoredAsk<Own>, filter: AnswerFilter, page: AnswerPage) =>
      store.read(selectAnswers(ask.seq, filter, page)),

    async find(ask: StoredAsk<Own>, wireId: string): Promise<AnswerRow | undefined> {
      const id = bareId(wireId, prefix);
      return id === undefined ? undefined : store.read(selectAnswer(ask.seq, id));
    },

    latestId,

    async findNoted(ask: StoredAsk<Own>, wireId: string): Promise<NotedAnswerRow | undefined> {
      const id = bareId(wireId, prefix);
      return id === undefined ? undefined : store.read(selectNotedAnswer(ask.seq, id));
    },

    /**
     * Saves the tags or the note of an answer, or both.
     *
     * @throws AskwellError if the answer, its note or the version of the ask have changed since `ask` and `only` were read.
     */
    async saveNote(
      scope: Scope,
      ask: StoredAsk<Own>,
      answer: string,
      changes: NoteChanges,
      only: NotedAnswerRow | null = null,
    ): Promise<void> {
      const outcome = await store.run(saveAnswerNote, {
        account: scope.account,
        ask: ask.seq,
        answer,
        tags: changes.tags ?? null,
        note: changes.note ?? null,
        at: clock.now(),
        only: only && stateOf(ask, only),
      });
      if (outcome !== 'saved') throw new AskwellError(outcome === 'stale' ? 'precondition_failed' : 'not_found');
    },

    /** @throws AskwellError like `saveNote`. */
    async delete(ask: StoredAsk<Own>, id: string, only: NotedAnswerRow | null = null): Promise<void> {
      const expected = only && stateOf(ask, only);
      const outcome = await store.run(deleteAnswer, { ask: ask.seq, id, at: clock.now(), only: expected });
      if (outcome !== 'deleted') throw new AskwellError(outcome === 'stale' ? 'precondition_failed' : 'not_found');
      emitDeleted(ask);
    },

    /** Finds, sorts and counts answers. */
    search,

    /** Returns the columns of the answers to an ask. */
    columns: ({ own, terms }: StoredAsk<Own>): readonly AskColumn<Body>[] =>
      columnsOfAsk(kind, { own, isAnonymous: terms.anonymous }),

    /** Changes answers by the IDs of their rows, in one write. The caller limits their number. */
    async change(ask: StoredAsk<Own>, ids: readonly string[], change: AnswerChange): Promise<ChangeOutcome> {
      const answers = ids.map((id) => ({ id }));
      const outcome = await changeSome(ask, answers, change, changing);
      emitChanged(ask, change, outcome);
      return outcome;
    },

    /** Changes the answers that a selection finds, oldest first. Stops at its limits. */
    async changeMatching(
      ask: StoredAsk<Own>,
      selection: AnswerSelection,
      change: AnswerChange,
      range: ChangeRange,
      limits?: ChangeLimits,
    ): Promise<ChangedPart> {
      const part = await changeMatching(ask, selection, change, range, changing, limits);
      emitChanged(ask, change, part);
      return part;
    },

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
      // Answers that are created after the call are kept.
      const upTo = await latestId(ask);
      if (upTo === null) return 0;
      const change = { change: 'delete', onlyVersion } as const;
      const outcome = await changeMatching(ask, selection, change, { after: null, upTo }, changing);
      emitChanged(ask, change, outcome);
      return outcome.changed;
    },

    /**
     * Deletes all answers, and returns their number.
     *
     * @throws AskwellError if the ask has another version than `onlyVersion` when the deletion starts.
     */
    async deleteAll(ask: StoredAsk<Own>, onlyVersion: number | null = null): Promise<number> {
      const deletion = { ask: ask.seq, at: clock.now() };
      let { outcome, deleted } = await store.run(deleteAnswers, { ...deletion, onlyVersion });
      if (outcome === 'stale') throw new AskwellError('precondition_failed');
      while (outcome === 'more') {
        const part = await store.run(deleteAnswers, { ...deletion, onlyVersion: null });
        outcome = part.outcome;
        deleted += part.deleted;
      }
      emitDeleted(ask);
      return deleted;
    },

    /**
     * Deletes a part of all answers, oldest first.
     *
     * @param writes The number of writes. Each one deletes at most `deleteBatchSize` answers.
     * @returns Whether all answers are deleted.
     */
    async deletePart(ask: StoredAsk<Own>, writes: number): Promise<boolean> {
      const deletion = { ask: ask.seq, at: clock.now(), onlyVersion: null };
      let isDone = false;
      for (let n = 0; n < writes && !isDone; n++)
        isDone = (await store.run(deleteAnswers, deletion)).outcome === 'done';
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

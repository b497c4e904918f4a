import type { Micros } from '../../base/clock.js';
import { AskwellError } from '../../base/errors.js';
import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { KindTypes } from '../kind-types.js';
import type { AnswerRow } from './answer-queries.js';
import type { AnswerSearch } from './answer-search.js';
import type { AnswerSelection } from './answer-selection.js';
import { firstBatch } from './delete-answers.js';
import { deleteSomeAnswers } from './delete-some-answers.js';
import { type TagChange, tagAnswers } from './tag-answers.js';

/** A change of several answers at once. */
export type AnswerChange =
  | {
      readonly change: 'delete';
      /** The version that the ask must have for the first write. Absent or null: every version. */
      readonly onlyVersion?: number | null;
    }
  | (TagChange & {
      /** The account of the owner of the tags. */
      readonly account: number;
    });

/** The range of answers to change. IDs are in the order of their times. */
export interface ChangeRange {
  /** The ID of the answer after which the change continues. Null for the beginning. */
  readonly after: string | null;
  /** The ID of the last answer to change. Later answers stay unchanged. */
  readonly upTo: string;
}

/** The limits of what one call reads and changes. */
export interface ChangeLimits {
  /** The number of answers that are read, and the number of their characters. */
  readonly scanned: number;
  readonly characters: number;
  /** The number of answers after which the call stops. */
  readonly changes: number;
  /** The number of answers that are read or changed at once. */
  readonly batch?: number;
}

/** Changes all answers that match. */
const unlimitedChange: ChangeLimits = { scanned: Infinity, characters: Infinity, changes: Infinity };

/** The number of answers that were changed, and the number of answers that would have had too many tags. */
export interface ChangeOutcome {
  readonly changed: number;
  readonly full: number;
}

/** The answers that one call has changed. */
export interface ChangedPart extends ChangeOutcome {
  /** Where the change continues. Null if it is complete. */
  readonly after: string | null;
}

/** The services that a change of answers needs. */
interface ChangeContext<Draft extends AskDraft, Own, Body, W extends KindTypes> {
  readonly store: Store;
  readonly search: Pick<AnswerSearch<Draft, Own, Body, W>, 'scan'>;
  readonly now: () => Micros;
}

/**
 * Changes the matching answers of an ask, oldest first, in several writes. An answer that changes before it is deleted is kept,
 * because it may no longer match.
 *
 * @throws AskwellError with the code `precondition_failed` if the ask has another version than a deletion requires.
 */
export async function changeMatching<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  ask: StoredAsk<Own>,
  selection: AnswerSelection,
  change: AnswerChange,
  { after, upTo }: ChangeRange,
  { store, search, now }: ChangeContext<Draft, Own, Body, W>,
  limits: ChangeLimits = unlimitedChange,
): Promise<ChangedPart> {
  const total = { changed: 0, full: 0 };
  let [scanned, characters, found] = [0, 0, 0];
  let next = change;
  for await (const batch of search.scan(ask, selection, { after, order: 'asc', batch: limits.batch })) {
    const rows = batch.rows.filter(({ id }) => id <= upTo);
    for (let rest: readonly AnswerRow[] = rows; rest.length > 0; ) {
      const part = firstBatch(rest);
      const outcome = await changeSome(ask, part, next, { store, now });
      total.changed += outcome.changed;
      total.full += outcome.full;
      if (next.change === 'delete') next = { change: 'delete' };
      rest = rest.slice(part.length);
    }
    scanned += batch.read;
    characters += batch.characters;
    found += rows.length;
    if (batch.last === null || batch.last >= upTo) break;
    if (scanned >= limits.scanned || characters >= limits.characters || found >= limits.changes)
      return { ...total, after: batch.last };
  }
  return { ...total, after: null };
}

/** An answer to change. A deletion leaves it if `updated_at` is not the time of its last change. */
interface ChangedAnswer {
  readonly id: string;
  readonly updated_at?: Micros;
}

/** Changes answers in one write. The caller limits their number. */
export async function changeSome(
  { seq: ask }: StoredAsk<unknown>,
  answers: readonly ChangedAnswer[],
  change: AnswerChange,
  { store, now }: { readonly store: Store; readonly now: () => Micros },
): Promise<ChangeOutcome> {
  if (answers.length === 0) return { changed: 0, full: 0 };
  const ids = answers.map(({ id }) => id);
  if (change.change !== 'delete') return store.run(tagAnswers, { ask, answers: ids, ...change, at: now() });
  const times = answers.flatMap(({ updated_at }) => updated_at ?? []);
  const deleted = await store.run(deleteSomeAnswers, {
    ask,
    ids,
    at: now(),
    onlyVersion: change.onlyVersion ?? null,
    ...(times.length === ids.length && { onlyUpdatedAt: times }),
  });
  if (deleted === 'stale') throw new AskwellError('precondition_failed');
  return { changed: deleted, full: 0 };
}

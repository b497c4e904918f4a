import type { Micros } from '../../clock.js';
import type { AskDraft } from '../../contract/resources.js';
import { AskwellError } from '../../errors.js';
import type { Store } from '../../store/store.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import type { KindTypes } from '../kind-types.js';
import { type AnswerRow, selectAnswers } from './answer-queries.js';
import { firstBatch } from './delete-answers.js';
import { deleteSomeAnswers } from './delete-some-answers.js';
import { type AnswerSelection, everyAnswer } from './filters/answer-selection.js';
import type { AnswerSearch } from './search/answer-search.js';

/**
 * Deletes the matching answers of an ask, oldest first, in several writes. Answers that come after the call are left alone, and
 * those that change before they are deleted: they may not match any more.
 *
 * @param onlyVersion The version that the ask must have for the first write. Null for every version.
 * @returns The number of deleted answers.
 * @throws AskwellError with the code `precondition_failed` if it has another one.
 */
export async function deleteMatching<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  ask: StoredAsk<Own>,
  selection: AnswerSelection,
  onlyVersion: number | null,
  { store, search, now }: { store: Store; search: AnswerSearch<Draft, Own, Body, W>; now: () => Micros },
): Promise<number> {
  const [newest] = await store.read(selectAnswers(ask.seq, everyAnswer, { after: null, limit: 1, order: 'desc' }));
  if (!newest) return 0;
  let deleted = 0;
  let required = onlyVersion;
  for await (const rows of search.all(ask, selection, { after: null, order: 'asc' })) {
    const existing = rows.filter(({ id }) => id <= newest.id);
    for (let rest: readonly AnswerRow[] = existing; rest.length > 0; ) {
      const batch = firstBatch(rest);
      const ids = batch.map(({ id }) => id);
      const onlyUpdatedAt = batch.map(({ updated_at }) => updated_at);
      const deletion = { ask: ask.seq, ids, onlyUpdatedAt, onlyVersion: required, at: now() };
      const outcome = await store.run(deleteSomeAnswers, deletion);
      if (outcome === 'stale') throw new AskwellError('precondition_failed');
      deleted += outcome;
      required = null;
      rest = rest.slice(batch.length);
    }
    if (existing.length < rows.length) break;
  }
  return deleted;
}

import { invalidField } from '../../base/faults/invalid-field.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { type AnswerSelection, isEveryAnswer } from '../answers/answer-selection.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { KindTypes } from '../kind-types.js';
import { maxFilteredAnswers } from '../limits.js';
import type { FilteredResultsService } from './filtered-results.js';
import type { KindResults } from './kind-results.js';
import type { ResultsService } from './results-service.js';

/** The services that compute results. */
export interface ResultServices<Draft extends AskDraft, Own, Body, W extends KindTypes> {
  readonly results: Pick<ResultsService<Draft, Own, Body, W>, 'exact'>;
  readonly filteredResults: Pick<FilteredResultsService<Own, W>, 'exact'>;
}

/**
 * Returns the results of the selected answers. They include every answer committed before the call.
 *
 * @throws AskwellError with the code `invalid` if there are too many answers, because results of only the newest answers would look
 * complete.
 */
export async function countAnswers<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { results, filteredResults }: ResultServices<Draft, Own, Body, W>,
  ask: StoredAsk<Own>,
  selection: AnswerSelection,
): Promise<KindResults<W>> {
  if (isEveryAnswer(selection)) return results.exact(ask);
  const found = await filteredResults.exact(ask, selection);
  if (found.isCut) throw invalidField('since', fault('too_many_to_count', { max: maxFilteredAnswers }));
  return found.results;
}

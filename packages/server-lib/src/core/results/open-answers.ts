import { AskwellError } from '../../base/errors.js';
import { createSharedReads } from '../../db/shared-reads.js';
import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { AnswerSelection } from '../answers/answer-selection.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { type OpenAnswers, type OpenColumn, openAnswersReport } from './open-answers-report.js';

/** Reads the newest answers in columns without options. */
export interface OpenAnswersService<Own> {
  /**
   * Reads the newest matching answers. Nothing is kept between two calls, so that a deleted answer is in no result.
   *
   * @throws AskwellError with the code `not_found` if the ask was deleted.
   */
  read(ask: StoredAsk<Own>, selection: AnswerSelection, columns: readonly OpenColumn[]): Promise<OpenAnswers>;
}

/** Creates the service of a kind. Callers that ask for the same at the same time share one read. */
export function createOpenAnswers<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  store: Store,
): OpenAnswersService<Own> {
  const report = openAnswersReport(kind);
  const readShared = createSharedReads<OpenAnswers>();
  return {
    read: ({ seq }, selection, columns) =>
      readShared(JSON.stringify([seq, selection, columns]), async () => {
        const found = await store.report(report, { ask: seq, selection, columns });
        if (!found) throw new AskwellError('not_found');
        return found;
      }),
  };
}

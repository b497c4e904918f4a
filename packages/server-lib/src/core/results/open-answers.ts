import { base62, randomText } from '../../base/crypto/random.js';
import { AskwellError } from '../../base/errors.js';
import { createSharedReads } from '../../db/shared-reads.js';
import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { AnswerSelection } from '../answers/answer-selection.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import {
  type OpenAnswers,
  type OpenAnswersInput,
  type OpenAnswersOutcome,
  type OpenColumn,
  openAnswersReport,
} from './open-answers-report.js';

/** How often a read starts again, because the definition changed, before it fails. */
const maxRestarts = 3;

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
        for (let restarts = 0; restarts < maxRestarts; restarts++) {
          const job = randomText(base62, 20);
          let after: string | null = null;
          do {
            const input: OpenAnswersInput = { ask: seq, selection, columns, job, after };
            const outcome: OpenAnswersOutcome | undefined = await store.report(report, input);
            if (!outcome) throw new AskwellError('not_found');
            if (outcome.type === 'done') return outcome.found;
            after = outcome.type === 'more' ? outcome.after : null;
          } while (after !== null);
        }
        throw new AskwellError('unavailable');
      }),
  };
}

import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { AnswerSelection } from '../answers/answer-selection.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { type OpenColumn, type OpenColumnAnswers, openAnswersReport } from './open-answers-report.js';
import { createScan, type Scanned } from './scan-report.js';

/** The newest answers in the columns of an ask. */
export type OpenAnswers = Scanned<readonly OpenColumnAnswers[]>;

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
  const scan = createScan(store, openAnswersReport(kind));
  return { read: ({ seq }, selection, columns) => scan(seq, selection, columns) };
}

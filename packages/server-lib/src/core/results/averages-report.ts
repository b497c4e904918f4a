import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { ColumnHead } from '../answers/answer-column.js';
import type { AnswerSelection } from '../answers/answer-selection.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { createDayAverages, type DayAverage } from './averages.js';
import { maxAveragedAnswers } from './limits.js';
import { createScan, type Scanned, type ScanReport, scanReport } from './scan-report.js';

/** A question whose answers have an average. */
export type AverageQuestion = Pick<ColumnHead, 'id' | 'label'> & Required<Pick<ColumnHead, 'average'>>;

/** Returns a report that averages the answers to a question by day. The request is the ID of its column. */
export function averagesReport<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
): ScanReport<string, readonly DayAverage[]> {
  return scanReport(kind, {
    name: 'averages',
    max: maxAveragedAnswers,
    start({ columns }, wanted: string) {
      const column = columns.find(({ id }) => id === wanted);
      const pointsOf = column?.average?.pointsOf ?? ((value: number) => value);
      const days = createDayAverages();
      return {
        add(answer, body) {
          const value = column?.read(answer, body)?.value;
          if (typeof value === 'number') days.add(answer.created_at, pointsOf(value));
        },
        collected: () => days.found,
      };
    },
  });
}

/** Averages the answers to a question by day. */
export interface AveragesService<Own> {
  /** Returns the questions whose answers have an average. */
  questionsOf(ask: StoredAsk<Own>): readonly AverageQuestion[];
  /**
   * Returns the days with answers, in ascending order.
   *
   * @throws AskwellError with the code `not_found` if the ask was deleted.
   */
  read(ask: StoredAsk<Own>, selection: AnswerSelection, column: string): Promise<Scanned<readonly DayAverage[]>>;
}

/** Creates the service of a kind. Callers that ask for the same at the same time share one read. */
export function createAverages<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  store: Store,
): AveragesService<Own> {
  const scan = createScan(store, averagesReport(kind));
  return {
    questionsOf: ({ own }) =>
      kind.columns(own).flatMap(({ id, label, average }) => (average ? [{ id, label, average }] : [])),
    read: ({ seq }, selection, column) => scan(seq, selection, column),
  };
}

import { dateOf } from '../../base/clock.js';
import { Faults } from '../../base/faults/faults.js';
import type { Store } from '../../db/store.js';
import type { AskDraft, Averages } from '../../shared/contract/resources.js';
import type { ColumnHead } from '../answers/answer-column.js';
import type { AnswerSelection } from '../answers/answer-selection.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { averageOf, createDayAverages, type DayAverage, startOfDay, withoutNoise } from './averages.js';
import { chooseQuestion } from './choose-question.js';
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
   * Averages the newest of the selected answers. The days are in ascending order.
   *
   * @throws AskwellError with the code `invalid` if the answers to the question have no average, or `not_found` if the ask was deleted.
   */
  read(ask: StoredAsk<Own>, selection: AnswerSelection, question: string): Promise<ReadAverages>;
}

/** A question with the averages of its answers. */
export interface ReadAverages extends Scanned<readonly DayAverage[]> {
  readonly question: AverageQuestion;
}

/** Returns averages as a resource of the API. */
export function showAverages({ question, found, matching, isCut }: ReadAverages): Averages {
  const { id, label, average } = question;
  const all = averageOf(found);
  return {
    question: { id, label },
    measure: average.measure,
    average: all === null ? null : withoutNoise(all),
    answers: found.reduce((sum, { answers }) => sum + answers, 0),
    days: found.map((one) => ({
      date: dateOf(startOfDay(one.day)),
      average: withoutNoise(one.average),
      answers: one.answers,
    })),
    matching_answers: matching,
    oldest_left_out: isCut,
  };
}

/** Creates the service of a kind. Callers that ask for the same at the same time share one read. */
export function createAverages<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  store: Store,
): AveragesService<Own> {
  const scan = createScan(store, averagesReport(kind));
  const questionsOf = ({ own }: StoredAsk<Own>) =>
    kind.columns(own).flatMap(({ id, label, average }) => (average ? [{ id, label, average }] : []));
  return {
    questionsOf,
    async read(ask, selection, wanted) {
      const faults = new Faults();
      const question = chooseQuestion('question', wanted, questionsOf(ask), faults);
      if (!question) throw faults.toError();
      return { question, ...(await scan(ask.seq, selection, question.id)) };
    },
  };
}

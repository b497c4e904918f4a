import { Faults } from '../../base/faults/faults.js';
import type { Store } from '../../db/store.js';
import type { AskDraft, CrossTable } from '../../shared/contract/resources.js';
import type { ColumnHead } from '../answers/answer-column.js';
import type { AnswerSelection } from '../answers/answer-selection.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { chooseQuestion } from './choose-question.js';
import { type CrossCounts, createCrossTable } from './cross-table.js';
import { maxCrossTableAnswers } from './limits.js';
import { createScan, type ScanReport, scanReport } from './scan-report.js';

/** The columns of two questions. */
export interface CrossedColumns {
  readonly rows: string;
  readonly columns: string;
}

/** A question that a cross table can count. */
export type CrossQuestion = Pick<ColumnHead, 'id' | 'label'> & Required<Pick<ColumnHead, 'choices'>>;

/** Returns a report that counts the answers to two questions against each other. */
export function crossTableReport<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
): ScanReport<CrossedColumns, CrossCounts> {
  return scanReport(kind, {
    name: 'crossTable',
    max: maxCrossTableAnswers,
    start({ columns }, wanted: CrossedColumns) {
      const find = (wantedId: string) => columns.find(({ id }) => id === wantedId);
      const [row, column] = [find(wanted.rows), find(wanted.columns)];
      const counted = createCrossTable(row?.choices?.() ?? [], column?.choices?.() ?? []);
      return {
        add(answer, body) {
          counted.add(row?.read(answer, body) ?? null, column?.read(answer, body) ?? null);
        },
        collected: () => counted.table,
      };
    },
  });
}

/** Counts the answers to two questions against each other. */
export interface CrossTableService<Own> {
  /** Returns the questions with options. */
  questionsOf(ask: StoredAsk<Own>): readonly CrossQuestion[];
  /**
   * Counts the newest of the selected answers.
   *
   * @throws AskwellError with the code `invalid` if the columns are not two different questions with options, or `not_found` if the
   * ask was deleted.
   */
  read(ask: StoredAsk<Own>, selection: AnswerSelection, columns: CrossedColumns): Promise<CrossTable>;
}

/** Creates the service of a kind. Callers that ask for the same at the same time share one read. */
export function createCrossTables<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  store: Store,
): CrossTableService<Own> {
  const scan = createScan(store, crossTableReport(kind));
  const questionsOf = ({ own }: StoredAsk<Own>) =>
    kind.columns(own).flatMap(({ id, label, choices }) => (choices ? [{ id, label, choices }] : []));
  return {
    questionsOf,
    async read(ask, selection, wanted) {
      const questions = questionsOf(ask);
      const faults = new Faults();
      const row = chooseQuestion('rows', wanted.rows, questions, faults);
      const others = questions.filter((question) => question !== row);
      const column = chooseQuestion('columns', wanted.columns, others, faults);
      if (!row || !column) throw faults.toError();
      const { found, matching, isCut } = await scan(ask.seq, selection, { rows: row.id, columns: column.id });
      return {
        row_question: { id: row.id, label: row.label },
        column_question: { id: column.id, label: column.label },
        ...found,
        matching_answers: matching,
        oldest_left_out: isCut,
      };
    },
  };
}

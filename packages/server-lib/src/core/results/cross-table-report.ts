import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { ColumnHead } from '../answers/answer-column.js';
import type { AnswerSelection } from '../answers/answer-selection.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { type CrossTable, createCrossTable } from './cross-table.js';
import { maxCrossTableAnswers } from './limits.js';
import { createScan, type Scanned, type ScanReport, scanReport } from './scan-report.js';

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
): ScanReport<CrossedColumns, CrossTable> {
  return scanReport(kind, {
    name: 'crossTable',
    max: maxCrossTableAnswers,
    start({ columns }, wanted: CrossedColumns) {
      const find = (wantedId: string) => columns.find(({ id }) => id === wantedId);
      const [row, column] = [find(wanted.rows), find(wanted.columns)];
      const counted = createCrossTable(row?.choices ?? [], column?.choices ?? []);
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
  /** @throws AskwellError with the code `not_found` if the ask was deleted. */
  read(ask: StoredAsk<Own>, selection: AnswerSelection, columns: CrossedColumns): Promise<Scanned<CrossTable>>;
}

/** Creates the service of a kind. Callers that ask for the same at the same time share one read. */
export function createCrossTables<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  store: Store,
): CrossTableService<Own> {
  const scan = createScan(store, crossTableReport(kind));
  return {
    questionsOf: ({ own }) =>
      kind.columns(own).flatMap(({ id, label, choices }) => (choices ? [{ id, label, choices }] : [])),
    read: ({ seq }, selection, columns) => scan(seq, selection, columns),
  };
}

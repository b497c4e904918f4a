import type { Micros } from '../../base/clock.js';
import { truncate } from '../../base/truncate.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { AskColumn } from '../answers/ask-columns.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import {
  maxCountedValues,
  maxLatestAnswers,
  maxLatestLength,
  maxOpenAnswers,
  maxShownWords,
  maxValueLength,
} from './limits.js';
import { type ScanReport, scanReport } from './scan-report.js';
import { createWordCounter, type WordCount } from './word-counts.js';

/** A column whose answers have no options. Plain data, since threads exchange it. */
export interface OpenColumn {
  /** The ID of the column. */
  readonly column: string;
  /** Counts the words of `text`, the distinct values of `value`, and nothing of `latest`. */
  readonly counts: 'text' | 'value' | 'latest';
}

/** An answer in a column. */
export interface OpenText {
  /** The ID of the row of the answer. */
  readonly answer: string;
  readonly text: string;
  readonly at: Micros;
}

/** The newest answers in a column. */
export interface OpenColumnAnswers {
  readonly column: string;
  /** The number of answers with something in the column, among those that were read. */
  readonly answered: number;
  readonly latest: readonly OpenText[];
  readonly words: readonly WordCount[];
  /** The distinct values with their numbers. */
  readonly values: readonly (readonly [value: string, count: number])[];
}

/** Returns a report that reads the newest matching answers. Their number is limited, so that its time and memory do not depend on the number of answers. */
export function openAnswersReport<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
): ScanReport<readonly OpenColumn[], readonly OpenColumnAnswers[]> {
  return scanReport(kind, {
    name: 'openAnswers',
    max: maxOpenAnswers,
    start({ columns }, wanted: readonly OpenColumn[]) {
      const known = new Map(columns.map((column) => [column.id, column]));
      const collectors = wanted.flatMap(({ column: id, counts }) => {
        const column = known.get(id);
        return column ? [createCollector(column, counts)] : [];
      });
      return {
        add(row, body) {
          for (const { column, add } of collectors) {
            const cell = column.read(row, body);
            if (cell) add({ answer: row.id, text: cell.text, at: row.created_at });
          }
        },
        collected: () => collectors.map(({ collected }) => collected()),
      };
    },
  });
}

/** Collects the answers in a column, newest first. */
function createCollector<Body>(column: AskColumn<Body>, counts: OpenColumn['counts']) {
  const latest: OpenText[] = [];
  const words = createWordCounter();
  const values = new Map<string, number>();
  let answered = 0;
  return {
    column,
    add({ answer, text, at }: OpenText): void {
      answered++;
      if (latest.length < maxLatestAnswers) latest.push({ answer, text: truncate(text, maxLatestLength), at });
      if (counts === 'text') words.add(text);
      if (counts !== 'value') return;
      const value = truncate(text, maxValueLength);
      const known = values.get(value);
      if (known !== undefined || values.size < maxCountedValues) values.set(value, (known ?? 0) + 1);
    },
    collected: (): OpenColumnAnswers => ({
      column: column.id,
      answered,
      latest,
      words: words.top(maxShownWords),
      values: [...values],
    }),
  };
}

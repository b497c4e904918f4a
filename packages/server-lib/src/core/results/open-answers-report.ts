import { LRUCache } from 'lru-cache';
import type { Micros } from '../../base/clock.js';
import { truncate } from '../../base/truncate.js';
import type { Report } from '../../db/operation.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { AnswerSelection } from '../answers/answer-selection.js';
import { type AskColumn, columnsOfAsk } from '../answers/ask-columns.js';
import { createMatcher } from '../answers/match-answers.js';
import { columnSource, scanSlice, selectDefinition } from '../answers/scan-answers.js';
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

/** The newest answers in the columns of an ask. */
export interface OpenAnswers {
  readonly columns: readonly OpenColumnAnswers[];
  /** The number of matching answers that were read. */
  readonly matching: number;
  /** Whether older answers were not read. */
  readonly isCut: boolean;
}

/** A request to read the next answers of a job, newest first. */
export interface OpenAnswersInput {
  readonly ask: number;
  readonly selection: AnswerSelection;
  readonly columns: readonly OpenColumn[];
  /** Names the job. Its counts stay in the reader thread between slices. */
  readonly job: string;
  /** The ID of the last answer of the previous slice. Null for the first slice. */
  readonly after: string | null;
}

/** The outcome of a slice. `restart` means that the counts are lost or the definition has changed. */
export type OpenAnswersOutcome =
  | { readonly type: 'more'; readonly after: string }
  | { readonly type: 'restart' }
  | { readonly type: 'done'; readonly found: OpenAnswers };

interface Job<Body> {
  readonly definition: string;
  readonly collectors: readonly Collector<Body>[];
  matching: number;
  read: number;
  characters: number;
}

/**
 * Returns a report that reads the newest matching answers, slice by slice. Their number is limited, so that its time and memory do not
 * depend on the number of answers. Its result is undefined if the ask does not exist.
 */
export function openAnswersReport<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
): Report<OpenAnswersInput, OpenAnswersOutcome | undefined> {
  // The jobs between two slices: the current ones, and failed ones until they are evicted.
  const jobs = new LRUCache<string, Job<Body>>({ max: 8 });
  return {
    name: `${kind.plural}.openAnswers`,
    *read({ ask, selection, columns: wanted, job: name, after }, limit) {
      const definition = yield* selectDefinition(ask, kind.name);
      if (definition === undefined) return undefined;
      const source = columnSource<Own>(definition);
      const started =
        after === null ? startJob(definition, columnsOfAsk<Draft, Own, Body, W>(kind, source), wanted) : jobs.get(name);
      if (started?.definition !== definition) return { type: 'restart' };
      const { collectors } = started;
      const matcher = createMatcher(kind, source, selection);
      const start = { after, order: 'desc', withNotes: false, matcher, limit } as const;
      const { last, read, characters } = yield* scanSlice(ask, selection, start, (row) => {
        const body = matcher.match(row);
        if (!body) return true;
        started.matching++;
        for (const { column, add } of collectors) {
          const cell = column.read(row, body);
          if (cell) add({ answer: row.id, text: cell.text, at: row.created_at });
        }
        return true;
      });
      started.read += read;
      started.characters += characters;
      if (last !== null && started.read < maxOpenAnswers.answers && started.characters < maxOpenAnswers.characters) {
        jobs.set(name, started);
        return { type: 'more', after: last };
      }
      jobs.delete(name);
      const columns = collectors.map(({ collected }) => collected());
      return { type: 'done', found: { columns, matching: started.matching, isCut: last !== null } };
    },
  };
}

function startJob<Body>(
  definition: string,
  columns: readonly AskColumn<Body>[],
  wanted: readonly OpenColumn[],
): Job<Body> {
  const known = new Map(columns.map((column) => [column.id, column]));
  const collectors = wanted.flatMap(({ column: id, counts }) => {
    const column = known.get(id);
    return column ? [createCollector(column, counts)] : [];
  });
  return { definition, collectors, matching: 0, read: 0, characters: 0 };
}

type Collector<Body> = ReturnType<typeof createCollector<Body>>;

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

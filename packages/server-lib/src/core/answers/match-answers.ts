import type { AskDraft } from '../../shared/contract/resources.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import type { AnswerCell } from './answer-column.js';
import { type AnswerContent, conditionTest } from './answer-condition.js';
import { createAnswerFolds, type FoldText } from './answer-folds.js';
import type { NotedAnswerRow } from './answer-queries.js';
import { type AnswerSelection, matchesRow } from './answer-selection.js';
import { type AskColumn, type ColumnSource, columnsOfAsk, isSearched } from './ask-columns.js';

/** Decides which answers match a selection. */
export interface AnswerMatcher<Body> {
  /** Returns the function that reads the content of a matching answer. Undefined if the answer does not match. */
  match(row: NotedAnswerRow): (() => Body) | undefined;
  /** What matching has cost so far, in characters. */
  readonly cost: number;
}

/** The cost of a cell, in characters, when a search for a text reads all columns. */
const cellCost = 20;

/** Creates the matcher of a selection. It parses a body at most once, and only if it is needed. */
export function createMatcher<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  source: ColumnSource<Own>,
  selection: AnswerSelection,
): AnswerMatcher<Body> {
  const tests = selection.conditions.map(conditionTest);
  const columns = columnsOfAsk(kind, source);
  const folds = createAnswerFolds();
  const contentOf = contentReader(kind, source.own, { columns, fold: folds.fold });
  const readsAll = selection.conditions.some(({ type }) => type === 'any_column');
  const costPerAnswer = readsAll ? columns.length * cellCost : 0;
  let answers = 0;
  return {
    get cost() {
      return answers * costPerAnswer + folds.characters;
    },
    match(row) {
      answers++;
      folds.startAnswer();
      if (!matchesRow(selection, row, folds.fold)) return undefined;
      const body = parseOnce<Body>(row);
      if (tests.length === 0) return body;
      const content = contentOf(row, body);
      return tests.every((test) => test(content)) ? body : undefined;
    },
  };
}

/** Returns the function that parses the body of an answer at its first call. */
export function parseOnce<Body>({ body: text }: { readonly body: string }): () => Body {
  let parsed: { readonly body: Body } | undefined;
  return () => {
    parsed ??= { body: JSON.parse(text) };
    return parsed.body;
  };
}

function contentReader<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  own: Own,
  { columns, fold }: { readonly columns: readonly AskColumn<Body>[]; readonly fold: FoldText },
): (row: NotedAnswerRow, body: () => Body) => AnswerContent {
  const byId = new Map(columns.map((column) => [column.id, column]));
  const searched = columns.filter(isSearched);
  return (row, body) => {
    const cells = new Map<string, AnswerCell | null>();
    return {
      input: (id) => kind.filters.inputOf(body(), id),
      cell(column) {
        let cell = cells.get(column);
        if (cell === undefined) {
          cell = byId.get(column)?.read(row, body) ?? null;
          cells.set(column, cell);
        }
        return cell;
      },
      searchedCells: () => cellsOf(searched, row, body),
      contributions: () => kind.contribute(own, body()),
      fold,
    };
  };
}

function* cellsOf<Body>(
  columns: readonly AskColumn<Body>[],
  row: NotedAnswerRow,
  body: () => Body,
): Generator<AnswerCell> {
  for (const column of columns) {
    const cell = column.read(row, body);
    if (cell) yield cell;
  }
}

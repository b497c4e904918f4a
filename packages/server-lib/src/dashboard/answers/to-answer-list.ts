import type { Micros } from '../../base/clock.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { foldText } from '../../base/normalize-text.js';
import { parseTime } from '../../base/validation/time.js';
import type { AnswerList } from '../../core/answers/answer-list.js';
import { type AnswerSelection, everyAnswer } from '../../core/answers/answer-selection.js';
import { type ColumnCondition, type ColumnOperator, operatorNamed } from '../../core/answers/column-condition.js';
import { byCreation } from '../../core/answers/sort-position.js';
import { parseVoterRef } from '../../core/submit/voter-ref.js';
import { fault } from '../../shared/faults/fault.js';
import type { AnswerTableColumn } from './answer-table.js';
import { type AnswerPageQuery, type FieldCondition, type FilterParams, readColumnOrder } from './answers-query.js';

const day: Micros = 24 * 3600 * 1_000_000;

/**
 * Returns the answers that the parameters of a page ask for, in their order.
 *
 * @throws AskwellError with the code `invalid`.
 */
export function toAnswerList(query: AnswerPageQuery, columns: readonly AnswerTableColumn[]): AnswerList {
  const selection = toSelection(query, columns);
  const order = readColumnOrder(query.sort, columns);
  if (!order) return { selection, sort: byCreation, order: query.sort === 'oldest' ? 'asc' : 'desc' };
  const sort = columns[order.column]?.column ?? byCreation;
  return { selection, sort, order: order.direction === 'ascending' ? 'asc' : 'desc' };
}

/**
 * Returns the selection for the parameters of a page.
 *
 * @throws AskwellError with the code `invalid`.
 */
export function toSelection(params: FilterParams, columns: readonly AnswerTableColumn[]): AnswerSelection {
  const { since, until, voter_ref, respondent, q, tag } = params;
  const lastDay = parseDay('until', until);
  return {
    ...everyAnswer,
    since: parseDay('since', since),
    until: lastDay === null ? null : lastDay + day,
    voter: voter_ref === '' ? null : parseVoter(voter_ref),
    respondent: respondent === '' ? null : respondent,
    tag: tag === '' ? null : foldText(tag),
    conditions: [
      ...params.conditions.map((condition) => toCondition(condition, columns)),
      ...(q === '' ? [] : [{ type: 'any_column', folded: foldText(q) } as const]),
    ],
  };
}

/** Returns the start of a day in UTC. */
function parseDay(name: string, text: string): Micros | null {
  if (text === '') return null;
  const at = parseTime(`${text}T00:00:00Z`);
  if (at === undefined) throw invalidField(name, fault('invalid_date'));
  return at;
}

function parseVoter(text: string): Uint8Array {
  const voter = parseVoterRef(text);
  if (!voter) throw invalidField('voter_ref', fault('invalid_voter_ref'));
  return voter;
}

const defaultOperator: ColumnOperator = 'contains';

function toCondition(
  { field, operator: name, value }: FieldCondition,
  columns: readonly AnswerTableColumn[],
): ColumnCondition {
  const found = columns.find(({ id }) => id === field);
  if (!found) throw invalidField('field', fault('unknown_field'));
  const operator = name === '' ? defaultOperator : operatorNamed(name);
  if (!operator) throw invalidField('operator', fault('invalid_value'));
  return { type: 'column', column: found.column, operator, value };
}

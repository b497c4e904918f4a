import { parseVoterRef } from '../../../asks/submit/voter-ref.js';
import type { Micros } from '../../../clock.js';
import { fault } from '../../../faults/fault.js';
import { invalidField } from '../../../faults/invalid-field.js';
import { parseTime } from '../../../validation/time.js';
import type { AnswerCell } from '../columns/answer-column.js';
import { type AnswerTable, type ColumnHead, languageColumn, type ReadAnswer } from './answer-table.js';
import { type FieldCondition, type FilterParams, type Operator, operators } from './answers-query.js';
import type { AnswerSearch } from './search-answers.js';

type Condition = (answer: ReadAnswer) => boolean;

const day: Micros = 24 * 3600 * 1_000_000;

/**
 * Returns the search for the parameters of a page.
 *
 * @throws AskwellError with the code `invalid`.
 */
export function toSearch(params: FilterParams, { columns }: Pick<AnswerTable, 'columns'>): AnswerSearch {
  const { since, until, voter_ref, respondent, q, tag } = params;
  const ofFields = params.conditions.map((condition) => fieldCondition(condition, columns));
  const conditions = [...ofFields, textCondition(q, columns), tagCondition(tag)].filter(
    (condition) => condition !== null,
  );
  const lastDay = parseDay('until', until);
  return {
    filter: {
      since: parseDay('since', since),
      until: lastDay === null ? null : lastDay + day,
      voter: voter_ref === '' ? null : parseVoter(voter_ref),
      respondent: respondent === '' ? null : respondent,
    },
    onlyNoted: tag !== '',
    matches: conditions.length === 0 ? null : (answer) => conditions.every((matches) => matches(answer)),
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

function fieldCondition(chosen: FieldCondition, columns: readonly ColumnHead[]): Condition {
  const column = columns.findIndex(({ id }) => id === chosen.field);
  if (column === -1) throw invalidField('field', fault('unknown_field'));
  const operator = operators.find(({ name }) => name === (chosen.operator || 'contains'));
  if (!operator) throw invalidField('operator', fault('invalid_value'));
  const compare = comparisonOf(operator.name, chosen.value);
  return (answer) => compare(answer.cell(column));
}

/** Returns how a cell is compared. Upper and lower case are equal. An answer without the cell is not equal to anything. */
function comparisonOf(operator: Operator, value: string): (cell: AnswerCell | null) => boolean {
  const folded = fold(value);
  const equals = (cell: AnswerCell | null) =>
    cell !== null && (fold(cell.text) === folded || cell.parts.some((part) => fold(part) === folded));
  switch (operator) {
    case 'is':
      return equals;
    case 'is_not':
      return (cell) => !equals(cell);
    case 'contains':
      return (cell) => cell !== null && fold(cell.text).includes(folded);
    case 'answered':
      return (cell) => cell !== null;
    case 'not_answered':
      return (cell) => cell === null;
    case 'greater':
      return (cell) => cell !== null && compareValues(cell.value, value) > 0;
    case 'less':
      return (cell) => cell !== null && compareValues(cell.value, value) < 0;
  }
}

/** Compares numbers by size, and dates and times by their texts. Returns 0 if the values cannot be compared. */
function compareValues(own: string | number, value: string): number {
  if (typeof own === 'number') {
    const other = value === '' ? Number.NaN : Number(value);
    return Number.isNaN(other) ? 0 : own - other;
  }
  if (own === value || value === '') return 0;
  return own < value ? -1 : 1;
}

/**
 * Returns the condition that a text occurs in an answer. Null for an empty text. Names of languages are left out: "French" is
 * more often part of an answer.
 */
function textCondition(q: string, columns: readonly ColumnHead[]): Condition | null {
  if (q === '') return null;
  const folded = fold(q);
  return (answer) =>
    columns.some(({ id }, index) => {
      if (id === languageColumn) return false;
      const cell = answer.cell(index);
      return cell !== null && fold(cell.text).includes(folded);
    });
}

function tagCondition(tag: string): Condition | null {
  if (tag === '') return null;
  const folded = fold(tag);
  return ({ tags }) => tags.some((own) => fold(own) === folded);
}

/** Returns the text in the form in which texts are compared. */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

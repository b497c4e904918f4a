import { invalidField } from '../../base/faults/invalid-field.js';
import type { ColumnOperator } from '../../core/answers/column-condition.js';
import { parseUrlencoded, type UrlencodedFields } from '../../http/urlencoded.js';
import { ownMember } from '../../kinds/inputs/own-member.js';
import { fault } from '../../shared/faults/fault.js';
import type { AnswerTableColumn } from './answer-table.js';

/** The ways to compare a column with a value, with their labels. */
export const operatorLabels: Readonly<Record<ColumnOperator, string>> = {
  is: 'is',
  is_not: 'is not',
  contains: 'contains',
  answered: 'is answered',
  not_answered: 'is not answered',
  greater: 'is greater than',
  at_least: 'is at least',
  less: 'is less than',
  at_most: 'is at most',
};

/** A condition for a column, as it was sent: repeated parameters, whose values belong together by their order. */
export interface FieldCondition {
  readonly field: string;
  readonly operator: string;
  readonly value: string;
}

/** The maximum number of conditions of the form. */
export const maxConditions = 5;

/** The parameters that filter answers, as they were sent. A parameter that was not sent is empty. */
export interface FilterParams {
  readonly since: string;
  readonly until: string;
  readonly voter_ref: string;
  /** The host's own ID of the user. */
  readonly respondent: string;
  readonly q: string;
  readonly tag: string;
  /** All of them must hold. */
  readonly conditions: readonly FieldCondition[];
}

/** The parameters of the pages with answers. */
export interface AnswerPageQuery extends FilterParams {
  /** `newest`, `oldest`, or the order by a column. */
  readonly sort: string;
  /** The IDs of the chosen columns. Empty for the default. */
  readonly columns: readonly string[];
  /** Whether the query chooses columns. `columns=` chooses the default. */
  readonly choosesColumns?: boolean;
}

export const noFilter: FilterParams = {
  since: '',
  until: '',
  voter_ref: '',
  respondent: '',
  q: '',
  tag: '',
  conditions: [],
};

/** The maximum length of a parameter. */
const maxLength = 500;

/**
 * Reads the parameters of a page with answers. Leaves out the condition with the index `remove`, which a button sends.
 *
 * @throws AskwellError with the code `invalid` if one is repeated or too long.
 */
export function readAnswersQuery(queryString: string): AnswerPageQuery {
  const fields = parseUrlencoded(queryString, 'query');
  const single = (name: string): string => {
    const value = ownMember(fields, name) ?? '';
    if (typeof value !== 'string') throw invalidField(name, fault('repeated_field'));
    if (value.length > maxLength) throw invalidField(name, fault('too_long', { max: maxLength }));
    return value.trim();
  };
  return {
    since: single('since'),
    until: single('until'),
    voter_ref: single('voter_ref'),
    respondent: single('respondent'),
    q: single('q'),
    tag: single('tag'),
    sort: single('sort') || 'newest',
    conditions: readConditions(fields),
    columns: listOf(fields, 'columns').filter((id) => id !== ''),
    choosesColumns: listOf(fields, 'columns').length > 0,
  };
}

function readConditions(fields: UrlencodedFields): readonly FieldCondition[] {
  const [names, operators, values] = ['field', 'operator', 'value'].map((name) => listOf(fields, name));
  if (!names || !operators || !values) return [];
  // Parameters that belong together by their order must be complete.
  const isAligned = names.length < 2 || (operators.length === names.length && values.length === names.length);
  if (!isAligned || operators.length > Math.max(1, names.length))
    throw invalidField('operator', fault('invalid_value'));
  if (names.length > maxConditions) throw invalidField('field', fault('too_many', { max: maxConditions }));
  if ([...names, ...operators, ...values].some((text) => text.length > maxLength))
    throw invalidField('value', fault('too_long', { max: maxLength }));
  const removed = Number(ownMember(fields, 'remove') ?? Number.NaN);
  return names
    .map((field, at) => ({ field, operator: operators[at] ?? '', value: values[at]?.trim() ?? '' }))
    .filter(({ field }, at) => field !== '' && at !== removed);
}

function listOf(fields: UrlencodedFields, name: string): readonly string[] {
  const value = ownMember(fields, name) ?? [];
  return typeof value === 'string' ? [value] : value;
}

/** Returns the parameters of a filter that are not empty. The parameters of conditions are complete. */
export function filterPairs({ conditions, ...filter }: FilterParams): readonly (readonly [string, string])[] {
  const { since, until, voter_ref, respondent, q, tag } = filter;
  const single = { since, until, voter_ref, respondent, q, tag };
  const pairs = conditions.flatMap(({ field, operator, value }) => Object.entries({ field, operator, value }));
  return [...Object.entries(single).filter(([, value]) => value !== ''), ...pairs];
}

/** Writes the parameters of a link, without parameters that have their default value. */
export function writeAnswersQuery(query: AnswerPageQuery, others: Readonly<Record<string, string>> = {}): string {
  const { columns, sort } = query;
  const params = new URLSearchParams();
  for (const [name, value] of filterPairs(query)) params.append(name, value);
  if (sort !== 'newest') params.append('sort', sort);
  for (const column of columns) params.append('columns', column);
  for (const [name, value] of Object.entries(others)) params.append(name, value);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

/** The order of answers by one column. */
export interface ColumnOrder {
  /** The index of the column. */
  readonly column: number;
  readonly direction: 'ascending' | 'descending';
}

/** Returns the value of the parameter `sort` for an order. */
export function writeColumnOrder(id: string, direction: ColumnOrder['direction']): string {
  return `${direction}:${id}`;
}

/** Reads the order from the parameter `sort`. Null for an order by time, and for a column that does not exist. */
export function readColumnOrder(sort: string, columns: readonly Pick<AnswerTableColumn, 'id'>[]): ColumnOrder | null {
  const [, direction, id] = /^(ascending|descending):(.+)$/s.exec(sort) ?? [];
  const column = columns.findIndex((head) => head.id === id);
  if (column === -1) return null;
  return { column, direction: direction === 'ascending' ? 'ascending' : 'descending' };
}

import { fault } from '../../../faults/fault.js';
import { invalidField } from '../../../faults/invalid-field.js';
import { parseUrlencoded } from '../../../http/urlencoded.js';
import { ownMember } from '../../../inputs/own-member.js';

/** The ways to compare a column with a value, in the order in which forms list them. */
export const operators = [
  { name: 'is', label: 'is', needsValue: true },
  { name: 'is_not', label: 'is not', needsValue: true },
  { name: 'contains', label: 'contains', needsValue: true },
  { name: 'answered', label: 'is answered', needsValue: false },
  { name: 'not_answered', label: 'is not answered', needsValue: false },
  { name: 'greater', label: 'is greater than', needsValue: true },
  { name: 'less', label: 'is less than', needsValue: true },
] as const;

export type Operator = (typeof operators)[number]['name'];

/** The parameters that filter answers, as they were sent. A parameter that was not sent is empty. */
export interface FilterParams {
  readonly since: string;
  readonly until: string;
  readonly voter_ref: string;
  readonly field: string;
  readonly operator: string;
  readonly value: string;
  readonly q: string;
  readonly tag: string;
}

/** The parameters of the pages with answers. */
export interface AnswersQuery extends FilterParams {
  readonly sort: 'newest' | 'oldest';
  /** The IDs of the chosen columns. Empty for the default. */
  readonly columns: readonly string[];
}

export const noFilter: FilterParams = {
  since: '',
  until: '',
  voter_ref: '',
  field: '',
  operator: '',
  value: '',
  q: '',
  tag: '',
};

/** The maximum length of a parameter. */
const maxLength = 500;

/**
 * Reads the parameters of a page with answers.
 *
 * @throws AskwellError with the code `invalid` if one is repeated or too long.
 */
export function readAnswersQuery(queryString: string): AnswersQuery {
  const fields = parseUrlencoded(queryString, 'query');
  const single = (name: string): string => {
    const value = ownMember(fields, name) ?? '';
    if (typeof value !== 'string') throw invalidField(name, fault('repeated_field'));
    if (value.length > maxLength) throw invalidField(name, fault('too_long', { max: maxLength }));
    return value.trim();
  };
  const columns = ownMember(fields, 'columns') ?? [];
  return {
    since: single('since'),
    until: single('until'),
    voter_ref: single('voter_ref'),
    field: single('field'),
    operator: single('operator'),
    value: single('value'),
    q: single('q'),
    tag: single('tag'),
    sort: single('sort') === 'oldest' ? 'oldest' : 'newest',
    columns: Array.isArray(columns) ? columns : [columns],
  };
}

/** Writes the parameters of a link, without those that have their default. */
export function writeAnswersQuery(query: AnswersQuery, others: Readonly<Record<string, string>> = {}): string {
  const { columns, sort, ...filter } = query;
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(filter)) if (value !== '') params.append(name, value);
  if (sort === 'oldest') params.append('sort', sort);
  for (const column of columns) params.append('columns', column);
  for (const [name, value] of Object.entries(others)) params.append(name, value);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}

import { Faults } from '../../base/faults/faults.js';
import { foldText } from '../../base/normalize-text.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import type { ColumnHead } from './answer-column.js';
import type { FilterQuery } from './answer-params.js';
import type { AnswerSelection } from './answer-selection.js';
import { columnsOfAsk } from './ask-columns.js';
import { type ColumnCondition, parseColumnCondition } from './column-condition.js';
import type { InputParam, KindFilters } from './kind-filters.js';
import { maxInputParams } from './limits.js';

/**
 * Returns the selection of a query.
 *
 * @param inputs The parameters for one input, by their complete names.
 * @throws AskwellError with the code `invalid` if a parameter does not fit the definition.
 */
export function parseSelection<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  { own, terms }: Pick<StoredAsk<Own>, 'own' | 'terms'>,
  query: FilterQuery,
  inputs: UrlencodedFields,
): AnswerSelection {
  const faults = new Faults();
  const { filters } = kind;
  const { since, until, updated_since, voter_ref, respondent, language, tag, q, filter } = query;
  const source = { own, isAnonymous: terms.anonymous };
  const conditions = [
    ...filters.toConditions(own, withoutEmpty(query, faults), parseInputs(filters, inputs, faults), faults),
    ...(filter === undefined ? [] : parseFilter(filter, columnsOfAsk(kind, source), faults)),
    ...(q === undefined ? [] : [{ type: 'any_column', folded: foldText(q) } as const]),
  ];
  if (faults.any) throw faults.toError();
  return {
    since: since ?? null,
    until: until ?? null,
    voter: voter_ref ?? null,
    respondent: respondent ?? null,
    updatedSince: updated_since ?? null,
    language: language ?? null,
    tag: tag === undefined ? null : foldText(tag),
    conditions,
  };
}

/**
 * Removes empty texts and adds faults for them, because no answer has an empty text and a client that fills in nothing must not get
 * all answers.
 */
function withoutEmpty(query: FilterQuery, faults: Faults): FilterQuery {
  for (const name of ['choice', 'other', 'q', 'tag'] as const)
    if (query[name]?.trim() === '') faults.add(name, fault('required'));
  if (query.filter?.length === 0) faults.add('filter', fault('required'));
  return { ...query, choice: query.choice || undefined, other: query.other || undefined };
}

function parseFilter(texts: readonly string[], columns: readonly ColumnHead[], faults: Faults): ColumnCondition[] {
  return texts.flatMap((text, at) => {
    const condition = parseColumnCondition(text, columns);
    if (!('code' in condition)) return [condition];
    faults.add(`filter.${at}`, condition);
    return [];
  });
}

function parseInputs(
  { prefix }: Pick<KindFilters<never, never>, 'prefix'>,
  inputs: UrlencodedFields,
  faults: Faults,
): InputParam[] {
  const entries = Object.entries(inputs);
  if (entries.length > maxInputParams) faults.add(prefix.slice(0, -1), fault('too_many', { max: maxInputParams }));
  return entries.slice(0, maxInputParams).flatMap(([name, value]) => {
    if (typeof value !== 'string') faults.add(name, fault('repeated_field'));
    else if (value === '') faults.add(name, fault('required'));
    else return [toInputParam(name, prefix, value)];
    return [];
  });
}

/** Splits the name of a parameter into its ID and the rest. IDs have no dots. */
function toInputParam(name: string, prefix: string, value: string): InputParam {
  const path = name.slice(prefix.length);
  const dot = path.indexOf('.');
  return dot === -1
    ? { name, id: path, rest: undefined, value }
    : { name, id: path.slice(0, dot), rest: path.slice(dot + 1), value };
}

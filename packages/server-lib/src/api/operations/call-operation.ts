import type { Scope } from '../../access/scope.js';
import { AskwellError } from '../../errors.js';
import type { Params } from '../../http/router.js';
import { check } from '../../validation/check.js';
import type { List, ListRequest } from '../paging.js';
import type { ListOperation, OwnerOperation } from './operation.js';

/** The condition of a call. */
export interface CallCondition {
  /** The version that the resource must have. If it has another one, the call throws `precondition_failed`. */
  readonly ifMatch?: number | undefined;
}

/**
 * Calls an operation without HTTP, with the checks of a request.
 *
 * @param ids The IDs in the path of the operation, by name.
 * @throws AskwellError with the code `not_found` if the resource does not exist, or `invalid` if the input is invalid.
 */
export async function callOperation<Found, Input, Data extends object | undefined>(
  operation: OwnerOperation<Found, Input, Data>,
  scope: Scope,
  ids: Params,
  given: object,
  { ifMatch }: CallCondition = {},
): Promise<Data> {
  const { target, method, input, versionOf, run } = operation;
  const found = await requireTarget(target, scope, ids);
  if (ifMatch !== undefined && versionOf?.(found) !== ifMatch) throw new AskwellError('precondition_failed');
  const isQuery = method === 'GET' || method === 'DELETE';
  const checked = check(input, isQuery ? toQuery(given) : given);
  const { data } = await run({ scope, found, onlyVersion: ifMatch ?? null, idempotency: null }, checked);
  return data;
}

/**
 * Returns the rows of a list without HTTP, with the checks of a request.
 *
 * @param given The filters and the order.
 */
export async function openList<
  Found,
  Query extends ListRequest,
  Row extends { readonly id: Id },
  Id extends string | number,
>(
  { target, input, list }: ListOperation<Found, Query, Row, Id>,
  scope: Scope,
  ids: Params,
  given: object,
): Promise<{ readonly rows: List<Row, Id>; readonly order: 'asc' | 'desc' }> {
  const found = await requireTarget(target, scope, ids);
  const query = check(input, toQuery(given));
  return { rows: list({ scope, found }, query), order: query.order };
}

async function requireTarget<Found>(
  { find }: Pick<OwnerOperation<Found, unknown, undefined>['target'], 'find'>,
  scope: Scope,
  ids: Params,
): Promise<Found> {
  const found = await find(scope, ids);
  if (found === undefined) throw new AskwellError('not_found');
  return found;
}

/** Returns an object as the parameters of a query, which are texts. */
function toQuery(given: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]: [string, unknown]) =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    ),
  );
}

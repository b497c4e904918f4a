import { AskwellError } from '../../base/errors.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { check } from '../../base/validation/check.js';
import type { AnyList, List, ListRequest } from '../../http/paging.js';
import { splitQuery } from '../../http/query-params.js';
import type { Params } from '../../http/router.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { Scope } from '../../owners/access/scope.js';
import type { Session } from '../../owners/access/session.js';
import { fault } from '../../shared/faults/fault.js';
import type { ListOperation, OwnerOperation, ScopeHolder, SessionOperation, Target } from './operation.js';

/** The order of a list by creation time. `desc` returns the newest first, and is the default. */
export interface ListOrder {
  order?: 'asc' | 'desc' | undefined;
}

/** Options for updating something. */
export interface UpdateOptions {
  /** The `version` that you read. If it has changed since, the call throws `precondition_failed`. */
  ifMatch?: number | undefined;
}

/** The condition and the client of a call. */
export interface CallOptions extends Readonly<UpdateOptions> {
  /** The key of the address of the client, for security events. */
  readonly client?: string | undefined;
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
  { ifMatch, client }: CallOptions = {},
): Promise<Data> {
  const { target, method, input, versionOf, run } = operation;
  const found = await requireTarget(target, scope, ids);
  operation.permit?.(scope);
  if (ifMatch !== undefined && versionOf?.(found) !== ifMatch) throw new AskwellError('precondition_failed');
  const isQuery = method === 'GET' || method === 'DELETE';
  const { query, prefixed } = splitQuery(isQuery ? toQuery(given) : {}, operation.prefixed?.prefix);
  const checked = check(input, isQuery ? query : given);
  const call = { scope, found, onlyVersion: ifMatch ?? null, idempotency: null, prefixed, client };
  const { data } = await run(call, checked);
  return data;
}

/**
 * Calls an operation as a signed-in owner, with the checks of other operations.
 *
 * @param session The session. An operation that needs only a scope also accepts the holder of a token.
 * @param client The key of the address of the client, for security events.
 */
export async function callWithSession<Found, Input, Data, Caller extends ScopeHolder = Session>(
  { target, input, run }: SessionOperation<Found, Input, Data, Caller>,
  session: Caller,
  ids: Params,
  given: object,
  client?: string,
): Promise<Data> {
  const { scope } = session;
  const found = await requireTarget(target, scope, ids);
  return run({ session, scope, found, client }, check(input, given));
}

/**
 * Returns a list without HTTP, with the checks of a request.
 *
 * @param given The filters and the order.
 */
export async function openList<Found, Query extends ListRequest, Listed extends AnyList>(
  { target, input, prefixed: params, list }: ListOperation<Found, Query, Listed>,
  scope: Scope,
  ids: Params,
  given: object,
): Promise<{ readonly list: Listed; readonly order: 'asc' | 'desc' }> {
  const found = await requireTarget(target, scope, ids);
  const { query: sent, prefixed } = splitQuery(toQuery(given), params?.prefix);
  const query = check(input, sent);
  const opened = list({ scope, found, prefixed }, query);
  // Reads the whole list, in the format of its function.
  const unknown = ['limit', 'cursor', 'format'].find((name) => 'all' in opened && name in sent);
  if (unknown !== undefined) throw invalidField(unknown, fault('unknown_field'));
  return { list: opened, order: query.order };
}

/** The first items of a list. */
export interface FirstPage {
  readonly limit: number;
  /** Default: the newest first. */
  readonly order?: 'asc' | 'desc';
}

/** Returns the first items of a list without HTTP. */
export async function readFirst<Row extends { readonly id: Id }, Id extends string | number, Item extends object>(
  operation: ListOperation<unknown, ListRequest, List<Row, Id, Item>>,
  scope: Scope,
  ids: Params,
  { limit, order = 'desc' }: FirstPage,
): Promise<Item[]> {
  const { list } = await openList(operation, scope, ids, { order });
  return (await list.read({ after: null, limit, order })).map(list.toResource);
}

/** @throws AskwellError with the code `not_found` if the target of an operation does not exist. */
export async function requireTarget<Found>(
  { find }: Pick<Target<Found>, 'find'>,
  scope: Scope,
  ids: Params,
): Promise<Found> {
  const found = await find(scope, ids);
  if (found === undefined) throw new AskwellError('not_found');
  return found;
}

/**
 * Returns an object as the parameters of a query, which are texts.
 *
 * @throws AskwellError with the code `invalid` for values that no text can stand for.
 */
function toQuery(given: object): UrlencodedFields {
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]: [string, unknown]): [string, string | string[]][] => {
      if (value === undefined || value === null) return [];
      if (!Array.isArray(value)) return [[name, toText(name, value)]];
      return [[name, value.map((item: unknown) => toText(name, item))]];
    }),
  );
}

function toText(name: string, value: unknown): string {
  if (value instanceof Date) return dateText(value);
  const isText = typeof value !== 'object' && typeof value !== 'function' && typeof value !== 'symbol';
  if (!isText) throw invalidField(name, fault('not_a_scalar'));
  return String(value);
}

/** Returns a date as in a request. An invalid one has no ISO text. */
export function dateText(date: Date): string {
  return Number.isNaN(date.getTime()) ? 'Invalid Date' : date.toISOString();
}

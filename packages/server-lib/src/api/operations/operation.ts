import { z } from 'zod';
import type { CallParameter } from '../../base/validation/call-checks.js';
import { parseId } from '../../base/validation/id.js';
import type { IdempotentRequest } from '../../db/idempotency.js';
import type { OperationDoc } from '../../http/operation-docs.js';
import type { AnyList, ListFormat, ListRequest } from '../../http/paging.js';
import type { PrefixedParams } from '../../http/query-params.js';
import type { Params } from '../../http/router.js';
import type { UrlencodedFields } from '../../http/urlencoded.js';
import type { Scope } from '../../owners/access/scope.js';
import type { Session } from '../../owners/access/session.js';
import type { OperationEffect } from '../../owners/keys/key-permissions.js';
import type { RequestWeight } from '../overload/heavy-requests.js';

/** The target of an operation: a resource at a path of the API. */
export interface Target<Found> {
  readonly path: string;
  /** The IDs in the path, by name and in order. */
  readonly params: Readonly<Record<string, z.ZodType>>;
  /** Finds the resource. Returns undefined for resources of other accounts, which results in `not_found`. */
  find(scope: Scope, params: Params): Promise<Found | undefined>;
}

/** Returns the target of all resources of a caller. */
export function allAt(path: string): Target<null> {
  return { path, params: {}, find: async () => null };
}

/** Returns the target of a resource whose ID is an integer. */
export function oneAt<Found>(
  path: string,
  id: z.ZodType,
  find: (scope: Scope, id: number) => Promise<Found | undefined>,
): Target<Found> {
  return {
    path,
    params: { id },
    async find(scope, params) {
      const parsed = parseId(params['id'] ?? '');
      return parsed === undefined ? undefined : find(scope, parsed);
    },
  };
}

/** Returns the target at a path below another one. */
export function below<Found>(target: Target<Found>, path: string): Target<Found> {
  return { ...target, path: target.path + path };
}

/** The call of an operation: the caller, the target and the conditions. */
export interface OwnerCall<Found> {
  readonly scope: Scope;
  readonly found: Found;
  /** The version that the resource must have. Null for every version. */
  readonly onlyVersion: number | null;
  /** Identifies a request that may be repeated. Null for other calls. */
  readonly idempotency: IdempotentRequest | null;
  /** The parameters whose names begin with the prefix of the operation, not validated. */
  readonly prefixed: UrlencodedFields;
  /** The key of the address of the client. Undefined for the host's own code. */
  readonly client: string | undefined;
}

/** What an operation returns. */
export interface OperationOutcome<Data> {
  readonly data: Data;
  /** The entity tag of the version that `data` shows. */
  readonly tag?: string | undefined;
  /** The path of the created resource, below the base path. */
  readonly location?: string | undefined;
  /** Whether an earlier request with the same `Idempotency-Key` had this outcome. */
  readonly replayed?: boolean | undefined;
}

/** The members of all operations. Optional functions are methods, so that operations on different resources fit in one list. */
interface OperationBase<Found> {
  readonly target: Target<Found>;
  readonly doc: OperationDoc;
  /** Keys without the permission get a 403. */
  readonly effect: OperationEffect;
  /** Throws a 403 if a scope does not allow the operation. */
  permit?(scope: Scope): void;
  /** Whether the data contains secrets next to texts of visitors, so that compression could leak them. */
  readonly isSecret?: boolean;
  /** Further parameters of a GET or DELETE, which the operation validates itself. */
  readonly prefixed?: PrefixedParams;
  /** Whether `If-None-Match` can make the response of a GET a 304. Default: true. */
  readonly isConditional?: boolean;
  /** Returns the weight of a query that is not yet validated. Default: by the size of the body. */
  readonly weight?: ((query: UrlencodedFields) => RequestWeight) | undefined;
}

/** An operation of an owner: a function of checked input that returns data. REST, the in-process API and the dashboard call it. */
export interface OwnerOperation<Found, Input, Data extends object | undefined> extends OperationBase<Found> {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The body of a POST or PATCH, or the query of a GET or DELETE. */
  readonly input: z.ZodType<Input>;
  /** The schema of the body in the OpenAPI document, if the operation validates parts of its input itself. */
  readonly inputDoc?: z.ZodType;
  /** Whether an absent input means an empty object. */
  readonly inputMayBeAbsent?: boolean;
  /** The maximum size of the body in bytes. Default: the limit of all operations. */
  readonly bodyLimit?: number;
  /** The number of these requests of one account that can wait for its other jobs. Default: the limit of all heavy requests. */
  readonly maxWaiting?: number;
  /** A short form of the argument of the in-process function, such as a number. */
  readonly argument?: ShortArgument;
  /** Returns the version that a caller can require. */
  versionOf?(found: Found): number;
  /** Returns the entity tag of that version, if it is more than the version. */
  tagOf?(found: Found): string;
  run(call: OwnerCall<Found>, input: Input): Promise<OperationOutcome<Data>>;
  /** Returns the outcome of an earlier request with the same `Idempotency-Key`, by the reference that was stored. */
  replay?(call: OwnerCall<Found>, reference: string): Promise<OperationOutcome<Data>>;
}

/** A list that an owner can read, page by page or as a whole. */
export interface ListOperation<Found, Query extends ListRequest, Listed extends AnyList> extends OperationBase<Found> {
  readonly method: 'GET';
  /** The query: filters and a page of the list. */
  readonly input: z.ZodType<Query & { readonly format: ListFormat }>;
  list(call: Pick<OwnerCall<Found>, 'scope' | 'found' | 'prefixed'>, query: Query): Listed;
}

/** The target of an operation without a path in the API. */
export type SessionTarget<Found> = Omit<Target<Found>, 'path'>;

/** The target of operations on the account of a session. */
export const ownAccount: SessionTarget<null> = { params: {}, find: async () => null };

/** Who calls an operation without a session: the holder of a token, for example. */
export type ScopeHolder = Pick<Session, 'scope'>;

/** The call of an operation by a signed-in owner. */
export interface SessionCall<Found, Caller extends ScopeHolder = Session>
  extends Pick<OwnerCall<Found>, 'scope' | 'found' | 'client'> {
  readonly session: Caller;
}

/**
 * An operation that only a signed-in owner can call: the dashboard, and code of the host that has a session. It has no path, so that no API
 * key, command or tool reaches it. `Caller` says how much of the session it needs.
 */
export interface SessionOperation<Found, Input, Data, Caller extends ScopeHolder = Session> {
  readonly by: 'session';
  readonly target: SessionTarget<Found>;
  readonly input: z.ZodType<Input>;
  run(call: SessionCall<Found, Caller>, input: Input): Promise<Data>;
}

/** Any operation of a signed-in owner. */
export type AnySessionOperation = SessionOperation<unknown, unknown, unknown>;

/** Operations of signed-in owners by name. A group is undefined if the instance does not offer its operations. */
export interface SessionOperationGroup {
  readonly [name: string]: AnySessionOperation | SessionOperationGroup | undefined;
}

/** An argument of the in-process function that is converted to an input. */
export interface ShortArgument {
  readonly parameter: CallParameter;
  /** The names of the members of `options` that belong to the input. */
  readonly options?: readonly string[];
  /** @param options The argument that follows, if the function takes `options`. */
  toInput(value: unknown, options: object): object;
  /** Returns the result of the in-process function. Default: the data. */
  toResult?(data: object | undefined): unknown;
}

/** Any operation except lists. */
export type AnyOwnerOperation = OwnerOperation<unknown, unknown, object | undefined>;
/** Any list. */
export type AnyListOperation = ListOperation<unknown, ListRequest, AnyList>;
export type AnyOperation = AnyOwnerOperation | AnyListOperation;

/** Operations by name. A group corresponds to an object of the in-process API: `tickets.create`. */
export interface OperationGroup {
  readonly [name: string]: AnyOperation | OperationGroup;
}

/** The input of operations without input. */
export const noInput = z.strictObject({});

/** Makes repeated requests safe: a POST supports an `Idempotency-Key`, and repeating another method changes nothing more. */
type Repeatable<Found, Data extends object | undefined> =
  | { readonly method: 'GET' | 'PATCH' | 'DELETE' }
  | {
      readonly method: 'POST';
      replay(call: OwnerCall<Found>, reference: string): Promise<OperationOutcome<Data>>;
    };

/** Defines an operation. */
export function defineOperation<Found, Input, Data extends object | undefined>(
  operation: OwnerOperation<Found, Input, Data> & Repeatable<Found, Data>,
): OwnerOperation<Found, Input, Data> {
  return operation;
}

/** Defines a list. */
export function defineList<Found, Query extends ListRequest, Listed extends AnyList>(
  operation: ListOperation<Found, Query, Listed>,
): ListOperation<Found, Query, Listed> {
  return operation;
}

/** Defines an operation that only a signed-in owner can call. */
export function defineSessionOperation<Found, Input, Data>(
  operation: Omit<SessionOperation<Found, Input, Data>, 'by'>,
): SessionOperation<Found, Input, Data> {
  return { by: 'session', ...operation };
}

/** Defines an operation that a signed-in owner and the holder of a token can call. */
export function defineScopeOperation<Found, Input, Data>(
  operation: Omit<SessionOperation<Found, Input, Data, ScopeHolder>, 'by'>,
): SessionOperation<Found, Input, Data, ScopeHolder> {
  return { by: 'session', ...operation };
}

/** Returns whether an operation can only be called by a signed-in owner. */
export function isSessionOperation<Other extends object>(
  operation: Other,
): operation is Extract<Other, { readonly by: 'session' }> {
  return 'by' in operation && operation.by === 'session';
}

/** Returns whether an operation is a list. */
export function isListOperation(operation: AnyOperation): operation is AnyListOperation {
  return 'list' in operation;
}

/** Returns whether a member of a group is an operation. */
export function isOperation(member: AnyOperation | OperationGroup): member is AnyOperation {
  return 'target' in member && 'effect' in member;
}

/** Returns all operations of a group, with their names. */
export function operationsIn(group: OperationGroup, prefix = ''): { name: string; operation: AnyOperation }[] {
  return Object.entries(group).flatMap(([name, member]) =>
    isOperation(member) ? [{ name: prefix + name, operation: member }] : operationsIn(member, `${prefix}${name}.`),
  );
}

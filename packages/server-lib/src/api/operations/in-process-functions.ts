import type { z } from 'zod';
import {
  type CallParameter,
  checkCall,
  integerParameter,
  objectParameter,
  optionalParameter,
  rejects,
  textParameter,
  throws,
} from '../../base/validation/call-checks.js';
import { documented } from '../../base/validation/documented.js';
import { isObject } from '../../base/validation/objects.js';
import { allRows } from '../../http/paging.js';
import type { Scope } from '../../owners/access/scope.js';
import { Session } from '../../owners/access/session.js';
import { type CallOptions, callOperation, callWithSession, openList } from './call-operation.js';
import {
  type AnyListOperation,
  type AnyOperation,
  type AnyOwnerOperation,
  type AnySessionOperation,
  isListOperation,
  isOperation,
  noInput,
  type OperationGroup,
  type OwnerOperation,
  type SessionOperation,
} from './operation.js';

/** The account on whose behalf in-process functions are called. */
export interface InProcessCaller<Account> {
  /** The first parameter of each function. */
  readonly account: CallParameter;
  /** Returns undefined for a user of the host without an account, who has nothing to list. */
  find(account: Account): Promise<Scope | undefined>;
  /** @throws AskwellError if the account does not exist. */
  require(account: Account): Promise<Scope>;
}

/** The in-process functions of operations. Their typed descriptions are the interfaces of the in-process API. */
export type InProcessFunctions<Group, Account> = {
  readonly [Name in keyof Group]: Group[Name] extends AnyListOperation
    ? (account: Account, ...values: readonly unknown[]) => AsyncGenerator<ItemOf<Group[Name]>, void>
    : Group[Name] extends OwnerOperation<infer _Found, infer _Input, infer Data>
      ? (account: Account, ...values: readonly unknown[]) => Promise<Data>
      : InProcessFunctions<Group[Name], Account>;
};

/** An item of a list. */
type ItemOf<List extends AnyListOperation> = ReturnType<ReturnType<List['list']>['toResource']>;

/**
 * Returns the in-process functions of operations: `update(account, id, changes, { ifMatch })`. They take the account, the IDs of the path in
 * their order, the input, and the condition, and check their arguments. The function of a list returns its items.
 *
 * @param path The name of the API in messages, such as `askwell.polls`.
 */
export function inProcessFunctions<Account, Group extends OperationGroup>(
  path: string,
  group: Group,
  caller: InProcessCaller<Account>,
): InProcessFunctions<Group, Account>;
export function inProcessFunctions<Account>(
  path: string,
  group: OperationGroup,
  caller: InProcessCaller<Account>,
): object {
  return Object.fromEntries(
    Object.entries(group).map(([name, member]): [string, object] => {
      const memberPath = `${path}.${name}`;
      return [
        name,
        isOperation(member) ? toFunction(memberPath, member, caller) : inProcessFunctions(memberPath, member, caller),
      ];
    }),
  );
}

/** The parameter with a signed-in owner. Only a verified session is one. */
const sessionParameter: CallParameter = {
  name: 'session',
  expected: 'the session that `askwell.auth.session` returned',
  accepts: (value) => value instanceof Session,
};

/** The in-process functions of operations that only a signed-in owner can call. */
export type SessionFunctions<Group> = {
  readonly [Name in keyof Group]: Group[Name] extends SessionOperation<infer _Found, infer _Input, infer Data>
    ? (session: Session, ...values: readonly unknown[]) => Promise<Data>
    : never;
};

/** Returns the in-process functions of operations that only a signed-in owner can call: `create(session, draft)`. */
export function sessionFunctions<Group extends Readonly<Record<string, AnySessionOperation>>>(
  path: string,
  group: Group,
): SessionFunctions<Group>;
export function sessionFunctions(path: string, group: Readonly<Record<string, AnySessionOperation>>): object {
  return Object.fromEntries(
    Object.entries(group).map(([name, operation]) => {
      const { target, input } = operation;
      const inputs = input === noInput ? [] : [objectParameter('draft')];
      const call = async (session: Session, ...values: readonly unknown[]): Promise<unknown> => {
        const names = Object.keys(target.params);
        const given = objectOf(values[names.length]);
        return structuredClone(await callWithSession(operation, session, idsOf(names, values), given));
      };
      return [name, checkCall(`${path}.${name}`, call, rejects(sessionParameter, ...idParameters(target), ...inputs))];
    }),
  );
}

function toFunction<Account>(path: string, operation: AnyOperation, caller: InProcessCaller<Account>) {
  const parameters = parametersOf(operation, caller.account);
  return isListOperation(operation)
    ? checkCall(path, listFunction(operation, caller), throws(...parameters))
    : checkCall(path, resourceFunction(operation, caller), rejects(...parameters));
}

function resourceFunction<Account>(operation: AnyOwnerOperation, caller: InProcessCaller<Account>) {
  const { argument } = operation;
  const names = Object.keys(operation.target.params);
  return async (account: Account, ...values: readonly unknown[]): Promise<unknown> => {
    const [given, options] = [...(operation.input === noInput ? [{}] : []), ...values.slice(names.length)];
    const input = argument ? argument.toInput(given, objectOf(options)) : objectOf(given);
    const condition = hasVersion(operation) ? conditionOf(options) : {};
    const data = await callOperation(operation, await caller.require(account), idsOf(names, values), input, condition);
    // Some data is cached, so callers get a copy that they may modify.
    return structuredClone(argument?.toResult ? argument.toResult(data) : data);
  };
}

function listFunction<Account>(operation: AnyListOperation, caller: InProcessCaller<Account>) {
  const names = Object.keys(operation.target.params);
  return async function* (account: Account, ...values: readonly unknown[]): AsyncGenerator<object, void> {
    const scope = await (names.length === 0 ? caller.find(account) : caller.require(account));
    if (!scope) return;
    const given = objectOf(values[names.length]);
    const { list, order } = await openList(operation, scope, idsOf(names, values), given);
    for await (const rows of await allRows(list, order)) {
      for (const row of rows) yield structuredClone(list.toResource(row));
    }
  };
}

/** Returns an argument whose type was checked, or an empty object if it is absent. */
function objectOf(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}

function idsOf(names: readonly string[], values: readonly unknown[]): Record<string, string> {
  return Object.fromEntries(names.map((name, at) => [name, String(values[at])]));
}

function conditionOf(options: unknown): CallOptions {
  const isCondition = typeof options === 'object' && options !== null && 'ifMatch' in options;
  return isCondition && typeof options.ifMatch === 'number' ? { ifMatch: options.ifMatch } : {};
}

/**
 * Returns whether a caller can require a version. Only requests can require a version that is not a number, because it is only in
 * the entity tag.
 */
function hasVersion({ method, versionOf, tagOf }: AnyOwnerOperation): boolean {
  return method !== 'GET' && versionOf !== undefined && tagOf === undefined;
}

const inputNames = { GET: 'choice', POST: 'draft', PATCH: 'changes', DELETE: 'choice' } as const;

function parametersOf(operation: AnyOperation, account: CallParameter): CallParameter[] {
  const { method, target, input } = operation;
  const isList = isListOperation(operation);
  const object = objectParameter(inputNames[method]);
  const isOptional = isList || operation.inputMayBeAbsent || method === 'DELETE';
  const inputs =
    !isList && operation.argument ? [operation.argument.parameter] : [isOptional ? optionalParameter(object) : object];
  const options = !isList && hasVersion(operation) ? [optionalParameter(optionsParameter(operation))] : [];
  return [account, ...idParameters(target), ...(input === noInput ? [] : inputs), ...options];
}

/** Returns the parameter with the condition. A condition that is not understood must not become a call without one. */
function optionsParameter({ argument }: AnyOwnerOperation): CallParameter {
  const isOption = (name: string, value: unknown) =>
    name === 'ifMatch'
      ? value === undefined || Number.isSafeInteger(value)
      : argument?.options?.includes(name) === true;
  return {
    name: 'options',
    expected: 'an object with `ifMatch`, the version that you read, a whole number',
    accepts: (value) => isObject(value) && Object.entries(value).every(([name, member]) => isOption(name, member)),
  };
}

/** Returns the parameters of the IDs of a target. */
function idParameters({ params }: Pick<AnyOperation['target'], 'params'>): CallParameter[] {
  return Object.entries(params).map(([name, schema]) => idParameter(name, schema));
}

/** Returns the parameter of an ID in a path, described as in the OpenAPI document. */
function idParameter(name: string, schema: z.ZodType): CallParameter {
  const { description = 'An ID.', type } = documented.get(schema) ?? {};
  const expected = `${description.charAt(0).toLowerCase()}${description.slice(1, -1)}`;
  return type === 'integer'
    ? integerParameter(name, `${expected}, a whole number`)
    : textParameter(name, `${expected} as a string`);
}

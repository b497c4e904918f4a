import { AskwellError } from '../../base/errors.js';
import { Faults } from '../../base/faults/faults.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import { isObject } from '../../base/validation/objects.js';
import { errorBody } from '../../http/reply.js';
import { fault } from '../../shared/faults/fault.js';
import {
  type ApiRequest,
  type ApiResponse,
  pathParametersOf,
  type SendRequest,
  toApiRequest,
} from '../openapi/api-request.js';
import { headerArgumentOf, versionIn } from '../openapi/header-arguments.js';
import type { Parameter } from '../openapi/openapi-types.js';
import type { ApiOperation } from '../openapi/operation-list.js';
import type { InputSchema } from './input-schema.js';
import { selectOperation } from './select-operation.js';
import type { Tool } from './tools.js';

/** The maximum length of a result, in characters. Agents cannot read more, and formatting it would block the event loop. */
const maxResultLength = 1_000_000;

/** The result of a tool, as text and as data. */
export interface ToolResult {
  readonly content: { type: 'text'; text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
  readonly [member: string]: unknown;
}

/** The arguments of a tool. */
export type ToolArguments = Readonly<Record<string, unknown>>;

/** Calls an operation of the API and returns its response as the result of a tool. Refusals are results too. */
export async function callTool(
  { operations, description }: Tool,
  values: ToolArguments,
  send: SendRequest,
  signal?: AbortSignal,
): Promise<ToolResult> {
  try {
    requireKnown(values, description.inputSchema);
    const operation = selectOperation(operations, values);
    return toResult(operation, await send(toRequest(operation, values, operations.length > 1), signal));
  } catch (error) {
    if (error instanceof AskwellError) return refusal(error);
    throw error;
  }
}

/** Returns the result of a tool that was refused. */
export function refusal(error: AskwellError): ToolResult {
  const data = { ...errorBody(error) };
  return { content: textOf(JSON.stringify(data)), structuredContent: data, isError: true };
}

/**
 * Refuses arguments that the tool does not have, even if the operation has such a parameter: `format` would return a whole list.
 */
function requireKnown(values: ToolArguments, { properties }: InputSchema): void {
  const faults = new Faults();
  for (const name of Object.keys(values))
    if (!Object.hasOwn(properties, name)) faults.add(name, fault('unknown_field'));
  if (faults.any) throw faults.toError();
}

/** Returns the request of a call. The operation refuses arguments of another kind. */
function toRequest(operation: ApiOperation, values: ToolArguments, hasKind: boolean): ApiRequest {
  const faults = new Faults();
  const path: Record<string, string> = {};
  const pathNames = pathParametersOf(operation);
  for (const name of pathNames) {
    const value = values[name];
    if (typeof value === 'string' || typeof value === 'number') path[name] = String(value);
    else faults.add(name, value === undefined ? fault('required') : fault('invalid_value'));
  }
  if (faults.any) throw faults.toError();
  const ownKind = hasKind && pathNames.length === 0 ? ['kind'] : [];
  const rest = Object.entries(values).filter(([name]) => !pathNames.includes(name) && !ownKind.includes(name));
  const query: [string, string][] = [];
  const headers: Record<string, string> = {};
  const body: Record<string, unknown> = {};
  const queryParameters = operation.parameters.filter((parameter) => parameter.in === 'query');
  const queryNames = queryParameters.map(({ name }) => name);
  for (const [name, value] of rest) {
    const header = headerFor(operation, name);
    if (header) headers[header.toLowerCase()] = toHeader(operation, header, name, value);
    else if (operation.body && !queryNames.includes(name)) body[name] = value;
    else if (isObject(value) && queryParameters.some((parameter) => parameter.name === name && parameter.explode))
      query.push(...Object.entries(value).map(([member, one]): [string, string] => [member, toText(one)]));
    else if (Array.isArray(value) && queryParameters.some((parameter) => parameter.name === name && isList(parameter)))
      query.push(...value.map((one): [string, string] => [name, toText(one)]));
    else query.push([name, toText(value)]);
  }
  return toApiRequest(operation, { path, query, headers, body: operation.body && JSON.stringify(body) });
}

/** Returns whether a parameter is sent once for each item of a list. */
function isList({ schema }: Parameter): boolean {
  return schema['type'] === 'array';
}

/** Returns the header that an argument sets; undefined if the operation does not have it. */
function headerFor(operation: ApiOperation, argument: string): string | undefined {
  return operation.parameters.find(({ in: location, name }) => {
    return location === 'header' && headerArgumentOf(operation, name)?.name === argument;
  })?.name;
}

/** @throws AskwellError if the value is invalid for the header, or has the wrong type, because it could be valid as text. */
function toHeader(operation: ApiOperation, header: string, name: string, value: unknown): string {
  const argument = headerArgumentOf(operation, header);
  const { types = [] } = argument ?? {};
  const isValid = types.some((type) => (type === 'integer' ? Number.isInteger(value) : typeof value === 'string'));
  if (!isValid) throw invalidField(name, fault(types.includes('string') ? 'not_a_string' : 'not_an_integer'));
  const invalid = argument?.faultOf?.(value);
  if (invalid) throw invalidField(name, invalid);
  return argument?.toHeader(value) ?? '';
}

function toText(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

function toResult(operation: ApiOperation, response: ApiResponse): ToolResult {
  const { emptyResponse } = operation;
  const { status, text, retryAfter } = response;
  if (status === 204) return { content: textOf(emptyResponse ?? '') };
  if (text.length > maxResultLength)
    return refusal(new AskwellError('too_large', 'The result has more than 1 MB. Use a smaller `limit`, or filters.'));
  const data: unknown = JSON.parse(text);
  const members = isObject(data) ? data : {};
  if (status < 400) {
    const { version } = versionIn(operation, response);
    if (version === undefined) return { content: textOf(text), structuredContent: members };
    const versioned = { ...members, version };
    return { content: textOf(JSON.stringify(versioned)), structuredContent: versioned };
  }
  const error = retryAfter === undefined ? members : { ...members, retry_after: retryAfter };
  return { content: textOf(JSON.stringify(error)), structuredContent: error, isError: true };
}

function textOf(text: string): ToolResult['content'] {
  return [{ type: 'text', text }];
}

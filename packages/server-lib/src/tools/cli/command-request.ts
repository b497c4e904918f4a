import { type ApiRequest, pathParametersOf, toApiRequest } from '../../api/openapi/api-request.js';
import { headerArgumentOf } from '../../api/openapi/header-arguments.js';
import type { ApiOperation } from '../../api/openapi/operation-list.js';
import { AskwellError } from '../../base/errors.js';
import { describeFault } from '../../shared/faults/fault.js';
import { type ApiCommand, argumentsOf, formatsOf } from './api-commands.js';
import { parameterFlags } from './api-flags.js';
import type { CommandIo } from './command.js';
import { usageError } from './command-failure.js';
import { readBodyFile } from './read-body.js';
import type { ApiWords } from './read-words.js';

/**
 * Returns the operation of a command that takes as many IDs as there are.
 *
 * @throws {CommandFailure} If there is none.
 */
export function chooseOperation({ resource, action, operations }: ApiCommand, ids: readonly string[]): ApiOperation {
  const found = operations.find((operation) => pathParametersOf(operation).length === ids.length);
  if (found) return found;
  const seeHelp = `See "askwell api ${resource} ${action} --help".`;
  const shortest = operations.find((operation) => pathParametersOf(operation).length > ids.length);
  if (!shortest) throw usageError(`Unexpected argument "${ids.at(-1)}". ${seeHelp}`);
  throw usageError(`Missing argument ${argumentsOf(shortest)[ids.length]}. ${seeHelp}`);
}

/** Returns the request that the words of a command ask for. */
export async function toRequest(
  command: ApiCommand,
  operation: ApiOperation,
  words: ApiWords,
  io: CommandIo,
): Promise<ApiRequest> {
  const query = [...words.params];
  const headers: Record<string, string> = {};
  for (const { name, target } of parameterFlags(command)) {
    const value = words.flags[name];
    if (value === undefined) continue;
    if (target.in === 'query') query.push([target.name, checkFormat(command, target.name, String(value))]);
    else headers[target.name.toLowerCase()] = toHeader(operation, target.name, name, value);
  }
  if (command.kind === 'export' && words.flags['format'] === undefined) query.push(['format', 'csv']);
  const path = Object.fromEntries(pathParametersOf(operation).map((name, at) => [name, words.ids[at] ?? '']));
  const body = await bodyOf(operation, words, io);
  try {
    return toApiRequest(operation, { path, query, headers, body });
  } catch (error) {
    if (error instanceof AskwellError) throw usageError(`Invalid ID. ${error.message}`);
    throw error;
  }
}

function toHeader(operation: ApiOperation, header: string, flag: string, value: unknown): string {
  const argument = headerArgumentOf(operation, header);
  const invalid = argument?.faultOf?.(value);
  if (invalid) throw usageError(`--${flag}: ${describeFault(invalid)}`);
  return argument?.toHeader(value) ?? '';
}

/** A page is no export. */
function checkFormat({ kind, operations }: ApiCommand, name: string, value: string): string {
  const formats = operations.flatMap(formatsOf);
  if (kind !== 'export' || name !== 'format' || formats.includes(value)) return value;
  throw usageError(`--format must be ${formats.join(' or ')}, not "${value}".`);
}

async function bodyOf({ body }: ApiOperation, { flags }: ApiWords, io: CommandIo): Promise<string | undefined> {
  const file = flags['data'];
  if (!body) return undefined;
  return body.required || file !== undefined
    ? readBodyFile(file === undefined ? undefined : String(file), io)
    : undefined;
}

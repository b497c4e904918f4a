import { readFile } from 'node:fs/promises';
import { type ApiRequest, pathParametersOf, toApiRequest } from '../../api/openapi/api-request.js';
import { headerArgumentOf } from '../../api/openapi/header-arguments.js';
import type { ApiOperation } from '../../api/openapi/operation-list.js';
import { AskwellError } from '../../base/errors.js';
import { describeFault } from '../../shared/faults/fault.js';
import { type ApiCommand, argumentsOf, formatsOf } from './api-commands.js';
import { parameterFlags } from './api-flags.js';
import type { CommandIo } from './command.js';
import { systemErrorCode, usageError } from './command-failure.js';
import type { ApiWords } from './read-words.js';

/**
 * Returns the operation of a command that takes the given number of IDs.
 *
 * @throws {CommandFailure} If no operation takes this number of IDs.
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

/** An export does not return pages. */
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

/**
 * Reads the JSON body of a request.
 *
 * @param file The file; `-` or undefined for standard input.
 * @throws {CommandFailure} If it is not JSON.
 */
async function readBodyFile(file: string | undefined, { stdin }: CommandIo): Promise<string> {
  const isStandardInput = file === undefined || file === '-';
  if (isStandardInput && stdin.isTTY)
    throw usageError('Missing body. Pass a JSON file with --data FILE, or pipe JSON in.');
  const text = isStandardInput ? await readAll(stdin) : await readDataFile(file);
  const name = isStandardInput ? 'standard input' : file;
  try {
    JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw usageError(`The body in ${name} is not JSON: ${reason}.`);
  }
  return text;
}

async function readAll(stdin: AsyncIterable<string | Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString();
}

async function readDataFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw usageError(`--data: cannot read ${file} (${systemErrorCode(error)}).`);
  }
}

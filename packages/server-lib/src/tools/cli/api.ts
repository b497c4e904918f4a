import { type ApiCommand, apiCommands, argumentsOf } from './api-commands.js';
import { flagsOf } from './api-flags.js';
import { clientFlags } from './client-settings.js';
import type { CommandIo, Environment } from './command.js';
import { usageError } from './command-failure.js';
import { describeService } from './describe-service.js';
import { alignRows, formatFlags, formatSettings, section } from './help.js';
import { readWords } from './read-words.js';
import { runApiCommand } from './run-api-command.js';

const settings = section('Settings, as environment variables or flags:', formatSettings(clientFlags));

/** `askwell api`: each operation of the REST API as a command. */
export async function api(words: readonly string[], io: CommandIo, environment: Environment): Promise<number> {
  const commands = apiCommands(await describeService());
  const [resource, action, ...rest] = words;
  if (isHelp(resource)) return print(formatApiHelp(commands, 'RESOURCE ACTION'), io);
  if (resource === undefined) throw usageError('Missing resource, such as "polls". See "askwell api --help".');
  const own = commands.filter((command) => command.resource === resource);
  if (own.length === 0) throw usageError(`Unknown resource "${resource}". See "askwell api --help".`);
  if (isHelp(action)) return print(formatApiHelp(own, `${resource} ACTION`), io);
  const [only, ...others] = own;
  // The account has only one command: `askwell api me`.
  if (only && others.length === 0 && action !== only.action) return run(only, words.slice(1), io, environment);
  return run(findCommand(own, resource, action), rest, io, environment);
}

function isHelp(word: string | undefined): boolean {
  return word === '--help' || word === '-h';
}

function findCommand(commands: readonly ApiCommand[], resource: string, action: string | undefined): ApiCommand {
  const seeHelp = `See "askwell api ${resource} --help".`;
  if (action === undefined) throw usageError(`Missing action, such as "list". ${seeHelp}`);
  const found = commands.find((command) => command.action === action);
  if (!found) throw usageError(`Unknown action "${action}". ${seeHelp}`);
  return found;
}

function run(
  command: ApiCommand,
  words: readonly string[],
  io: CommandIo,
  environment: Environment,
): Promise<number> | number {
  const seeHelp = `See "askwell api ${command.resource} ${command.action} --help".`;
  const parsed = readWords(words, flagsOf(command), seeHelp);
  return parsed.help ? print(formatActionHelp(command), io) : runApiCommand(command, parsed, io, environment);
}

function print(text: string, { stdout }: CommandIo): number {
  stdout.write(text);
  return 0;
}

/** Formats the help of `askwell api`, or of one resource. */
function formatApiHelp(commands: readonly ApiCommand[], usage: string): string {
  return [
    `Usage: askwell api ${usage} [flags]`,
    '',
    'Calls the REST API of a service with an API key. Prints a table on a terminal, otherwise JSON.',
    'Exit code 0: success. 1: the service refused the request or could not be reached. 2: the command line is invalid.',
    ...section('Commands:', alignRows(commands.flatMap(rowsOf))),
    ...settings,
    '',
    'See "askwell api RESOURCE ACTION --help" for the flags of a command.',
    '',
  ].join('\n');
}

/** Formats the help of one command. */
function formatActionHelp(command: ApiCommand): string {
  const { operations } = command;
  return [
    ...rowsOf(command).map(([usage], at) => `${at === 0 ? 'Usage:' : '      '} askwell api ${usage} [flags]`),
    '',
    ...operations.flatMap(({ summary, description }) => [`${summary}. ${description ?? ''}`.trimEnd()]),
    ...section('Flags:', formatFlags(flagsOf(command))),
    ...settings,
    '',
  ].join('\n');
}

function rowsOf({ resource, action, kind, operations }: ApiCommand): [string, string][] {
  return operations.map((operation) => {
    const words = [resource, action, ...argumentsOf(operation)].join(' ');
    return [words, kind === 'export' ? `${operation.summary}, as a file` : operation.summary];
  });
}

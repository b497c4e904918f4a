import { type ApiCommand, argumentsOf } from './api-commands.js';
import { flagsOf } from './api-flags.js';
import { clientFlags } from './client-settings.js';
import { alignRows, formatFlags, formatSettings, section } from './help.js';

const settings = section('Settings, as environment variables or flags:', formatSettings(clientFlags));

/** Formats the help of `askwell api`, or of one resource. */
export function formatApiHelp(commands: readonly ApiCommand[], usage: string): string {
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
export function formatActionHelp(command: ApiCommand): string {
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

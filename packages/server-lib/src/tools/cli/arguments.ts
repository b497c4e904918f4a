import { parseArgs } from 'node:util';
import type { Command } from './command.js';
import { systemErrorCode, usageError } from './command-failure.js';

/** The parsed words of a command. */
export interface Arguments {
  /** Whether to print the help of the command instead of running it. */
  readonly help: boolean;
  readonly argument: string;
  readonly optionalArgument: string;
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
}

/**
 * Parses the words after the name of a command.
 *
 * @throws {CommandFailure} If they are invalid.
 */
export function readArguments(command: Command, words: readonly string[]): Arguments {
  const { values, positionals } = parse(command, words);
  const help = values['help'] === true;
  const [argument = '', optionalArgument = ''] = positionals;
  if (help) return { help, argument, optionalArgument, flags: {} };

  const taken = [command.argument, command.optionalArgument].filter((name) => name !== undefined).length;
  const excess = positionals[taken];
  if (excess !== undefined) throw usageError(`Unexpected argument "${excess}". ${seeHelp(command)}`);
  if (command.argument !== undefined && argument === '') {
    throw usageError(`Missing argument ${command.argument}. ${seeHelp(command)}`);
  }
  return { help, argument, optionalArgument, flags: values };
}

interface Parsed {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
}

function parse(command: Command, words: readonly string[]): Parsed {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    help: { type: 'boolean', short: 'h' },
  };
  for (const flag of command.flags)
    if (!flag.isVariableOnly) options[flag.name] = { type: flag.valueName === undefined ? 'boolean' : 'string' };
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { values: withoutLists(values), positionals };
  } catch (error) {
    throw usageError(`${describeParseError(error)} ${seeHelp(command)}`);
  }
}

/** Drops lists, because no flag can be repeated. */
function withoutLists(values: Record<string, unknown>): Parsed['values'] {
  const kept: Parsed['values'] = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string' || typeof value === 'boolean') kept[name] = value;
  }
  return kept;
}

/** Replaces the messages of `parseArgs`, which address programmers. */
export function describeParseError(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  const flag = /'(?:-\w, )?(--?[^'= ]+)/.exec(text)?.[1] ?? 'A flag';
  if (systemErrorCode(error) === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `Unknown flag ${flag}.`;
  if (/does not take an argument/.test(text)) return `${flag} does not take a value.`;
  if (/ambiguous/.test(text))
    return `${flag} requires a value. Write a value that begins with a dash as ${flag}=VALUE.`;
  return `${flag} requires a value.`;
}

function seeHelp(command: Command): string {
  return `See "askwell ${command.name} --help".`;
}

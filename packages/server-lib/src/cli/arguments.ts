import { parseArgs } from 'node:util';
import type { Command } from './command.js';
import { systemErrorCode, usageError } from './command-failure.js';

export interface Arguments {
  /** Whether the command is to be explained rather than done. */
  readonly help: boolean;
  readonly argument: string;
  readonly flags: Readonly<Record<string, string | boolean | undefined>>;
}

/** Reads what follows a command's name. */
export function readArguments(command: Command, words: readonly string[]): Arguments {
  const { values, positionals } = parse(command, words);
  const help = values['help'] === true;
  const [argument = '', ...more] = positionals;
  if (help) return { help, argument, flags: {} };

  const excess = command.argument === undefined ? positionals[0] : more[0];
  if (excess !== undefined) throw usageError(`"${excess}" is one word too many. ${seeHelp(command)}`);
  if (command.argument !== undefined && argument === '') {
    throw usageError(`"askwell ${command.name}" needs ${withArticle(command.argument)}. ${seeHelp(command)}`);
  }
  return { help, argument, flags: values };
}

interface Parsed {
  values: Record<string, string | boolean | undefined>;
  positionals: string[];
}

function parse(command: Command, words: readonly string[]): Parsed {
  const options: Record<string, { type: 'string' | 'boolean'; short?: string }> = {
    help: { type: 'boolean', short: 'h' },
  };
  for (const flag of command.flags) options[flag.name] = { type: flag.valueName === undefined ? 'boolean' : 'string' };
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true });
    return { values: onlySingle(values), positionals };
  } catch (error) {
    throw usageError(`${whatIsWrong(error)} ${seeHelp(command)}`);
  }
}

/** No flag here can be repeated, so no value is a list. */
function onlySingle(values: Record<string, unknown>): Parsed['values'] {
  const single: Parsed['values'] = {};
  for (const [name, value] of Object.entries(values)) {
    if (typeof value === 'string' || typeof value === 'boolean') single[name] = value;
  }
  return single;
}

/** Node's own words speak to programmers. */
function whatIsWrong(error: unknown): string {
  const text = error instanceof Error ? error.message : '';
  const flag = /'(?:-\w, )?(--?[^'= ]+)/.exec(text)?.[1] ?? 'A flag';
  if (systemErrorCode(error) === 'ERR_PARSE_ARGS_UNKNOWN_OPTION') return `There is no flag ${flag} here.`;
  if (/does not take an argument/.test(text)) return `${flag} takes no value.`;
  if (/ambiguous/.test(text)) return `${flag} needs a value; one that begins with a dash is written ${flag}=VALUE.`;
  return `${flag} needs a value.`;
}

function withArticle(noun: string): string {
  return `${/^[AEIOU]/.test(noun) ? 'an' : 'a'} ${noun}`;
}

function seeHelp(command: Command): string {
  return `See "askwell ${command.name} --help".`;
}

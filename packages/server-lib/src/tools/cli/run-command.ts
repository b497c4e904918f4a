import { version } from '../../../package.json';
import { type Arguments, readArguments } from './arguments.js';
import { clientEnvironment, clientFlags } from './client-settings.js';
import type { Command, CommandGroup, CommandIo, Environment } from './command.js';
import { toCommandFailure, usageError } from './command-failure.js';
import { commands } from './commands.js';
import { withEnvFile } from './env-file.js';
import { formatCommandHelp, formatHelp } from './help.js';
import { createParsedSettings } from './parsed-settings.js';

/** The part of `process` that commands use. */
export interface CommandHost extends CommandIo {
  readonly env: Environment;
}

/**
 * Runs the command that the words of the command line name, and returns the exit code.
 *
 * @param host By default this process. Tests pass their own, which saves starting a process.
 */
export async function runCommand(words: readonly string[], host: CommandHost = process): Promise<number> {
  try {
    return await dispatch(words, host);
  } catch (error) {
    const failure = toCommandFailure(error, words[0]);
    if (!failure) throw error;
    host.stderr.write(`askwell: ${failure.message}\n`);
    return failure.exitCode;
  }
}

async function dispatch([first, ...rest]: readonly string[], host: CommandHost): Promise<number> {
  const print = (text: string): number => {
    host.stdout.write(text);
    return 0;
  };
  if (first === undefined) throw usageError('Missing command, such as "askwell serve". See "askwell --help".');
  if (first === '--version' || first === '-v') return print(`${version}\n`);
  if (first === '--help' || first === '-h' || first === 'help') {
    const [name, ...words] = rest;
    return name === undefined ? print(formatHelp(commands)) : dispatch([name, ...words, '--help'], host);
  }
  const command = findCommand(first);
  if ('usage' in command) {
    const runWords = await command.load();
    return runWords(rest, host, host.env);
  }
  const { help, argument, optionalArgument, flags } = readArguments(command, rest);
  if (help) return print(formatCommandHelp(command));
  const run = await command.load();
  return run({
    argument,
    optionalArgument,
    settings: createParsedSettings(flags, environmentOf(command, flags, host.env), command.flags),
    io: host,
  });
}

function environmentOf(command: Command, flags: Arguments['flags'], environment: Environment): Environment {
  return command.flags.some((flag) => clientFlags.includes(flag))
    ? clientEnvironment(flags, environment)
    : withEnvFile(environment);
}

function findCommand(name: string): Command | CommandGroup {
  const command = commands.find((known) => known.name === name);
  if (!command) throw usageError(`Unknown command "${name}". See "askwell --help".`);
  return command;
}

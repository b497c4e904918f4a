import { version } from '../../../package.json';
import { init } from '../init/init.js';
import { api } from './api.js';
import { type Arguments, readArguments } from './arguments.js';
import { backup } from './backup.js';
import { checkCommand } from './check.js';
import { clientEnvironment, clientFlags } from './client-settings.js';
import type { Command, CommandGroup, CommandIo, Environment } from './command.js';
import { toCommandFailure, usageError } from './command-failure.js';
import { withEnvFile } from './env-file.js';
import { exportCommand } from './export.js';
import { formatCommandHelp, formatHelp } from './help.js';
import { importCommand } from './import.js';
import { mcp } from './mcp.js';
import { moveCommand } from './move.js';
import { createParsedSettings } from './parsed-settings.js';
import { purge } from './purge.js';
import { resetPassword } from './reset-password.js';
import { serve } from './serve.js';

const commands: readonly (Command | CommandGroup)[] = [
  serve,
  init,
  backup,
  checkCommand,
  purge,
  exportCommand,
  importCommand,
  moveCommand,
  resetPassword,
  api,
  mcp,
];

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
  if ('dispatch' in command) return command.dispatch(rest, host, host.env);
  const { help, argument, optionalArgument, flags } = readArguments(command, rest);
  return help
    ? print(formatCommandHelp(command))
    : command.run({
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

import { version } from '../../package.json';
import { readArguments } from './arguments.js';
import type { Command } from './command.js';
import { toCommandFailure, usageError } from './command-failure.js';
import { backup } from './commands/backup.js';
import { check } from './commands/check.js';
import { purge } from './commands/purge.js';
import { resetPassword } from './commands/reset-password.js';
import { formatCommandHelp, formatHelp } from './help.js';
import { init } from './init/init.js';
import { createParsedSettings } from './parsed-settings.js';
import { serve } from './serve/serve.js';

const commands: readonly Command[] = [serve, init, backup, check, purge, resetPassword];

/** Does what the words on the command line ask for and gives the exit code. */
export async function runCommand(words: readonly string[]): Promise<number> {
  try {
    return await dispatch(words);
  } catch (error) {
    const failure = toCommandFailure(error, words[0]);
    if (!failure) throw error;
    process.stderr.write(`askwell: ${failure.message}\n`);
    return failure.exitCode;
  }
}

async function dispatch([first, ...rest]: readonly string[]): Promise<number> {
  if (first === undefined) throw usageError('Say what to do, such as "askwell serve". See "askwell --help".');
  if (first === '--version' || first === '-v') return say(`${version}\n`);
  if (first === '--help' || first === '-h' || first === 'help') {
    return say(rest[0] === undefined ? formatHelp(commands) : formatCommandHelp(find(rest[0])));
  }
  const command = find(first);
  const { help, argument, flags } = readArguments(command, rest);
  return help
    ? say(formatCommandHelp(command))
    : command.run({ argument, settings: createParsedSettings(flags, process.env) });
}

function find(name: string): Command {
  const command = commands.find((known) => known.name === name);
  if (!command) throw usageError(`There is no command "${name}". See "askwell --help".`);
  return command;
}

function say(text: string): number {
  process.stdout.write(text);
  return 0;
}

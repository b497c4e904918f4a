import type { Command, Flag } from './command.js';
import { variableName } from './parsed-settings.js';

/** Formats the help of all commands. */
export function formatHelp(commands: readonly Command[]): string {
  return [
    'Askwell: polls, quizzes and forms for your own app.',
    '',
    ...table([
      ...commands.map((command) => [usageOf(command), command.summary] as const),
      ['askwell --help', 'shows this help; "askwell COMMAND --help" that of one command'],
      ['askwell --version', 'shows the version'],
    ]),
    '',
    'Settings, as environment variables or flags. A flag overrides the variable. DATABASE_URL_FILE and SECRET_FILE name files',
    'with these values.',
    '',
    ...settingsOf(commands),
    '',
  ].join('\n');
}

/** Formats the help of one command. */
export function formatCommandHelp(command: Command): string {
  const settings = command.flags.filter(isSetting);
  const others = command.flags.filter((flag) => !isSetting(flag));
  return [
    `Usage: ${usageOf(command)}${command.flags.length > 0 ? ' [flags]' : ''}`,
    '',
    ...command.details,
    ...section('Flags:', table(others.map(flagRow))),
    ...section('Settings, as environment variables or flags:', table(settings.map(settingRow))),
    '',
  ].join('\n');
}

function usageOf({ name, argument, optionalArgument }: Command): string {
  const required = argument === undefined ? '' : ` ${argument}`;
  return `askwell ${name}${required}${optionalArgument === undefined ? '' : ` [${optionalArgument}]`}`;
}

function settingsOf(commands: readonly Command[]): string[] {
  const all = new Map<string, Flag>();
  for (const flag of commands.flatMap((command) => command.flags)) {
    if (isSetting(flag) && !all.has(flag.name)) all.set(flag.name, flag);
  }
  return table([...all.values()].map(settingRow));
}

function isSetting({ valueName, isFlagOnly }: Flag): boolean {
  return valueName !== undefined && !isFlagOnly;
}

function flagRow({ name, valueName, help }: Flag): [string, string] {
  return [valueName === undefined ? `--${name}` : `--${name} ${valueName}`, help];
}

function settingRow(flag: Flag): [string, string] {
  return [`${variableName(flag.name)}, --${flag.name} ${flag.valueName}`, flag.help];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, '', ...lines];
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

import type { Command, CommandGroup, Flag } from './command.js';
import { variableOf, variablesOf } from './parsed-settings.js';

/** Formats the help of all commands. */
export function formatHelp(commands: readonly (Command | CommandGroup)[]): string {
  return [
    'Askwell: polls, quizzes and forms for your own app.',
    '',
    ...alignRows([
      ...commands.map((command) => [usageOf(command), command.summary] as const),
      ['askwell --help', 'shows this help; "askwell COMMAND --help" that of one command'],
      ['askwell --version', 'shows the version'],
    ]),
    '',
    'Settings, as environment variables or flags. A flag overrides the variable. DATABASE_URL_FILE, SECRET_FILE and',
    'SMTP_URL_FILE name files with these values.',
    '',
    'ASKWELL_DATABASE, ASKWELL_BASE_URL and ASKWELL_SECRET override DATABASE_URL, BASE_URL and SECRET, which your app may use',
    'itself. These and ASKWELL_API_KEY are also read from the file .env, or from the file that ASKWELL_ENV_FILE names.',
    '',
    ...settingsOf(commands),
    '',
  ].join('\n');
}

/** Formats the help of one command. */
export function formatCommandHelp(command: Command): string {
  return [
    `Usage: ${usageOf(command)}${command.flags.length > 0 ? ' [flags]' : ''}`,
    '',
    ...command.details,
    ...section('Flags:', formatFlags(command.flags)),
    ...section('Settings, as environment variables or flags:', formatSettings(command.flags)),
    '',
  ].join('\n');
}

function usageOf(command: Command | CommandGroup): string {
  if ('usage' in command) return `askwell ${command.name} ${command.usage}`;
  const { name, argument, optionalArgument } = command;
  const required = argument === undefined ? '' : ` ${argument}`;
  return `askwell ${name}${required}${optionalArgument === undefined ? '' : ` [${optionalArgument}]`}`;
}

function settingsOf(commands: readonly (Command | CommandGroup)[]): string[] {
  const all = new Map<string, Flag>();
  for (const flag of commands.flatMap((command) => command.flags)) {
    if (isSetting(flag) && !all.has(variableOf(flag))) all.set(variableOf(flag), flag);
  }
  return formatSettings([...all.values()]);
}

function isSetting({ valueName, isFlagOnly }: Flag): boolean {
  return valueName !== undefined && !isFlagOnly;
}

/** Formats the flags of a command as rows: those without an environment variable. */
export function formatFlags(flags: readonly Flag[]): string[] {
  return alignRows(flags.filter((flag) => !isSetting(flag)).map(flagRow));
}

/** Formats the settings of a command as rows. */
export function formatSettings(flags: readonly Flag[]): string[] {
  return alignRows(flags.filter(isSetting).map(settingRow));
}

function flagRow({ name, valueName, help }: Flag): [string, string] {
  return [valueName === undefined ? `--${name}` : `--${name} ${valueName}`, help];
}

function settingRow(flag: Flag): [string, string] {
  const variables = variablesOf(flag).join(', ');
  return [flag.isVariableOnly ? variables : `${variables}, --${flag.name} ${flag.valueName}`, flag.help];
}

/** Returns a part of the help: nothing if it has no lines. */
export function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, '', ...lines];
}

/** Aligns the second column of rows. */
export function alignRows(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

import type { Command, Flag } from './command.js';
import { variableOf } from './parsed-settings.js';

/** Everything there is, at a glance. */
export function helpOnAll(commands: readonly Command[]): string {
  return [
    'Askwell: polls, quizzes and forms inside your own product.',
    '',
    ...table([
      ...commands.map((command) => [usageOf(command), command.summary] as const),
      ['askwell --help', 'shows this; "askwell serve --help" and the like say more'],
      ['askwell --version', 'shows the version'],
    ]),
    '',
    'Settings, as environment variables or as flags, which win:',
    '',
    ...settingsOf(commands),
    '',
  ].join('\n');
}

/** One command and its flags. */
export function helpOn(command: Command): string {
  const settings = command.flags.filter(isSetting);
  const others = command.flags.filter((flag) => !isSetting(flag));
  return [
    `Usage: ${usageOf(command)}${command.flags.length > 0 ? ' [flags]' : ''}`,
    '',
    ...command.details,
    ...section('Flags:', table(others.map(flagRow))),
    ...section('Settings, as flags or as environment variables:', table(settings.map(settingRow))),
    '',
  ].join('\n');
}

function usageOf({ name, argument }: Command): string {
  return `askwell ${name}${argument === undefined ? '' : ` ${argument}`}`;
}

function settingsOf(commands: readonly Command[]): string[] {
  const all = new Map<string, Flag>();
  for (const flag of commands.flatMap((command) => command.flags)) {
    if (isSetting(flag) && !all.has(flag.name)) all.set(flag.name, flag);
  }
  return table([...all.values()].map(settingRow));
}

function isSetting({ value, isFlagOnly }: Flag): boolean {
  return value !== undefined && !isFlagOnly;
}

function flagRow({ name, value, help }: Flag): [string, string] {
  return [value === undefined ? `--${name}` : `--${name} ${value}`, help];
}

function settingRow(flag: Flag): [string, string] {
  return [`${variableOf(flag.name)}, --${flag.name} ${flag.value}`, flag.help];
}

function section(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', title, '', ...lines];
}

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}

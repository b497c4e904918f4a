import type { Command, Flag } from './command.js';
import { variableOf } from './given.js';

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
  const switches = command.flags.filter((flag) => flag.value === undefined);
  const settings = command.flags.filter((flag) => flag.value !== undefined);
  return [
    `Usage: ${usageOf(command)}${command.flags.length > 0 ? ' [flags]' : ''}`,
    '',
    ...command.details,
    ...section('Flags:', table(switches.map((flag) => [`--${flag.name}`, flag.help]))),
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
    if (flag.value !== undefined && !all.has(flag.name)) all.set(flag.name, flag);
  }
  return table([...all.values()].map(settingRow));
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

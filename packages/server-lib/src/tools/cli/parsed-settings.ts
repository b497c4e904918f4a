import { readFileSync } from 'node:fs';
import type { ParseSetting, SettingReader } from '../../instance/options/setting.js';
import { usageError } from './command-failure.js';

/** A flag, and what differs about its environment variable. */
interface NamedSetting {
  readonly name: string;
  readonly variable?: string | undefined;
  readonly ownVariable?: string | undefined;
  readonly hasFile?: true;
}

/** The settings and flags of a command. */
export interface ParsedSettings extends SettingReader {
  /** Returns the value of a flag that has no environment variable; undefined if it is not set. */
  flag<Value>(flag: string, parse: ParseSetting<Value>): Value | undefined;
}

export function createParsedSettings(
  flags: Readonly<Record<string, string | boolean | undefined>>,
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly NamedSetting[] = [],
): ParsedSettings {
  const settings = new Map(known.map((setting) => [setting.name, setting]));
  return {
    setting(flag, parse) {
      const value = flags[flag];
      if (typeof value === 'string') return parse(value, `--${flag}`);
      const setting = settings.get(flag) ?? { name: flag };
      for (const variable of variablesOf(setting)) {
        // The file comes first: the image of a container may set the variable.
        const file = setting.hasFile ? environment[`${variable}_FILE`] : undefined;
        if (file) return parse(readSetting(file, `${variable}_FILE`), `The content of ${variable}_FILE`);
        const text = environment[variable];
        if (text !== undefined && text !== '') return parse(text, variable);
      }
      return undefined;
    },
    flag(flag, parse) {
      const value = flags[flag];
      return typeof value === 'string' ? parse(value, `--${flag}`) : undefined;
    },
    has: (flag) => flags[flag] === true,
  };
}

/** Returns the content of a file, without the line break at its end. */
export function readSetting(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  } catch (error) {
    const reason = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    throw usageError(`${variable}: cannot read ${file} (${reason}).`);
  }
}

/** Returns the name of the environment variable of a flag. */
export function variableName(flag: string): string {
  return flag.toUpperCase().replaceAll('-', '_');
}

/** Returns the environment variable that sets a flag. */
export function variableOf({ name, variable }: NamedSetting): string {
  return variable ?? variableName(name);
}

/** Returns the environment variables that set a flag. The first variable that is set is used. */
export function variablesOf(flag: NamedSetting): readonly string[] {
  return flag.ownVariable === undefined ? [variableOf(flag)] : [flag.ownVariable, variableOf(flag)];
}

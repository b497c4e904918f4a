import { readFileSync } from 'node:fs';
import { usageError } from './command-failure.js';

/**
 * Parses the text of a setting.
 *
 * @param name The flag or environment variable, for the error message.
 * @throws {CommandFailure} If the text is invalid.
 */
export type Parse<Value> = (text: string, name: string) => Value;

/** A flag, and its environment variable if the name of that is another one. */
interface NamedSetting {
  readonly name: string;
  readonly variable?: string | undefined;
  readonly ownVariable?: string | undefined;
}

/** The settings and flags of a command. */
export interface ParsedSettings {
  /** Returns a setting from its flag, or else from its environment variable; undefined if neither is set. */
  setting<Value>(flag: string, parse: Parse<Value>): Value | undefined;
  /** Returns the value of a flag that has no environment variable; undefined if it is not set. */
  flag<Value>(flag: string, parse: Parse<Value>): Value | undefined;
  /** Returns whether a flag without a value is set. */
  has(flag: string): boolean;
}

export function createParsedSettings(
  flags: Readonly<Record<string, string | boolean | undefined>>,
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly NamedSetting[] = [],
): ParsedSettings {
  const variables = new Map(known.map((flag) => [flag.name, variablesOf(flag)]));
  return {
    setting(flag, parse) {
      const value = flags[flag];
      if (typeof value === 'string') return parse(value, `--${flag}`);
      for (const variable of variables.get(flag) ?? [variableName(flag)]) {
        // The file comes first: the image of a container may set the variable.
        const file = fileFlags.includes(flag) ? environment[`${variable}_FILE`] : undefined;
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

/** The flags whose value can be in a file that a variable names, as container platforms provide secrets. */
export const fileFlags: readonly string[] = ['database-url', 'secret', 'smtp-url', 'api-key'];

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

/** Returns the environment variables that set a flag. The first one that is set counts. */
export function variablesOf(flag: NamedSetting): readonly string[] {
  return flag.ownVariable === undefined ? [variableOf(flag)] : [flag.ownVariable, variableOf(flag)];
}

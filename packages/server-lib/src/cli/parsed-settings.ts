/** Reads a setting's text, or throws what is wrong with it. `name` is how it was given, for the message. */
export type Parse<Value> = (text: string, name: string) => Value;

/** The settings and flags a command was given. */
export interface ParsedSettings {
  /** A setting, from its flag or else from the environment variable of the same name; undefined where neither is set. */
  setting<Value>(flag: string, parse: Parse<Value>): Value | undefined;
  /** The value of a flag that no environment variable can give; undefined where it is not there. */
  flag<Value>(flag: string, parse: Parse<Value>): Value | undefined;
  /** Whether a flag without a value is there. */
  has(flag: string): boolean;
}

export function createParsedSettings(
  flags: Readonly<Record<string, string | boolean | undefined>>,
  environment: Readonly<Record<string, string | undefined>>,
): ParsedSettings {
  return {
    setting(flag, parse) {
      const value = flags[flag];
      if (typeof value === 'string') return parse(value, `--${flag}`);
      const variable = variableName(flag);
      const text = environment[variable];
      return text === undefined || text === '' ? undefined : parse(text, variable);
    },
    flag(flag, parse) {
      const value = flags[flag];
      return typeof value === 'string' ? parse(value, `--${flag}`) : undefined;
    },
    has: (flag) => flags[flag] === true,
  };
}

/** The environment variable that goes with a flag. */
export function variableName(flag: string): string {
  return flag.toUpperCase().replaceAll('-', '_');
}

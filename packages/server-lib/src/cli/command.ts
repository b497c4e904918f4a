import type { ParsedSettings } from './parsed-settings.js';

/** A flag of a command. One with a value is also a setting, which an environment variable can give, unless it says otherwise. */
export interface Flag {
  readonly name: string;
  /** What the value is called in the help; absent for a flag that stands alone. */
  readonly valueName?: string;
  /** Whether no environment variable can give its value. */
  readonly isFlagOnly?: true;
  readonly help: string;
}

/** What a command is given to work with. */
export interface CommandCall {
  /** Empty for a command that takes none. */
  readonly argument: string;
  readonly settings: ParsedSettings;
}

/** One of the things that `askwell` does. */
export interface Command {
  readonly name: string;
  /** The name of its one argument, if it takes one. */
  readonly argument?: string;
  readonly summary: string;
  /** More than the summary says, in lines. */
  readonly details: readonly string[];
  readonly flags: readonly Flag[];
  /** Does it and gives the exit code. */
  run(call: CommandCall): Promise<number>;
}

import type { ParsedSettings } from './parsed-settings.js';

/** A flag of a command. A flag with a value can also be set by an environment variable, unless it is `isFlagOnly`. */
export interface Flag {
  readonly name: string;
  /** The name of the value in the help. Without it, the flag takes no value. */
  readonly valueName?: string;
  /** Whether no environment variable sets the value. */
  readonly isFlagOnly?: true;
  /** Whether the flag can be given several times, each time with another value. */
  readonly isRepeatable?: boolean;
  /** The environment variable. Default: the name in upper case. */
  readonly variable?: string;
  /** A variable that overrides `variable`, because an app may use that name for something else. */
  readonly ownVariable?: string;
  /** Whether a variable with the suffix `_FILE` can name a file with the value, as container platforms provide secrets. */
  readonly hasFile?: true;
  /** Whether only the environment variable sets the value: other users of the machine can see the flags of a process. */
  readonly isVariableOnly?: true;
  readonly help: string;
}

/** The streams that a command reads and writes. */
export interface CommandIo {
  readonly stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean | undefined };
  readonly stdout: NodeJS.WritableStream & { readonly isTTY?: boolean | undefined };
  readonly stderr: { write(text: string): unknown };
}

/** The input of a command. */
export interface CommandCall {
  /** Empty for a command without an argument. */
  readonly argument: string;
  /** Empty if it was left out. */
  readonly optionalArgument: string;
  readonly settings: ParsedSettings;
  readonly io: CommandIo;
}

/** A subcommand of `askwell`. */
export interface Command {
  readonly name: string;
  /** The name of its argument, if it takes one. */
  readonly argument?: string;
  /** The name of a second argument that may be left out. */
  readonly optionalArgument?: string;
  readonly summary: string;
  /** The lines of the help below the usage line. */
  readonly details: readonly string[];
  readonly flags: readonly Flag[];
  /** Loads the code of the command. */
  load(): Promise<RunCommand>;
}

/** Runs a command and returns the exit code. */
export type RunCommand = (call: CommandCall) => Promise<number>;

/** A subcommand that has subcommands. */
export interface CommandGroup extends Pick<Command, 'name' | 'summary' | 'flags'> {
  /** The words after its name, for the help. */
  readonly usage: string;
  /** Loads the code of its subcommands. */
  load(): Promise<RunWords>;
}

/** Parses the words after the name of a group, runs them, and returns the exit code. */
export type RunWords = (words: readonly string[], io: CommandIo, environment: Environment) => Promise<number>;

/** The environment variables. */
export type Environment = Readonly<Record<string, string | undefined>>;

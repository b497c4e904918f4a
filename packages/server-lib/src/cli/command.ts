import type { ParsedSettings } from './parsed-settings.js';

/** A flag of a command. A flag with a value can also be set by an environment variable, unless it is `isFlagOnly`. */
export interface Flag {
  readonly name: string;
  /** The name of the value in the help. Without it, the flag takes no value. */
  readonly valueName?: string;
  /** Whether no environment variable sets the value. */
  readonly isFlagOnly?: true;
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
  /** Runs the command and returns the exit code. */
  run(call: CommandCall): Promise<number>;
}

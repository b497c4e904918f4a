/** A file to write, by its path within the project. */
export interface NewFile {
  readonly path: string;
  readonly content: string;
}

/** Lines that the developer adds to an existing file. */
export interface AddedLines {
  readonly where: string;
  readonly lines: readonly string[];
}

/** What `askwell init` adds to a project of one framework. */
export interface Scaffold {
  /** The name of the framework in the output. */
  readonly title: string;
  /** The file that creates the instance comes first. */
  readonly files: readonly NewFile[];
  readonly packages: readonly string[];
  readonly addByHand?: readonly AddedLines[];
  /** Commands to run before the app starts. */
  readonly commands?: readonly string[];
  /** The expression that returns the session of a signed-in user from `headers`. Default: with better-auth. */
  readonly session?: string;
  /** The command that starts the app. */
  readonly start: string;
  /** The origin of the app in development. */
  readonly origin: string;
}

/** The path of Askwell, and the path of the page with the first poll. */
export const mountPath = '/polls';
export const pagePath = '/poll';

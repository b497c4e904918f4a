/** A file to write, by its path within the project. */
export interface NewFile {
  readonly path: string;
  readonly content: string;
}

/** What `askwell init` adds to a project of one framework. */
export interface Scaffold {
  /** What the framework is called in the output. */
  readonly title: string;
  readonly files: readonly NewFile[];
  readonly packages: readonly string[];
  /** Lines that the developer adds to a file of their own; absent when the files are enough. */
  readonly addByHand?: { readonly where: string; readonly lines: readonly string[] };
  /** The command that starts the app. */
  readonly start: string;
  /** The origin of the app in development. */
  readonly origin: string;
}

/** The path that Askwell is mounted at, and that of the page with the first poll. */
export const mountPath = '/polls';
export const pagePath = '/poll';

/** A file to write, by its path within the project. */
export interface NewFile {
  readonly path: string;
  readonly content: string;
}

/** What `askwell init` adds to a project of one framework. */
export interface Scaffold {
  /** The name of the framework in the output. */
  readonly title: string;
  readonly files: readonly NewFile[];
  readonly packages: readonly string[];
  /** Lines that the developer adds to an existing file, if any. */
  readonly addByHand?: { readonly where: string; readonly lines: readonly string[] };
  /** The command that starts the app. */
  readonly start: string;
  /** The origin of the app in development. */
  readonly origin: string;
}

/** The path of Askwell, and the path of the page with the first poll. */
export const mountPath = '/polls';
export const pagePath = '/poll';

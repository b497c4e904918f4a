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

/** The type of a request of a framework, and the line that imports it. */
export interface FrameworkRequest {
  readonly name: string;
  readonly type: string;
  readonly import: string;
}

/** Code that returns the signed-in user. */
export interface UserExample {
  readonly imports?: readonly string[];
  /** The body of `findUser`. */
  readonly body: readonly string[];
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
  /** The code that can replace `findUser`. Default: with the library that the app has, by the headers. */
  readonly user?: UserExample;
  /** The request by which `findUser` finds the user. Default: by the headers. */
  readonly request?: FrameworkRequest;
  /** The command that starts the app. */
  readonly start: string;
  /** The origin of the app in development. */
  readonly origin: string;
}

/** The path of Askwell, and the path of the page with the first poll. */
export const mountPath = '/polls';
export const pagePath = '/poll';

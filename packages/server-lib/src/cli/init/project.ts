/** The frameworks that `askwell init` writes files for. `other` is one that it does not know how to mount Askwell in. */
export type Framework =
  | 'next'
  | 'sveltekit'
  | 'nuxt'
  | 'nest'
  | 'fastify'
  | 'koa'
  | 'hono'
  | 'express'
  | 'node'
  | 'other';

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** What `askwell init` knows about the project in a folder. */
export interface Project {
  readonly folder: string;
  readonly framework: Framework;
  readonly packageManager: PackageManager;
  readonly typescript: boolean;
  /** Whether a `.js` file is an ES module. */
  readonly esm: boolean;
  /** The names of its dependencies, of all kinds. */
  readonly dependencies: ReadonlySet<string>;
  /** The names of the scripts in package.json. */
  readonly scripts: ReadonlySet<string>;
  /** Whether a file or folder of the project exists, by its path within it. */
  has(path: string): boolean;
  /** The text of a file of the project; undefined when there is none. */
  read(path: string): string | undefined;
}

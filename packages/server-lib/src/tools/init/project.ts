/** The frameworks that `askwell init` supports. `other` is any framework that it does not support. */
export type Framework =
  | 'payload'
  | 'next'
  | 'sveltekit'
  | 'nuxt'
  | 'react-router'
  | 'astro'
  | 'tanstack-start'
  | 'adonis'
  | 'nest'
  | 'fastify'
  | 'koa'
  | 'hono'
  | 'express'
  | 'node'
  | 'other';

export type PackageManager = 'npm' | 'pnpm' | 'yarn' | 'bun';

/** The project in a folder, as `askwell init` detects it. */
export interface Project {
  readonly folder: string;
  readonly framework: Framework;
  readonly packageManager: PackageManager;
  readonly typescript: boolean;
  /** Whether a `.js` file is an ES module. */
  readonly esm: boolean;
  /** The names of all dependencies, development and peer dependencies included. */
  readonly dependencies: ReadonlySet<string>;
  /** The names of the scripts in package.json. */
  readonly scripts: ReadonlySet<string>;
  /** Returns whether a file or folder exists, by its path within the project. */
  has(path: string): boolean;
  /** Returns the text of a file, by its path within the project; undefined if it does not exist. */
  read(path: string): string | undefined;
}

/** Where Askwell stands in its host's paths. */
export interface Mount {
  /** The path Askwell answers below, where the host does not say: empty at the root. */
  readonly basePath: string;
  /** What links begin with, where that differs: behind a proxy that rewrites paths. */
  readonly linkBase: string | undefined;
}

/** The part of a path below the base path. One that is not below it is empty, which no route has. */
export function below(basePath: string, path: string): string {
  if (basePath === '') return path;
  if (path === basePath) return '/';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '';
}

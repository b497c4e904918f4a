import type { Pipeline } from '../api/request-pipeline.js';
import type { HostUser } from '../http/host-user.js';
import type { Logger } from '../logger.js';
import { warnAboutMountPath } from '../options/host-warnings.js';

/** The context of a request, which the host passes to a handler. */
export interface HostContext<HostRequest = unknown> {
  /** The user who is signed in to your app; null if nobody is. Without it, the `getUser` option is called. */
  user?: HostUser | null | undefined;
  /** The `request` that `getUser` receives. Default: the request itself. */
  request?: HostRequest;
}

/** The path that the host mounted Askwell at. */
export interface Mount {
  /** The path that requests arrive under, unless the host strips it; empty at the root. */
  readonly basePath: string;
  /** The path that links start with, which differs behind a proxy that rewrites paths. */
  readonly linkBase: string | undefined;
  readonly logger: Logger;
}

/** Matches the paths that only Askwell has, and captures the path that it is mounted at. */
const distinctivePath =
  /^(.*?)\/(?:widget\.js$|api\/v1\/(?:me|polls|quizzes|forms|sites)(?:\/|$)|embed\/(?:polls|quizzes|forms)\/)/;

/** The parts of a request that show where the host mounted Askwell. */
export interface MountedRequest {
  /** The path below the base path; empty if the path is outside of it. */
  readonly path: string;
  /** The path as the host passed it. */
  readonly hostPath: string;
  /** The prefix that the host removed from the path. */
  readonly strippedPrefix: string;
}

/** Warns if requests arrive under another path than that of `baseUrl`. */
export function checkMountPath(
  { basePath, linkBase, logger }: Mount,
  { path, hostPath, strippedPrefix }: MountedRequest,
  { owns }: Pick<Pipeline, 'owns'>,
): void {
  if (linkBase === undefined) return;
  const mounted = strippedPrefix === '' ? distinctivePath.exec(hostPath)?.[1] : strippedPrefix;
  if (mounted === undefined || mounted === basePath) return;
  // The sample poll on the landing page has such paths too.
  if (strippedPrefix === '' && owns(path)) return;
  warnAboutMountPath(logger, mounted, basePath);
}

/** Returns the path below the base path; an empty path, which no route has, if the path is outside of it. */
export function stripBasePath(basePath: string, path: string): string {
  if (basePath === '') return path;
  if (path === basePath) return '/';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '';
}

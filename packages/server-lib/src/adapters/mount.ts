import type { HostUser } from '../accounts/host-user.js';
import type { Pipeline } from '../api/request-pipeline.js';
import type { Logger } from '../logger.js';
import { warnAboutMountPath } from '../options/host-warnings.js';

/** What a host's handler may know beside the request. */
export interface HostContext<HostRequest = unknown> {
  /** The user who is signed in to the host app; null when nobody is. Without it, the `getUser` option is asked. */
  user?: HostUser | null | undefined;
  /** What `getUser` receives as `request`. Default: the request itself. */
  request?: HostRequest;
}

/** Where Askwell stands in its host's paths. */
export interface Mount {
  /** The path Askwell answers below, where the host does not say: empty at the root. */
  readonly basePath: string;
  /** What links begin with, where that differs: behind a proxy that rewrites paths. */
  readonly linkBase: string | undefined;
  readonly logger: Logger;
}

/** A path that only Askwell has. What stands before it is where the host mounted it. */
const ownPath =
  /^(.*?)\/(?:widget\.js$|api\/v1\/(?:me|polls|quizzes|forms|sites)(?:\/|$)|embed\/(?:polls|quizzes|forms)\/)/;

/** A request, as far as telling where the host mounted Askwell goes. */
export interface MountedRequest {
  /** The path below the base path; empty where it is not below it. */
  readonly path: string;
  /** The path as the host passed it on. */
  readonly hostPath: string;
  /** What the host took off the front of the path. */
  readonly strippedPrefix: string;
}

/** Warns where requests arrive under another path than `baseUrl` has. */
export function checkMountPath(
  { basePath, linkBase, logger }: Mount,
  { path, hostPath, strippedPrefix }: MountedRequest,
  { owns }: Pick<Pipeline, 'owns'>,
): void {
  if (linkBase === undefined) return;
  const mounted = strippedPrefix === '' ? ownPath.exec(hostPath)?.[1] : strippedPrefix;
  if (mounted === undefined || mounted === basePath) return;
  // The sample poll of the landing page has such paths, too.
  if (strippedPrefix === '' && owns(path)) return;
  warnAboutMountPath(logger, mounted, basePath);
}

/** The part of a path below the base path. One that is not below it is empty, which no route has. */
export function stripBasePath(basePath: string, path: string): string {
  if (basePath === '') return path;
  if (path === basePath) return '/';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '';
}

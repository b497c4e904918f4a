import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Destination, isOwn } from '../api/request-pipeline.js';
import type { Logger } from '../base/logger.js';
import type { HostUser } from '../http/host-user.js';
import { warnAboutCsrfProtection, warnAboutMountPath } from '../instance/options/host-warnings.js';

/**
 * The member of a context in which a helper for a framework says how hosts pass the client's address to it. The symbol is registered,
 * because each helper is bundled as a separate file.
 */
export const addressAdviceKey: unique symbol = Symbol.for('askwell.addressAdvice');

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

/** Where a request arrived, relative to the base path. */
export interface MountedRequest {
  /** The path below the base path, without the trailing slash that an app may add; empty if the path is outside of the base path. */
  readonly path: string;
  /** The path that links start with. */
  readonly base: string;
  /** The path as the host passed it. */
  readonly hostPath: string;
  /** The prefix that the host removed from the path. */
  readonly strippedPrefix: string;
}

/**
 * Locates a request below the base path. Some hosts remove a part of the base path. Others remove a prefix that contains everything before
 * the path.
 */
export function locate({ basePath, linkBase }: Mount, hostPath: string, strippedPrefix: string): MountedRequest {
  const rest = remainingBase(basePath, strippedPrefix);
  const path = rest === undefined ? hostPath : stripBasePath(rest, hostPath);
  const base = linkBase ?? (rest === undefined ? strippedPrefix : basePath);
  return { path: base === '' ? path : withoutTrailingSlash(path), base, hostPath, strippedPrefix };
}

/** Apps may redirect to URLs with a trailing slash. Askwell at the root of a host has no app around it. */
function withoutTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** Returns the part of the base path that is still in paths; undefined if the host removed another prefix. */
function remainingBase(basePath: string, strippedPrefix: string): string | undefined {
  const isPart = basePath === strippedPrefix || basePath.startsWith(`${strippedPrefix}/`);
  return isPart ? basePath.slice(strippedPrefix.length) : undefined;
}

/**
 * Returns the leading part of the base path that a host has removed from a path without reporting it. Example: for the base path
 * `/app/polls` and the path `/polls/dashboard`, the host has removed `/app`. Empty if the path begins with the whole base path, or does not
 * begin with an end of the base path.
 */
export function guessStrippedPrefix(basePath: string, path: string): string {
  for (let at = 0; at !== -1; at = basePath.indexOf('/', at + 1)) {
    if (stripBasePath(basePath.slice(at), path) !== '') return basePath.slice(0, at);
  }
  return '';
}

/** Warns if requests arrive under another path than the path of `baseUrl`. `route`: where the path below the base path leads. */
export function checkMountPath(
  { basePath, linkBase, logger }: Mount,
  { hostPath, strippedPrefix }: MountedRequest,
  route: Destination,
): void {
  if (linkBase === undefined) return;
  const rest = remainingBase(basePath, strippedPrefix);
  const mounted = rest === undefined ? strippedPrefix : distinctivePath.exec(strippedPrefix + hostPath)?.[1];
  if (mounted === undefined || mounted === basePath) return;
  // The sample poll on the landing page has such paths too.
  if (rest !== undefined && isOwn(route)) return;
  warnAboutMountPath(logger, mounted, basePath);
}

/** Matches the names that CSRF protections give to cookies and headers, such as `_csrf`, `XSRF-TOKEN` and `x-csrf-token`. */
const csrfName = /[cx]srf/i;

/**
 * Warns if a CSRF protection of the host has run before Askwell: it would refuse the answers of visitors. Checks reads only, since an
 * answer that arrives was not refused.
 */
export function checkCsrfProtection(
  { basePath, logger }: Pick<Mount, 'basePath' | 'logger'>,
  request: Pick<IncomingMessage, 'method'> & { readonly csrfToken?: unknown },
  response: Pick<ServerResponse, 'getHeader' | 'getHeaderNames'>,
): void {
  if (request.method !== 'GET') return;
  const sign = signOfCsrfProtection(request, response);
  if (sign !== undefined) warnAboutCsrfProtection(logger, sign, basePath);
}

/** Returns the sign of a CSRF protection such as csurf: a function of the request, or a cookie or a header of the response. */
function signOfCsrfProtection(
  request: { readonly csrfToken?: unknown },
  response: Pick<ServerResponse, 'getHeader' | 'getHeaderNames'>,
): string | undefined {
  const names = response.getHeaderNames();
  const header = names.find((name) => csrfName.test(name));
  if (header !== undefined) return `the header ${header}`;
  const cookies = names.includes('set-cookie') ? [response.getHeader('set-cookie')].flat().map(String) : [];
  const cookie = cookies.map((text) => text.slice(0, text.indexOf('='))).find((name) => csrfName.test(name));
  if (cookie !== undefined) return `the cookie ${cookie}`;
  return typeof request.csrfToken === 'function' ? 'request.csrfToken' : undefined;
}

/** Returns the path below the base path; an empty path, which no route has, if the path is outside of it. */
export function stripBasePath(basePath: string, path: string): string {
  if (basePath === '') return path;
  if (path === basePath) return '/';
  return path.startsWith(`${basePath}/`) ? path.slice(basePath.length) : '';
}

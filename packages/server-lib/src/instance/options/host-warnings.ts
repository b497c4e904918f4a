import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { Logger } from '../../base/logger.js';

/** The warnings that each logger has received. */
const loggedWarnings = new WeakMap<Logger, Set<string>>();

/**
 * Logs a warning, but not again to the same logger.
 *
 * @param subject What is warned about once, if messages about it differ.
 */
function warnOnce(logger: Logger, message: string, subject = message): void {
  const messages = loggedWarnings.get(logger) ?? new Set();
  loggedWarnings.set(logger, messages);
  if (messages.has(subject)) return;
  messages.add(subject);
  logger.warn({}, message);
}

/** Warns that requests arrive under another path than the path of `baseUrl`: links and cookies would be wrong. */
export function warnAboutMountPath(logger: Logger, mounted: string, configured: string): void {
  warnOnce(
    logger,
    `Requests arrive under "${mounted || '/'}", but the path of baseUrl is "${configured || '/'}". Set baseUrl to the URL that Askwell is mounted at, or basePath when a proxy rewrites paths.`,
    // Clients choose the paths of requests.
    'the mount path',
  );
}

/** Warns that a CSRF protection of the app runs before Askwell. Visitors do not have its token, so it would refuse their answers. */
export function warnAboutCsrfProtection(logger: Logger, sign: string, basePath: string): void {
  warnOnce(
    logger,
    `A CSRF protection of the app seems to run before Askwell (found: ${sign}). It would refuse the answers of visitors, who have no token. Exempt "${basePath || '/'}" from the CSRF protection, or mount Askwell before it. Askwell checks the origin of its own forms itself.`,
  );
}

/**
 * Warns that a request has no client address.
 *
 * @param advice How the host passes the address, as code. Undefined if its connections have no addresses, such as those of a UNIX socket.
 */
export function warnAboutMissingAddress(logger: Logger, advice: string | undefined): void {
  const remedy =
    advice === undefined ? 'Connections of UNIX sockets have none: listen on a port.' : `Pass the address: ${advice}.`;
  warnOnce(
    logger,
    `A request has no client address, so all visitors share one rate limit of 30 requests per minute. ${remedy}`,
  );
}

/** Warns that the first visitor of `/register` will own the instance: it has no account and no `registration` option. */
export function warnAboutFirstRegistration(logger: Logger): void {
  warnOnce(
    logger,
    'There is no account yet, so the first visitor of /register can create one. Set registration to "closed" or "open", or let your users own accounts with getUser or accounts.ensure.',
  );
}

/** Warns that strangers can register, and then have emails with their texts sent. */
export function warnAboutOpenMail(logger: Logger): void {
  warnOnce(
    logger,
    'Anyone can register, and emails are sent. Anyone with a verified email can have receipts with texts of their own sent from your address, up to the limits of emails. Set registration to "closed" or "first", or lower the limits: see "Emails of strangers" in docs/email.md.',
  );
}

/** The folders that builds and installations of packages empty. */
const emptiedFolders: ReadonlySet<string> = new Set([
  ...['.next', '.nuxt', '.output', '.svelte-kit', '.vercel', '.netlify', '.astro', '.react-router'],
  ...['build', 'dist', 'out', 'node_modules'],
]);

/** Warns that the next build of the app would delete the database. */
export function warnAboutBuildFolder(logger: Logger, database: string): void {
  const file = resolve(database);
  const folder = findBuildFolder(dirname(file));
  if (folder === undefined) return;
  warnOnce(
    logger,
    `The database ${file} is in ${folder}, which a build of the app empties. Set \`database\` to an absolute path outside of it.`,
  );
}

/** Returns the folder of a build that contains a folder. Only a folder next to a package.json belongs to an app. */
function findBuildFolder(folder: string): string | undefined {
  const parent = dirname(folder);
  if (parent === folder) return undefined;
  const isOfBuild = emptiedFolders.has(basename(folder)) && existsSync(join(parent, 'package.json'));
  return isOfBuild ? folder : findBuildFolder(parent);
}

/** The key of the registry on `globalThis`, which is shared even if this module is loaded several times. */
const registryKey = Symbol.for('@askwell/server/open-databases');

/** Returns the number of instances in this process that have each database open. */
function openDatabases(): Map<string, number> {
  const existing: unknown = Reflect.get(globalThis, registryKey);
  if (existing instanceof Map) return existing;
  const created = new Map<string, number>();
  Reflect.set(globalThis, registryKey, created);
  return created;
}

/**
 * Registers an instance. Warns in development if another instance in this process has the same database open.
 *
 * @returns A function that unregisters the instance.
 */
export function registerInstance(logger: Logger, database: string): () => void {
  const open = openDatabases();
  const file = resolve(database);
  const others = open.get(file) ?? 0;
  if (others > 0 && process.env['NODE_ENV'] !== 'production') {
    warnOnce(
      logger,
      `Another instance in this process has ${database} open. Create one instance and reuse it. If your framework loads modules several times, create it with createAskwellOnce.`,
    );
  }
  open.set(file, others + 1);
  let isRegistered = true;
  return () => {
    if (isRegistered) open.set(file, (open.get(file) ?? 1) - 1);
    isRegistered = false;
  };
}

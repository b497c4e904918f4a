import { resolve } from 'node:path';
import type { Logger } from '../logger.js';

const told = new WeakMap<Logger, Set<string>>();

/** Logs a warning the first time. */
function warnOnce(logger: Logger, message: string): void {
  const messages = told.get(logger) ?? new Set();
  told.set(logger, messages);
  if (messages.has(message)) return;
  messages.add(message);
  logger.warn({}, message);
}

/** A path that requests arrive under, where `baseUrl` has another one: links and cookies would be wrong. */
export function warnAboutMountPath(logger: Logger, mounted: string, configured: string): void {
  warnOnce(
    logger,
    `Requests arrive under "${mounted || '/'}", but the path of baseUrl is "${configured || '/'}". Set baseUrl to the URL that Askwell is mounted at, or basePath when a proxy rewrites paths.`,
  );
}

/** A client without an address, as every client of a fetch handler is that does not pass it. */
export function warnAboutMissingAddress(logger: Logger): void {
  warnOnce(
    logger,
    'A request has no client address, so all visitors share one limit of 30 requests a minute. Pass the address: askwell.fetch(request, { address }).',
  );
}

/** An instance without accounts whose host did not say who may register: the first visitor of the page would own it. */
export function warnAboutFirstRegistration(logger: Logger): void {
  warnOnce(
    logger,
    'There is no account yet, and the first visitor of /register creates one. Set registration to "closed" or "open", or let your users own accounts with getUser or accounts.ensure.',
  );
}

/** The databases that instances in this process have open: one registry, however often the module is loaded. */
const registryKey = Symbol.for('@askwell/server/open-databases');

function registry(): Map<string, number> {
  const known: unknown = Reflect.get(globalThis, registryKey);
  if (known instanceof Map) return known;
  const made = new Map<string, number>();
  Reflect.set(globalThis, registryKey, made);
  return made;
}

/** Counts an instance, and warns in development where another one has the same file open. Returns what discounts it. */
export function registerInstance(logger: Logger, database: string): () => void {
  const open = registry();
  const file = resolve(database);
  const others = open.get(file) ?? 0;
  if (others > 0 && process.env['NODE_ENV'] !== 'production') {
    warnOnce(
      logger,
      `Another instance in this process has ${database} open. Create one and keep it, on globalThis where modules are reloaded in development.`,
    );
  }
  open.set(file, others + 1);
  let counted = true;
  return () => {
    if (counted) open.set(file, (open.get(file) ?? 1) - 1);
    counted = false;
  };
}

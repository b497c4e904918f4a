import type { Askwell } from './askwell-interface.js';
import { OptionError } from './base/validation/option-error.js';
import { createAskwell } from './create-askwell.js';
import type { AskwellOptions } from './instance/options/options.js';

/** The instance of a process. */
interface KeptInstance {
  current: Askwell;
  options: AskwellOptions;
  /** What callers have. It stays valid when `current` is replaced. */
  readonly askwell: Askwell;
}

/** The key on `globalThis`, which is shared even if this module is loaded several times. */
const registryKey = Symbol.for('@askwell/server/instance');

/** Returns the registry of the process, which has at most one entry. */
function registry(): Map<'instance', KeptInstance> {
  const existing: unknown = Reflect.get(globalThis, registryKey);
  if (existing instanceof Map) return existing;
  const created = new Map<'instance', KeptInstance>();
  Reflect.set(globalThis, registryKey, created);
  return created;
}

/**
 * Creates the one Askwell of a process, for frameworks that load the module of the app several times. Later calls return the
 * same instance. Outside of production they also replace its options: after a change of the code in development, everything
 * that has the instance uses the new ones.
 *
 * @throws TypeError that names the invalid option, or, in production, the option that differs from the first call.
 * @example
 * export const askwell = createAskwellOnce({
 *   database: process.env.ASKWELL_DATABASE ?? '',
 *   baseUrl: process.env.ASKWELL_BASE_URL,
 *   secret: process.env.ASKWELL_SECRET,
 * });
 */
export function createAskwellOnce<HostRequest = unknown>(options: AskwellOptions<HostRequest>): Askwell<HostRequest> {
  const kept = registry().get('instance');
  if (kept === undefined) return keep(options);
  if (process.env['NODE_ENV'] === 'production') requireSame(kept.options, options);
  else replace(kept, options);
  return kept.askwell;
}

function keep(options: AskwellOptions): Askwell {
  const first = createAskwell(options);
  // Hosts pass these functions on, such as to `createServer`.
  const stable: Partial<Askwell> = {
    node: (...request) => kept.current.node(...request),
    fetch: (...request) => kept.current.fetch(...request),
    async close() {
      registry().delete('instance');
      await kept.current.close();
    },
  };
  const get = (_: Askwell, name: string | symbol): unknown =>
    Reflect.get(stable, name) ?? Reflect.get(kept.current, name);
  const kept: KeptInstance = { options, current: first, askwell: new Proxy(first, { get }) };
  registry().set('instance', kept);
  return kept.askwell;
}

function replace(kept: KeptInstance, options: AskwellOptions): void {
  const previous = kept.current;
  kept.current = createAskwell(options);
  kept.options = options;
  previous.drain();
  // The next request reports a database that cannot be used.
  previous.close().catch(() => {});
}

/** A second instance with other data must not be mistaken for the first one. */
function requireSame(options: AskwellOptions, others: AskwellOptions): void {
  for (const name of ['database', 'schema', 'baseUrl', 'basePath'] as const) {
    const isText = typeof options[name] !== 'object' && typeof others[name] !== 'object';
    if (!isText || options[name] === others[name]) continue;
    throw new OptionError(
      `${name}: createAskwellOnce was called before with another value. Create a second instance with createAskwell.`,
    );
  }
}

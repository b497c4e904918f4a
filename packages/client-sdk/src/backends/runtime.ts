/** A runtime that the client recognizes. */
type Runtime = 'node' | 'bun' | 'deno' | 'workerd' | 'other';

/** The globals that differ between runtimes. */
interface Globals {
  readonly Bun?: unknown;
  readonly Deno?: unknown;
  readonly navigator?: { readonly userAgent?: string };
  readonly process?: { readonly versions?: Readonly<Record<string, string | undefined>> };
}

const globals: Globals = globalThis;

/** Returns the runtime. Bun, Deno and Cloudflare Workers can emulate the `process` of Node, so they are checked first. */
export function currentRuntime(): Runtime {
  if (globals.Bun !== undefined) return 'bun';
  if (globals.Deno !== undefined) return 'deno';
  if (globals.navigator?.userAgent === 'Cloudflare-Workers') return 'workerd';
  return globals.process?.versions?.['node'] === undefined ? 'other' : 'node';
}

/** Returns the name of the runtime, with its version if it has one, such as `node/22.1.0`. */
export function describeRuntime(): string {
  const runtime = currentRuntime();
  const version = globals.process?.versions?.[runtime];
  return version === undefined ? runtime : `${runtime}/${version}`;
}

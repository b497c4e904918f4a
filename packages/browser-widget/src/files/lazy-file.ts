import { h } from '../ui/dom.js';
import { parts } from './parts.js';
import { interfaceVersion } from './shared.js';

/** A page that sets `integrity` on the script expects the same for everything it loads. */
const isPinned = document.currentScript?.hasAttribute('integrity');

/** A file that is loaded on demand: a function that gets what it shares with the script. */
interface LoadedFile<Module> {
  readonly default: (shared: ReturnType<typeof parts>) => Module;
  readonly interfaceVersion: number;
}

/** Returns a function that loads a file from a server once. After a failure, the next call tries again. */
export function lazyFile<Module>(name: string, integrity: string): (server: string) => Promise<Module> {
  const loaded = new Map<string, Promise<Module>>();
  let failures = 0;

  async function load(server: string): Promise<Module> {
    // Browsers remember that a URL could not be imported. Another fragment makes them try again.
    const href = `${server}/embed/widget/${name}.js#${failures}`;
    // The import uses the preloaded module, or fails if the hash does not match.
    if (isPinned) document.head.append(h('link', { rel: 'modulepreload', href, integrity }));
    try {
      const file: LoadedFile<Module> = await import(href);
      // The script is of an earlier version, and has been loaded again by now: a reload of the page helps.
      if (file.interfaceVersion !== interfaceVersion) throw new Error(href);
      return file.default(parts());
    } catch (error) {
      failures++;
      loaded.delete(server);
      throw error;
    }
  }

  return (server) => {
    const module = loaded.get(server) ?? load(server);
    loaded.set(server, module);
    return module;
  };
}

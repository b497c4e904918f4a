import { serverFor } from '../flow/host-page.js';
import { h } from '../ui/dom.js';
import { interfaceVersion } from './interface-version.js';
import { ownScript } from './own-script.js';

/** A page that sets `integrity` on the script expects the same for everything it loads. */
const isPinned = ownScript?.hasAttribute('integrity');

/** A file that is loaded on demand: a function that gets the modules that it shares with the file that loads it. */
interface LoadedFile<Module> {
  readonly default: (shared: object) => Module;
  readonly interfaceVersion: number;
}

/**
 * Returns a function that loads a file once. After a failure, the next call tries again. The file always comes from the server of
 * the page: the attribute `server` of an element chooses data, never code.
 *
 * @param parts Returns the modules that the file gets.
 */
export function lazyFile<Module>(name: string, integrity: string, parts: () => object): () => Promise<Module> {
  let loaded: Promise<Module> | undefined;
  let failures = 0;

  async function load(): Promise<Module> {
    // Browsers remember that a URL could not be imported. Another fragment makes them try again.
    const href = `${serverFor()}/embed/widget/${name}.js#${failures}`;
    // The import uses the preloaded module, or fails if the hash does not match.
    if (isPinned) document.head.append(h('link', { rel: 'modulepreload', href, integrity }));
    try {
      const file: LoadedFile<Module> = await import(href);
      // The page loaded an earlier version of the script. A reload of the page loads the current version.
      if (file.interfaceVersion !== interfaceVersion)
        throw new Error(`${href} belongs to another version of the widget. Reload the page.`);
      return file.default(parts());
    } catch (error) {
      failures++;
      loaded = undefined;
      throw error;
    }
  }

  return () => {
    loaded ??= load();
    return loaded;
  };
}

import { h } from '../ui/dom.js';

/** A page that sets `integrity` on the script expects the same for everything it loads. */
const isPinned = document.currentScript?.hasAttribute('integrity');

let failures = 0;

/** Imports a module from the server. */
export async function importFile<Module>(url: string, integrity: string): Promise<Module> {
  // Browsers remember that a URL could not be imported. Another fragment makes them try again.
  const href = `${url}#${failures}`;
  // The import uses the preloaded module, or fails if the hash does not match.
  if (isPinned) document.head.append(h('link', { rel: 'modulepreload', href, integrity }));
  try {
    const module: Module = await import(href);
    return module;
  } catch (error) {
    failures++;
    throw error;
  }
}

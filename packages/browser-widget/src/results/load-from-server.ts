import integrity from 'askwell:results';
import { h } from '../ui/dom.js';

/** A page that sets `integrity` on the script expects the same for everything it loads. */
const isPinned = document.currentScript?.hasAttribute('integrity');

/** Loads the code that renders results from the server. Used in the script. */
export async function loadResults(server: string): Promise<typeof import('./results.js')> {
  const url = `${server}/embed/widget/results.js`;
  // The import uses the preloaded module, or fails if the hash does not match.
  if (isPinned) document.head.append(h('link', { rel: 'modulepreload', href: url, integrity }));
  const results: typeof import('./results.js') = await import(url);
  return results;
}

import integrity from 'askwell:results';
import { h } from '../ui/dom.js';

/** Whoever says what the script has to be means all of it. */
const isPinned = document.currentScript?.hasAttribute('integrity');

/** Loads what draws results: for the script, from the server that it came from. */
export async function loadResults(server: string): Promise<typeof import('./results.js')> {
  const url = `${server}/embed/widget/results.js`;
  // A module that was loaded with its integrity is the one that is imported then, or none is.
  if (isPinned) document.head.append(h('link', { rel: 'modulepreload', href: url, integrity }));
  const results: typeof import('./results.js') = await import(url);
  return results;
}

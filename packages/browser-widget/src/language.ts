import { readFile } from './api.js';
import { type Messages, speak, tableOf, type Words } from './words.js';

/** The words for an element: by its own `lang`, what the ask is written in, the page's, or the browser's language. */
export async function wordsFor(host: Element, server: string, locale: string | null): Promise<Words> {
  const tag = host.getAttribute('lang') || locale || host.closest('[lang]')?.getAttribute('lang') || navigator.language;
  const table = tableOf(tag);
  if (!table) return speak('en');
  const messages = await readFile<Messages>(`${server}/embed/languages/${table}.json`);
  return messages ? speak(tag, messages) : speak('en');
}

/** The source of a script element. */
export interface ScriptSource {
  /** The absolute URL, as in `HTMLScriptElement.src`. */
  readonly src: string;
}

/** The URLs of the script: the current version, and one fixed version. */
const address = /^(https?:\/\/[^?#]+?)(\/embed\/widget\/[^/]+)?\/widget\.js([?#]|$)/;

/**
 * Returns the URL of the server whose `/widget.js` a script element loads, with the base path and without a slash at the end.
 * Returns null for other scripts.
 *
 * @example
 * // <script async src="https://example.com/polls/widget.js"></script>
 * serverUrl(script); // 'https://example.com/polls'
 */
export function serverUrl({ src }: ScriptSource): string | null {
  return address.exec(src)?.[1] ?? null;
}

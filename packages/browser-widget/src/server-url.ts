/** As much of a script element as tells where it came from. */
export interface ScriptSource {
  /** The resolved address, as `HTMLScriptElement.src` gives it. */
  readonly src: string;
}

/** What the server calls the file: always the current one, or one version for good. */
const address = /^(https?:\/\/[^?#]+?)(\/embed\/widget\/[^/]+)?\/widget\.js([?#]|$)/;

/**
 * Where the server is whose `/widget.js` this script tag loads: its address with the base path, without a slash at the
 * end. Null when the tag loads something else.
 *
 * @example
 * // <script async src="https://example.com/polls/widget.js"></script>
 * serverUrl(script); // 'https://example.com/polls'
 */
export function serverUrl({ src }: ScriptSource): string | null {
  return address.exec(src)?.[1] ?? null;
}

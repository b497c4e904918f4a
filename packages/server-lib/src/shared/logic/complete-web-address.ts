/** A host name with a dot and, after it, nothing but a port, a path, a query or a fragment. Numbers such as 3.14 do not match. */
const withoutScheme = /^[^\s:/?#@.]+(\.[^\s:/?#@.]+)*\.\p{L}[^\s:/?#@.]*(:\d+)?([/?#]|$)/u;

/** Adds `https://` to a web address that was entered without its scheme, such as `linkedin.com/in/ada`. */
export function completeWebAddress(text: string): string {
  return withoutScheme.test(text) ? `https://${text}` : text;
}

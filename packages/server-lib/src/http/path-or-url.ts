/** Returns whether a text is a path on the same host, or an http or https URL. */
export function isPathOrUrl(text: string): boolean {
  const isPath = /^\/(?![/\\])/.test(text) && URL.canParse(text, 'http://localhost');
  return isPath || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol));
}

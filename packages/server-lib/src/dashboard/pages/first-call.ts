/** Returns the example request of the quick start. */
export function firstCall(url: string): string {
  return `curl ${url}/api/v1/me \\\n  -H "X-API-Key: $ASKWELL_KEY"`;
}

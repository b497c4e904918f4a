/** The first call anyone makes, to a service at an address. */
export function firstCall(url: string): string {
  return `curl ${url}/api/v1/me \\\n  -H "X-API-Key: $ASKWELL_KEY"`;
}

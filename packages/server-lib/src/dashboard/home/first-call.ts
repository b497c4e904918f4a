/** Returns the command of the quick start, which creates a poll. The shell reads the key from `ASKWELL_KEY`. */
export function firstCall(url: string): string {
  return `curl -X POST ${url}/api/v1/polls \\
  -H "X-API-Key: $ASKWELL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"title": "Lunch on Friday?", "options": ["Soup", "Salad"]}'`;
}

/** Returns a command that lists polls, for a key that cannot create them. */
export function readCall(url: string): string {
  return `curl ${url}/api/v1/polls \\\n  -H "X-API-Key: $ASKWELL_KEY"`;
}

/**
 * Parses a JSON object. Returns undefined if the text is not a JSON object. The only place that trusts the server to send
 * the expected type.
 */
export function parse<Body extends object>(text: string): Body | undefined {
  try {
    const body: Body | null = JSON.parse(text);
    return body !== null && typeof body === 'object' ? body : undefined;
  } catch {
    return undefined;
  }
}

/** @throws TypeError if the value cannot be serialized. */
export function toJson(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new TypeError('The body must be serializable as JSON: no BigInt and no circular references.', {
      cause: error,
    });
  }
}

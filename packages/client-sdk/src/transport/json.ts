/** The one place where what came over the wire is taken for what the contract says; undefined when it is no JSON object. */
export function parse<Body extends object>(text: string): Body | undefined {
  try {
    const body: Body | null = JSON.parse(text);
    return body !== null && typeof body === 'object' ? body : undefined;
  } catch {
    return undefined;
  }
}

export function toJson(body: unknown): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new TypeError('The body must be serializable as JSON: no BigInt and no circular references.', {
      cause: error,
    });
  }
}

/** What a test sends. A body that is an object goes as JSON. */
export interface Call {
  readonly key?: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  /** A visitor's address, for servers that trust the test as their proxy. */
  readonly from?: string;
}

export interface JsonReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** A member of the parsed body by its dotted path: `data.options.0.id`. */
  at(path: string): unknown;
  /** The same, as text: ids and cursors. */
  id(path: string): string;
}

/** Sends requests to `/api/v1` and parses what comes back. */
export function createClient(server: { readonly url: string }) {
  return async (method: string, path: string, { key, body, headers = {}, from }: Call = {}): Promise<JsonReply> => {
    const reply = await fetch(`${server.url}/api/v1${path}`, {
      method,
      headers: {
        ...(key === undefined ? {} : { 'X-API-Key': key }),
        ...(body === undefined || typeof body === 'string' ? {} : { 'Content-Type': 'application/json' }),
        ...(from === undefined ? {} : { 'X-Forwarded-For': from }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
      redirect: 'manual',
    });
    const text = await reply.text();
    const at = (wanted: string) => pick(text.startsWith('{') ? JSON.parse(text) : undefined, wanted);
    return { status: reply.status, headers: reply.headers, text, at, id: (wanted) => String(at(wanted)) };
  };
}

function pick(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    return Object.entries(inner).find(([member]) => member === name)?.[1];
  }, value);
}

let addresses = 0;

/** An address that no other request of the tests comes from. */
export function newAddress(): string {
  addresses++;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

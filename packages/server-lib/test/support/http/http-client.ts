import { type Requests, send } from './requests.js';

export interface CallOptions {
  readonly key?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Sent as JSON, unless it is text or bytes. */
  readonly body?: unknown;
  /** The IP address of a visitor, for servers that trust the test as their proxy. */
  readonly from?: string | undefined;
}

/** A reply with its whole body. */
export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed JSON body; undefined for any other body. */
  readonly body: unknown;
  /** Returns a member of the JSON body by its dotted path, such as `data.options.0.id`. */
  at(path: string): unknown;
  /** Returns a member of the JSON body as text, for IDs and cursors. */
  id(path: string): string;
}

/** Sends a request of the REST API. The path starts below `/api/v1`. */
export type Client = (method: string, path: string, options?: CallOptions) => Promise<Reply>;

/** Sends a request and reads the whole reply. Redirects are not followed. */
export async function call(server: Requests, method: string, path: string, options: CallOptions = {}): Promise<Reply> {
  return readReply(await send(server, server.url + path, toRequestInit(method, options)));
}

/** Returns a client of a server's REST API. */
export function createClient(server: Requests): Client {
  return (method, path, options) => call(server, method, `/api/v1${path}`, options);
}

/** Returns the settings of a fetch `Request` for a call. */
export function toRequestInit(method: string, { key, headers = {}, body, from }: CallOptions): RequestInit {
  const merged = new Headers();
  if (body !== undefined) merged.set('content-type', 'application/json');
  if (key !== undefined) merged.set('x-api-key', key);
  if (from !== undefined) merged.set('x-forwarded-for', from);
  for (const [name, value] of Object.entries(headers)) merged.set(name, value);
  const init: RequestInit = { method, headers: merged, redirect: 'manual' };
  if (body !== undefined) init.body = toBody(body);
  return init;
}

/** A `Blob` keeps `fetch` from adding its own content type. */
function toBody(body: unknown): string | Blob {
  if (typeof body === 'string') return new Blob([body]);
  return body instanceof Uint8Array ? new Blob([new Uint8Array(body)]) : JSON.stringify(body);
}

export async function readReply(response: Response): Promise<Reply> {
  const { status, headers } = response;
  const text = await response.text();
  const isJson = headers.get('content-type')?.startsWith('application/json') && text !== '';
  const body: unknown = isJson ? JSON.parse(text) : undefined;
  const at = (path: string) => memberAt(body, path);
  return { status, headers, text, body, at, id: (path) => String(at(path)) };
}

/** Returns a member of a value by its dotted path. */
export function memberAt(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((inner, name) => {
    if (typeof inner !== 'object' || inner === null) return undefined;
    return Object.entries(inner).find(([member]) => member === name)?.[1];
  }, value);
}

let addresses = 0;

/** Returns an IP address that no other request of the tests comes from. */
export function newAddress(): string {
  addresses++;
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`;
}

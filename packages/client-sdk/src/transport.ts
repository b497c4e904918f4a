import { type Dispatcher, request } from 'undici';
import { version } from '../package.json';
import { ApiError, AskwellError, ConnectionError, TimeoutError } from './errors.js';
import type { Settings } from './settings.js';

/** What any call takes. */
export interface CallOptions {
  /** Aborts the call. */
  signal?: AbortSignal | undefined;
}

/** What a call that creates something takes. */
export interface CreateOptions extends CallOptions {
  /** The same key and values again answer with what was made the first time, and make nothing twice. */
  idempotencyKey?: string | undefined;
}

/** One part of a query; what is undefined is left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

interface Call extends CreateOptions {
  query?: Query | undefined;
  body?: object | undefined;
}

/** What goes out, written before anything is sent. */
interface Outgoing {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** Carries calls to the server and replies back. The API key is private to it, and shows nowhere. */
export class Transport {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get<Body extends object>(path: string, options: CallOptions = {}, query?: Query): Promise<Body> {
    return this.#call('GET', path, { ...options, query });
  }

  post<Body extends object>(path: string, body: object, options: CreateOptions = {}): Promise<Body> {
    return this.#call('POST', path, { ...options, body });
  }

  patch<Body extends object>(path: string, body: object, options: CallOptions = {}): Promise<Body> {
    return this.#call('PATCH', path, { ...options, body });
  }

  async delete(path: string, options: CallOptions = {}): Promise<void> {
    await this.#exchange('DELETE', path, options);
  }

  async #call<Body extends object>(method: Dispatcher.HttpMethod, path: string, call: Call): Promise<Body> {
    const reply = await this.#exchange(method, path, call);
    const body = parse<Body>(reply.text);
    if (body && 'data' in body) return body;
    throw new AskwellError('What answered is not an Askwell server. Check baseUrl.');
  }

  /** Resolves with a 2xx reply; every other one is an error. */
  async #exchange(method: Dispatcher.HttpMethod, path: string, call: Call): Promise<Reply> {
    const outgoing = { headers: this.#headersOf(call), body: call.body ? toJson(call.body) : null };
    const timeout = AbortSignal.timeout(this.#settings.timeout);
    const signal = call.signal ? AbortSignal.any([call.signal, timeout]) : timeout;
    const url = `${this.#settings.baseUrl}/api/v1${path}${toSearch(call.query)}`;
    const reply = await send(method, url, outgoing, signal).catch((error: unknown) => {
      call.signal?.throwIfAborted();
      if (timeout.aborted) throw new TimeoutError(this.#settings.timeout);
      throw new ConnectionError(this.#settings.baseUrl, error);
    });
    if (reply.status >= 200 && reply.status < 300) return reply;
    throw ApiError.from(reply.status, parse<object>(reply.text), reply.headers);
  }

  #headersOf({ body, idempotencyKey }: Call): Record<string, string> {
    const headers: Record<string, string> = {
      'x-api-key': this.#settings.apiKey,
      accept: 'application/json',
      'user-agent': `askwell-client/${version}`,
    };
    if (body) headers['content-type'] = 'application/json';
    if (idempotencyKey !== undefined) headers['idempotency-key'] = checkIdempotencyKey(idempotencyKey);
    return headers;
  }
}

async function send(
  method: Dispatcher.HttpMethod,
  url: string,
  { headers, body }: Outgoing,
  signal: AbortSignal,
): Promise<Reply> {
  const { statusCode, headers: received, body: stream } = await request(url, { method, headers, body, signal });
  return { status: statusCode, headers: received, text: await stream.text() };
}

/** What a header can't carry is the caller's mistake, not the connection's. */
function checkIdempotencyKey(key: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw new TypeError('idempotencyKey must be 1 to 255 printable ASCII characters.');
}

function toJson(body: object): string {
  try {
    return JSON.stringify(body);
  } catch (error) {
    throw new TypeError('What is sent must be plain JSON values: no BigInt, and nothing that contains itself.', {
      cause: error,
    });
  }
}

interface Reply {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly text: string;
}

function toSearch(query: Query = {}): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? '' : `?${search}`;
}

/** The one place where what came over the wire is taken for what the contract says; undefined when it is no JSON. */
function parse<Body extends object>(text: string): Body | undefined {
  try {
    const body: Body | null = JSON.parse(text);
    return body !== null && typeof body === 'object' ? body : undefined;
  } catch {
    return undefined;
  }
}

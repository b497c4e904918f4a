import type { ListBody } from '@askwell/server/contract';
import { version } from '../../package.json';
import type { Method } from '../backends/http-backend.js';
import { Call } from '../call.js';
import { type Caller, captureCaller } from '../errors/caller.js';
import { List, type ListQuery } from '../lists/list.js';
import { Page } from '../lists/page.js';
import type { CallOptions, CreateOptions, UpdateOptions } from '../options.js';
import { checkRetries, limitsOf, type Settings } from '../settings.js';
import { Download } from '../streams/download.js';
import { JsonLines } from '../streams/json-lines.js';
import { checkHeaders } from './headers.js';
import { toJson } from './json.js';
import { type Path, type Query, toPath, toSearch } from './query.js';
import { readBody, readNothing, readResource } from './read-body.js';
import type { ReadResponse } from './send-once.js';
import { type CallResult, sendWithRetries } from './send-with-retries.js';

const runtime = typeof process === 'undefined' ? '' : ` node/${process.versions.node}`;
const agent = `askwell-client/${version}${runtime}`;
const api = '/api/v1';
const none: CreateOptions & UpdateOptions = {};

/** A request, as a method of a resource has it. */
interface ApiRequest<Data> {
  readonly method: Method;
  readonly path: Path;
  readonly options: (CreateOptions & UpdateOptions) | undefined;
  readonly read: ReadResponse<Data>;
  /** Where the path begins. Default: at the API's. */
  readonly root?: string;
  readonly query?: Query | undefined;
  /** Undefined: nothing is sent along. */
  readonly body?: unknown;
  /** Sent without the API key, as visitors do. */
  readonly open?: boolean;
  readonly whenGone?: { readonly data: Data };
}

/** Carries calls to the server and replies back. The API key is private to it, and shows nowhere. */
export class Transport {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get<Data>(path: Path, options?: CallOptions): Call<Data> {
    return this.#call<Data>({ method: 'GET', path, options, read: readResource });
  }

  /** Sent with an idempotency key, which is made here if the caller has none: repeats do nothing twice. */
  post<Data>(path: Path, body: unknown, options?: CreateOptions): Call<Data> {
    return this.#call<Data>({ method: 'POST', path, body, options, read: readResource });
  }

  patch<Data>(path: Path, body: unknown, options?: UpdateOptions): Call<Data> {
    return this.#call<Data>({ method: 'PATCH', path, body, options, read: readResource });
  }

  delete(path: Path, options?: CallOptions, query?: Query): Call<void> {
    const whenGone = { data: undefined };
    return this.#call<void>({ method: 'DELETE', path, query, options, read: readNothing, whenGone });
  }

  list<Item>(path: Path, query: ListQuery = {}, options?: CallOptions): List<Item> {
    const open = (query: ListQuery): Call<Page<Item>> => {
      const read: ReadResponse<Page<Item>> = async (response, timer) =>
        new Page(await readBody<ListBody<Item>>(response, timer), (cursor) => open({ ...query, cursor }));
      return this.#call({ method: 'GET', path, query, options, read });
    };
    return new List(open, query);
  }

  /** All of a list as a CSV file. */
  csv(path: Path, query?: Query, options?: CallOptions): Call<Download> {
    return this.#stream(path, { ...query, format: 'csv' }, options, (download) => download);
  }

  /** All of a list, a line each. */
  jsonl<Item extends object>(path: Path, query?: Query, options?: CallOptions): Call<JsonLines<Item>> {
    return this.#stream(path, { ...query, format: 'jsonl' }, options, (download) => new JsonLines<Item>(download));
  }

  /** What visitors send. */
  postOpenly<Data>(path: Path, body: unknown, options?: CreateOptions): Call<Data> {
    return this.#call<Data>({ method: 'POST', path, body, options, open: true, read: readResource });
  }

  /** What visitors are shown. */
  embed<Data>(path: Path, options?: CallOptions): Call<Data> {
    return this.#call<Data>({ method: 'GET', root: '/embed', path, options, open: true, read: readResource });
  }

  #stream<Data>(
    path: Path,
    query: Query,
    options: CallOptions | undefined,
    wrap: (file: Download) => Data,
  ): Call<Data> {
    const read: ReadResponse<Data> = async (...parts) => wrap(new Download(...parts));
    return this.#call({ method: 'GET', path, query, options, read });
  }

  #call<Data>(request: ApiRequest<Data>): Call<Data> {
    return new Call(this.#send(request, captureCaller()));
  }

  async #send<Data>(request: ApiRequest<Data>, caller: Caller): Promise<CallResult<Data>> {
    const settings = this.#settings;
    const { method, root = api, path, query, body, options = none, read, whenGone } = request;
    return await sendWithRetries({
      request: {
        method,
        origin: settings.origin,
        path: settings.basePath + root + toPath(path) + (query ? toSearch(query) : ''),
        headers: headersOf(request, settings, options),
        body: body === undefined ? null : toJson(body),
      },
      backend: settings.backend,
      apiKey: settings.apiKey,
      caller,
      limits: limitsOf(settings, options),
      maxRetries: options.maxRetries === undefined ? settings.maxRetries : checkRetries(options.maxRetries),
      hooks: settings.hooks,
      read,
      whenGone,
    });
  }
}

function headersOf(
  { method, body, open }: Pick<ApiRequest<unknown>, 'method' | 'body' | 'open'>,
  settings: Settings,
  { headers, idempotencyKey, ifMatch }: CreateOptions & UpdateOptions,
): Record<string, string> {
  const written: Record<string, string> = { ...settings.headers, ...(headers && checkHeaders(headers)) };
  written['accept'] = 'application/json';
  written['user-agent'] = agent;
  if (!open) written['x-api-key'] = settings.apiKey;
  if (body !== undefined) written['content-type'] = 'application/json';
  if (method === 'POST') written['idempotency-key'] = checkIdempotencyKey(idempotencyKey ?? crypto.randomUUID());
  if (ifMatch !== undefined) written['if-match'] = `"${ifMatch}"`;
  return written;
}

/** What a header can't carry is the caller's mistake, not the connection's. */
function checkIdempotencyKey(key: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw new TypeError('`idempotencyKey` must be 1 to 255 printable ASCII characters.');
}

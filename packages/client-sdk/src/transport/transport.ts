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
import { type Path, type Query, toPath, toQueryString } from './query.js';
import { readBody, readNothing, readResource } from './read-body.js';
import type { ReadResponse } from './send-once.js';
import { type CallResult, sendWithRetries } from './send-with-retries.js';

const runtime = typeof process === 'undefined' ? '' : ` node/${process.versions.node}`;
const userAgent = `askwell-client/${version}${runtime}`;
const apiRoot = '/api/v1';
const noOptions: CreateOptions & UpdateOptions = {};

/** A request of a resource method. */
interface ApiRequest<Data> {
  readonly method: Method;
  readonly path: Path;
  readonly options: (CreateOptions & UpdateOptions) | undefined;
  readonly read: ReadResponse<Data>;
  /** The path that `path` is relative to. Default: the root of the REST API. */
  readonly root?: string;
  readonly query?: Query | undefined;
  /** The value to send as JSON. Default: no body. */
  readonly body?: unknown;
  /** Whether the request is sent without the API key, like those of visitors. */
  readonly isPublic?: boolean;
  readonly resultIfGone?: { readonly data: Data };
}

/** Sends the requests of all resources. The API key is private to it. */
export class Transport {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  get<Data>(path: Path, options?: CallOptions): Call<Data> {
    return this.#call<Data>({ method: 'GET', path, options, read: readResource });
  }

  post<Data>(path: Path, body: unknown, options?: CreateOptions): Call<Data> {
    return this.#call<Data>({ method: 'POST', path, body, options, read: readResource });
  }

  patch<Data>(path: Path, body: unknown, options?: UpdateOptions): Call<Data> {
    return this.#call<Data>({ method: 'PATCH', path, body, options, read: readResource });
  }

  delete(path: Path, options?: CallOptions, query?: Query): Call<void> {
    const resultIfGone = { data: undefined };
    return this.#call<void>({ method: 'DELETE', path, query, options, read: readNothing, resultIfGone });
  }

  list<Item>(path: Path, query: ListQuery = {}, options?: CallOptions): List<Item> {
    const getPage = (query: ListQuery): Call<Page<Item>> => {
      const read: ReadResponse<Page<Item>> = async (response, timer) =>
        new Page(await readBody<ListBody<Item>>(response, timer), (cursor) => getPage({ ...query, cursor }));
      return this.#call({ method: 'GET', path, query, options, read });
    };
    return new List(getPage, query);
  }

  /** Gets a list as a CSV file. */
  csv(path: Path, query?: Query, options?: CallOptions): Call<Download> {
    return this.#stream(path, { ...query, format: 'csv' }, options, (download) => download);
  }

  /** Gets a list as JSON Lines. */
  jsonl<Item extends object>(path: Path, query?: Query, options?: CallOptions): Call<JsonLines<Item>> {
    return this.#stream(path, { ...query, format: 'jsonl' }, options, (download) => new JsonLines<Item>(download));
  }

  /** Sends a POST request without the API key. */
  postPublic<Data>(path: Path, body: unknown, options?: CreateOptions): Call<Data> {
    return this.#call<Data>({ method: 'POST', path, body, options, isPublic: true, read: readResource });
  }

  /** Sends a GET request to the embed API without the API key. */
  getPublic<Data>(path: Path, options?: CallOptions): Call<Data> {
    return this.#call<Data>({ method: 'GET', root: '/embed', path, options, isPublic: true, read: readResource });
  }

  #stream<Data>(
    path: Path,
    query: Query,
    options: CallOptions | undefined,
    wrap: (download: Download) => Data,
  ): Call<Data> {
    const read: ReadResponse<Data> = async (...args) => wrap(new Download(...args));
    return this.#call({ method: 'GET', path, query, options, read });
  }

  #call<Data>(request: ApiRequest<Data>): Call<Data> {
    return new Call(this.#send(request, captureCaller()));
  }

  async #send<Data>(request: ApiRequest<Data>, caller: Caller): Promise<CallResult<Data>> {
    const settings = this.#settings;
    const { method, root = apiRoot, path, query, body, options = noOptions, read, resultIfGone } = request;
    return await sendWithRetries({
      request: {
        method,
        origin: settings.origin,
        path: settings.basePath + root + toPath(path) + (query ? toQueryString(query) : ''),
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
      resultIfGone,
    });
  }
}

function headersOf(
  { method, body, isPublic }: Pick<ApiRequest<unknown>, 'method' | 'body' | 'isPublic'>,
  settings: Settings,
  { headers: callHeaders, idempotencyKey, ifMatch }: CreateOptions & UpdateOptions,
): Record<string, string> {
  const headers: Record<string, string> = { ...settings.headers, ...(callHeaders && checkHeaders(callHeaders)) };
  headers['accept'] = 'application/json';
  headers['user-agent'] = userAgent;
  if (!isPublic) headers['x-api-key'] = settings.apiKey;
  if (body !== undefined) headers['content-type'] = 'application/json';
  // The key is the same for all retries, so that the server does nothing twice.
  if (method === 'POST') headers['idempotency-key'] = checkIdempotencyKey(idempotencyKey ?? crypto.randomUUID());
  if (ifMatch !== undefined) headers['if-match'] = `"${ifMatch}"`;
  return headers;
}

/** Reports an invalid key as a TypeError. Otherwise it would look like a connection failure. */
function checkIdempotencyKey(key: string): string {
  if (/^[\x20-\x7e]{1,255}$/.test(key)) return key;
  throw new TypeError('`idempotencyKey` must be 1 to 255 printable ASCII characters.');
}

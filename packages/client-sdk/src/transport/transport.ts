import type { ListBody } from '@askwell/server/contract';
import { Call } from '../call.js';
import { type Caller, captureCaller } from '../errors/caller.js';
import { List, type ListQuery } from '../lists/list.js';
import { Page } from '../lists/page.js';
import { checkCallOptions, checkQueryNames } from '../option-names.js';
import type { CallOptions, CreateOptions, UpdateOptions } from '../options.js';
import { limitsOf, retryLimitsOf, type Settings } from '../settings.js';
import { Download } from '../streams/download.js';
import { JsonLines } from '../streams/json-lines.js';
import type { Timing } from '../timeouts/timing.js';
import { toJson } from './json.js';
import { type Path, type Query, toPath, toQueryString } from './query.js';
import { readBody, readNothing, readResource } from './read-body.js';
import { type HeaderInput, headersOf } from './request-headers.js';
import type { ReadResponse } from './send-once.js';
import { type CallResult, sendWithRetries } from './send-with-retries.js';

const apiRoot = '/api/v1';
const noOptions: CreateOptions & UpdateOptions = {};

/** A request of a resource method. */
interface ApiRequest<Data> extends HeaderInput {
  readonly path: Path;
  readonly options: (CreateOptions & UpdateOptions) | undefined;
  readonly read: ReadResponse<Data>;
  /** The path that `path` is relative to. Default: the root of the REST API. */
  readonly root?: string;
  readonly query?: Query | undefined;
  /** Whether `read` reads the body in chunks. */
  readonly isStream?: boolean;
  readonly resultIfGone?: { readonly data: Data };
}

/** Sends the requests of all resources. The API key is private to it. */
export class Transport {
  readonly #settings: Settings;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** The clocks and timers of the client. */
  get timing(): Timing {
    return this.#settings.timing;
  }

  get<Data>(path: Path, options?: CallOptions, query?: Query): Call<Data> {
    return this.#call<Data>({ method: 'GET', path, query, options, read: readResource });
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
        new Page(await readBody<ListBody<Item>>(response, timer), query.cursor, (cursor) =>
          getPage({ ...query, cursor }),
        );
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

  /** Sends a POST request to the embed API without the API key. */
  postEmbed<Data>(path: Path, body: unknown, options?: CallOptions): Call<Data> {
    return this.#call<Data>({
      method: 'POST',
      root: '/embed',
      path,
      body,
      options,
      isPublic: true,
      read: readResource,
    });
  }

  /** Gets a stream of server-sent events. */
  events(path: Path, query: Query, options?: CallOptions): Call<Download> {
    return this.#stream(path, query, options, (download) => download, 'text/event-stream');
  }

  #stream<Data>(
    path: Path,
    query: Query,
    options: CallOptions | undefined,
    wrap: (download: Download) => Data,
    accept?: string,
  ): Call<Data> {
    const read: ReadResponse<Data> = async (...args) => wrap(new Download(...args));
    return this.#call({ method: 'GET', path, query, options, read, isStream: true, accept });
  }

  #call<Data>(request: ApiRequest<Data>): Call<Data> {
    return new Call(this.#send(request, captureCaller()));
  }

  async #send<Data>(request: ApiRequest<Data>, caller: Caller): Promise<CallResult<Data>> {
    const settings = this.#settings;
    const { method, root = apiRoot, path, query, body, options = noOptions, read, resultIfGone } = request;
    checkCallOptions(options);
    if (query) checkQueryNames(query);
    return await sendWithRetries({
      request: {
        method,
        origin: settings.origin,
        path: settings.basePath + root + toPath(path) + (query ? toQueryString(query) : ''),
        headers: headersOf(request, settings, options),
        body: body === undefined ? null : toJson(body),
        isStream: request.isStream ?? false,
      },
      backend: settings.backend,
      apiKey: settings.apiKey,
      caller,
      limits: limitsOf(settings, options),
      ...retryLimitsOf(settings, options),
      hooks: settings.hooks,
      read,
      resultIfGone,
    });
  }
}

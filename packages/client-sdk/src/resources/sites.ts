import type { ListBody, ResourceBody, Site, SiteChanges, SiteDraft } from '@askwell/server/contract';
import type { CallOptions, CreateOptions, Transport } from '../transport.js';

/** Which page of a list. */
export interface ListOptions extends CallOptions {
  /** How many at most, 1 to 100. Default: 25. */
  limit?: number | undefined;
  /** The `meta.next_cursor` of the page before. */
  cursor?: string | undefined;
  /** `desc` begins with the newest, and is the default. */
  order?: 'asc' | 'desc' | undefined;
}

/** Sites group asks and keys, and say which origins may answer. Changing them takes a key of the whole account. */
export class Sites {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async create(draft: SiteDraft, options?: CreateOptions): Promise<Site> {
    return (await this.#transport.post<ResourceBody<Site>>('/sites', draft, options)).data;
  }

  /** One page; `meta.next_cursor` leads to the next, and is null on the last. */
  list({ signal, limit, cursor, order }: ListOptions = {}): Promise<ListBody<Site>> {
    return this.#transport.get<ListBody<Site>>('/sites', { signal }, { limit, cursor, order });
  }

  async get(id: number, options?: CallOptions): Promise<Site> {
    return (await this.#transport.get<ResourceBody<Site>>(sitePath(id), options)).data;
  }

  /** Changes what is given and leaves the rest. */
  async update(id: number, changes: SiteChanges, options?: CallOptions): Promise<Site> {
    return (await this.#transport.patch<ResourceBody<Site>>(sitePath(id), changes, options)).data;
  }

  /** Deletes a site that has no keys. */
  async delete(id: number, options?: CallOptions): Promise<void> {
    await this.#transport.delete(sitePath(id), options);
  }
}

function sitePath(id: number): string {
  return `/sites/${encodeURIComponent(id)}`;
}

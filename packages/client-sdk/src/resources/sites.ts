import type { Site, SiteChanges, SiteDraft } from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { List, ListQuery } from '../lists/list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';

/** Sites group asks and keys, and say which origins may answer. Changing them takes a key of the whole account. */
export class Sites {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Makes a site. */
  create(draft: SiteDraft, options?: CreateOptions): Call<Site> {
    return this.#transport.post(['sites'], draft, options);
  }

  /** All sites that the key opens; the newest first. */
  list(query?: ListQuery, options?: CallOptions): List<Site> {
    return this.#transport.list(['sites'], query, options);
  }

  /** One site. */
  get(id: number, options?: CallOptions): Call<Site> {
    return this.#transport.get(['sites', id], options);
  }

  /** Changes what is given and leaves the rest. */
  update(id: number, changes: SiteChanges, options?: CallOptions): Call<Site> {
    return this.#transport.patch(['sites', id], changes, options);
  }

  /** Deletes a site that has no keys, polls, quizzes or forms. */
  delete(id: number, options?: CallOptions): Call<void> {
    return this.#transport.delete(['sites', id], options);
  }
}

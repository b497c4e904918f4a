import type { Design, DesignDraft, Site, SiteChanges, SiteDraft } from '@askwell/server/contract';
import type { Call } from '../call.js';
import type { List, ListQuery } from '../lists/list.js';
import type { CallOptions, CreateOptions } from '../options.js';
import type { Transport } from '../transport/transport.js';

/**
 * Manages sites. A site groups API keys, polls, quizzes and forms, and lists the origins that may submit answers. Changes
 * require an API key of the whole account.
 */
export class Sites {
  readonly #transport: Transport;
  /** Manages the designs of sites. */
  readonly design: SiteDesigns;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
    this.design = new SiteDesigns(transport);
  }

  /**
   * Creates a site.
   *
   * @throws {@link ValidationError} if a value is invalid.
   * @throws {@link PermissionError} if the API key is scoped to a site.
   *
   * @example
   * const site = await askwell.sites.create({ name: 'Shop', origins: ['https://shop.example.com'] });
   */
  create(draft: SiteDraft, options?: CreateOptions): Call<Site> {
    return this.#transport.post(['sites'], draft, options);
  }

  /** Lists the sites that the API key has access to, the newest first. */
  list(query?: ListQuery, options?: CallOptions): List<Site> {
    return this.#transport.list(['sites'], query, options);
  }

  /**
   * Returns a site.
   *
   * @throws {@link NotFoundError} if the site does not exist.
   */
  get(id: number, options?: CallOptions): Call<Site> {
    return this.#transport.get(['sites', id], options);
  }

  /**
   * Updates a site. Fields that `changes` does not contain keep their values.
   *
   * @throws {@link ValidationError} if a value is invalid.
   */
  update(id: number, changes: SiteChanges, options?: CallOptions): Call<Site> {
    return this.#transport.patch(['sites', id], changes, options);
  }

  /**
   * Deletes a site.
   *
   * @throws {@link ConflictError} if the site still has API keys, polls, quizzes or forms.
   */
  delete(id: number, options?: CallOptions): Call<void> {
    return this.#transport.delete(['sites', id], options);
  }
}

/** Manages the design of a site, which is the default of its polls, quizzes and forms. */
export class SiteDesigns {
  readonly #transport: Transport;

  /** @internal */
  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Returns the design. Members that the site does not set are null.
   *
   * @param siteId The ID of the site.
   */
  get(siteId: number, options?: CallOptions): Call<Design> {
    return this.#transport.get(['sites', siteId, 'design'], options);
  }

  /**
   * Changes the design. Members that `changes` does not contain keep their values, and null clears them.
   *
   * @param siteId The ID of the site.
   *
   * @example
   * await askwell.sites.design.update(site.id, { accent: '#0a7d5a' });
   */
  update(siteId: number, changes: DesignDraft, options?: CallOptions): Call<Design> {
    return this.#transport.patch(['sites', siteId, 'design'], changes, options);
  }

  /**
   * Removes the design.
   *
   * @param siteId The ID of the site.
   */
  delete(siteId: number, options?: CallOptions): Call<void> {
    return this.#transport.delete(['sites', siteId, 'design'], options);
  }
}

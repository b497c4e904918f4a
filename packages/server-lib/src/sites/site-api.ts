import { type FindScope, requireScope } from '../accounts/account-api.js';
import type { AccountRef } from '../accounts/account-ref.js';
import { AskwellError } from '../errors.js';
import type { Site, SiteChanges, SiteDraft } from '../shared/contract/resources.js';
import { iterateBatches, type PageRequest } from '../store/paging.js';
import { check } from '../validation/check.js';
import { siteChanges, siteDraft } from './site-schema.js';
import { type SiteService, toSite } from './site-service.js';

/** Manages the sites of an account from the host's own code. Failures are thrown as {@link AskwellError}. */
export interface SiteApi {
  /**
   * Creates a site.
   *
   * @throws AskwellError with the code `invalid`, or `conflict` if the account has the maximum number of sites.
   */
  create(account: AccountRef, draft: SiteDraft): Promise<Site>;
  /**
   * Returns a site.
   *
   * @throws AskwellError with the code `not_found` if the account has no such site.
   */
  get(account: AccountRef, id: number): Promise<Site>;
  /** Lists all sites of the account, newest first. Reads them in pages during the iteration. */
  list(account: AccountRef): AsyncGenerator<Site, void>;
  /**
   * Updates a site. Absent members keep their values.
   *
   * @throws AskwellError with the code `invalid`, or `not_found` if the account has no such site.
   */
  update(account: AccountRef, id: number, changes: SiteChanges): Promise<Site>;
  /**
   * Deletes a site.
   *
   * @throws AskwellError with the code `conflict` if the site has API keys, polls, quizzes or forms, or `not_found` if the
   * account has no such site.
   */
  delete(account: AccountRef, id: number): Promise<void>;
}

export function createSiteApi(sites: SiteService, findScope: FindScope): SiteApi {
  const scopeOf = requireScope(findScope);

  async function find(account: AccountRef, id: number): Promise<Site> {
    const row = await sites.find(await scopeOf(account), id);
    if (!row) throw new AskwellError('not_found');
    return toSite(row);
  }

  return {
    async create(account, draft) {
      return toSite(await sites.create(await scopeOf(account), check(siteDraft, draft)));
    },

    get: find,

    async *list(account) {
      const scope = await findScope(account);
      if (!scope) return;
      const pages = iterateBatches(
        (page: PageRequest) => sites.list(scope, page),
        { after: null, order: 'desc' },
        scope.account,
      );
      for await (const rows of pages) yield* rows.map(toSite);
    },

    async update(account, id, changes) {
      await find(account, id);
      return toSite(await sites.update(await scopeOf(account), id, check(siteChanges, changes)));
    },

    async delete(account, id) {
      await find(account, id);
      await sites.delete(await scopeOf(account), id);
    },
  };
}

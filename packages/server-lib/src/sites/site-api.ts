import type { AccountRef, ResolveScope } from '../accounts/account-api.js';
import type { Site, SiteChanges, SiteDraft } from '../contract/resources.js';
import { AskwellError } from '../errors.js';
import { iterateBatches, type PageRequest } from '../store/paging.js';
import { check } from '../validation/check.js';
import { siteChanges, siteDraft } from './site-schema.js';
import { type SiteService, toSite } from './site-service.js';

/** The sites of an account, for the host's own code. Refusals are thrown as {@link AskwellError}. */
export interface SiteApi {
  create(account: AccountRef, draft: SiteDraft): Promise<Site>;
  get(account: AccountRef, id: number): Promise<Site>;
  /** All of them, newest first, read as they are iterated. */
  list(account: AccountRef): AsyncGenerator<Site, void>;
  /** Absent members stay as they are. */
  update(account: AccountRef, id: number, changes: SiteChanges): Promise<Site>;
  /** @throws AskwellError with the code `conflict` while the site has API keys, polls, quizzes or forms. */
  delete(account: AccountRef, id: number): Promise<void>;
}

export function createSiteApi(sites: SiteService, scopeOf: ResolveScope): SiteApi {
  async function find(account: AccountRef, id: number): Promise<Site> {
    const row = Number.isSafeInteger(id) ? await sites.find(await scopeOf(account), id) : undefined;
    if (!row) throw new AskwellError('not_found');
    return toSite(row);
  }

  return {
    async create(account, draft) {
      return toSite(await sites.create(await scopeOf(account), check(siteDraft, draft)));
    },

    get: find,

    async *list(account) {
      const scope = await scopeOf(account);
      const pages = iterateBatches((page: PageRequest) => sites.list(scope, page), { after: null, order: 'desc' });
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

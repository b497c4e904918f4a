import type { AccountRef } from '../../owners/accounts/account-ref.js';
import type { Design, DesignDraft, Site, SiteChanges, SiteDraft } from '../../shared/contract/resources.js';
import type { ListOrder, UpdateOptions } from '../operations/call-operation.js';

/** Manages the design of a site, which is the default of its polls, quizzes and forms. */
export interface SiteDesignApi {
  /** Returns the design. Members that the site does not set are null. */
  get(account: AccountRef, id: number): Promise<Design>;
  /**
   * Changes the design. Absent members keep their values, and null clears them.
   *
   * @throws AskwellError with the code `invalid`, or `precondition_failed` if the site has another version than `ifMatch`.
   */
  update(account: AccountRef, id: number, changes: DesignDraft, options?: UpdateOptions): Promise<Design>;
  /** Removes the design. */
  delete(account: AccountRef, id: number, options?: UpdateOptions): Promise<void>;
}

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
  list(account: AccountRef, choice?: ListOrder): AsyncGenerator<Site, void>;
  /**
   * Updates a site. Absent members keep their values.
   *
   * @throws AskwellError with the code `invalid`, `not_found` if the account has no such site, or `precondition_failed` if the site
   * has another version than `ifMatch`.
   */
  update(account: AccountRef, id: number, changes: SiteChanges, options?: UpdateOptions): Promise<Site>;
  /**
   * Deletes a site.
   *
   * @throws AskwellError with the code `conflict` if the site has API keys, polls, quizzes or forms, `not_found` if the account has no
   * such site, or `precondition_failed` if the site has another version than `ifMatch`.
   */
  delete(account: AccountRef, id: number, options?: UpdateOptions): Promise<void>;
  /** The design of a site. */
  readonly design: SiteDesignApi;
}

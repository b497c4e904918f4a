import type { AccountService } from '../../owners/accounts/account-service.js';
import type { KeyService } from '../../owners/keys/key-service.js';
import type { SiteService } from '../../owners/sites/site-service.js';
import { meOperation } from '../accounts/account-operations.js';
import { siteDesignOperations } from '../asks/site-design-operations.js';
import { siteOperations } from '../sites/site-operations.js';
import { type WebhookServices, webhookOperations } from '../webhooks/webhook-operations.js';

/** The services of owners. */
export interface OwnerServices extends WebhookServices {
  readonly accounts: AccountService;
  readonly keys: KeyService;
  readonly sites: SiteService;
}

/**
 * Returns the operations of an owner, except for operations on polls, quizzes and forms. REST, the in-process API, the dashboard,
 * the OpenAPI document, the tools of MCP and `askwell api` have all operations in this list.
 */
export function ownerOperations(services: OwnerServices) {
  return {
    me: meOperation(services.accounts, services.keys),
    sites: { ...siteOperations(services.sites), design: siteDesignOperations(services.sites) },
    webhooks: webhookOperations(services),
  };
}

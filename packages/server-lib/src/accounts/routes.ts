import { timestamp } from '../clock.js';
import { type ApiEndpoint, apiEndpoint, collection } from '../http/keyed.js';
import { read } from '../http/methods.js';
import { resource } from '../http/reply.js';
import type { Keys } from '../keys/keys.js';
import type { Account } from './contract.js';

/** `GET /api/v1/me`: the account a key belongs to. */
export function accountRoutes(keys: Keys): ApiEndpoint[] {
  return [
    apiEndpoint(collection('/api/v1/me'), {
      GET: read(async ({ caller: { account, scope } }) => {
        const me: Account = {
          id: account.id,
          name: account.name,
          email: account.email,
          api_keys: await keys.visibleTo(scope),
          created_at: timestamp(account.createdAt),
        };
        return resource(200, me);
      }),
    }),
  ];
}

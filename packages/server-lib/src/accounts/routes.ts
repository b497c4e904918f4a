import { timestamp } from '../clock.js';
import { one } from '../http/about.js';
import { type ApiEndpoint, apiEndpoint, collection } from '../http/keyed.js';
import { read } from '../http/methods.js';
import { resource } from '../http/reply.js';
import type { Keys } from '../keys/keys.js';
import type { Account } from './contract.js';
import { accountWire } from './wire.js';

const me = { id: 'getMe', summary: 'Read the account a key belongs to', replies: [one(accountWire)] };

/** `GET /api/v1/me`: the account a key belongs to. */
export function accountRoutes(keys: Keys): ApiEndpoint[] {
  return [
    apiEndpoint(collection('/api/v1/me'), {
      GET: read(me, async ({ caller: { account, scope } }) => {
        const shown: Account = {
          id: account.id,
          name: account.name,
          email: account.email,
          api_keys: await keys.visibleTo(scope),
          created_at: timestamp(account.createdAt),
        };
        return resource(200, shown);
      }),
    }),
  ];
}

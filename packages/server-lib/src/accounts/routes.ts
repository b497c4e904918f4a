import type { Caller } from '../auth/authenticate.js';
import { one } from '../http/about.js';
import { type ApiEndpoint, apiEndpoint, collection } from '../http/keyed.js';
import { read } from '../http/methods.js';
import { jsonBytes } from '../http/reply.js';
import type { Keys } from '../keys/keys.js';
import { type AccountBody, accountBody } from './account-body.js';
import { accountWire } from './wire.js';

const me = { id: 'getMe', summary: 'Read the account a key belongs to', replies: [one(accountWire)] };

/** `GET /api/v1/me`: the account a key belongs to. */
export function accountRoutes(keys: Keys): ApiEndpoint[] {
  /** A caller is another as soon as the account or its keys are changed. */
  const bodies = new WeakMap<Caller, AccountBody>();

  async function bodyFor(caller: Caller): Promise<AccountBody> {
    const body = accountBody(caller.account, await keys.visibleTo(caller.scope), keys);
    bodies.set(caller, body);
    return body;
  }

  return [
    apiEndpoint(collection('/api/v1/me'), {
      GET: read(me, async ({ caller }) => {
        const write = bodies.get(caller) ?? (await bodyFor(caller));
        return jsonBytes(200, write());
      }),
    }),
  ];
}

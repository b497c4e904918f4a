import { one } from '../http/about.js';
import { type ApiEndpoint, apiEndpoint, collection } from '../http/keyed.js';
import { read } from '../http/methods.js';
import { writtenJson } from '../http/reply.js';
import type { Keys } from '../keys/keys.js';
import { createAccountBodies } from './account-bodies.js';
import { accountWire } from './wire.js';

const me = { id: 'getMe', summary: 'Read the account a key belongs to', replies: [one(accountWire)] };

/** `GET /api/v1/me`: the account a key belongs to. */
export function accountRoutes(keys: Keys): ApiEndpoint[] {
  const bodyFor = createAccountBodies(keys);
  return [
    apiEndpoint(collection('/api/v1/me'), {
      GET: read(me, async ({ caller }) => writtenJson(200, await bodyFor(caller))),
    }),
  ];
}

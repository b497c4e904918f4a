import { type ApiEndpoint, apiEndpoint, collection } from '../api/keyed-endpoint.js';
import { read } from '../api/keyed-methods.js';
import { one } from '../http/operation-docs.js';
import { writtenJson } from '../http/reply.js';
import type { Keys } from '../keys/key-service.js';
import { createAccountResponses } from './account-response.js';
import { accountWire } from './response-schemas.js';

const me = { id: 'getMe', summary: 'Read the account a key belongs to', replies: [one(accountWire)] };

/** `GET /api/v1/me`: the account a key belongs to. */
export function accountRoutes(keys: Keys): ApiEndpoint[] {
  const bodyFor = createAccountResponses(keys);
  return [
    apiEndpoint(collection('/api/v1/me'), {
      GET: read(me, async ({ caller }) => writtenJson(200, await bodyFor(caller))),
    }),
  ];
}

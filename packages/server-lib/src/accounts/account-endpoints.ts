import { type ApiEndpoint, apiEndpoint, collection } from '../api/keyed-endpoint.js';
import { read } from '../api/keyed-methods.js';
import { resourceResponse } from '../api/operation-docs.js';
import { serializedJson } from '../http/reply.js';
import type { Keys } from '../keys/key-service.js';
import { createAccountResponses } from './account-response.js';
import { accountWire } from './response-schemas.js';

const me = { id: 'getMe', summary: 'Read the account a key belongs to', responses: [resourceResponse(accountWire)] };

/** `GET /api/v1/me`: the account a key belongs to. */
export function accountRoutes(keys: Keys): ApiEndpoint[] {
  const bodyFor = createAccountResponses(keys);
  return [
    apiEndpoint(collection('/api/v1/me'), {
      GET: read(me, async ({ caller }) => serializedJson(200, await bodyFor(caller))),
    }),
  ];
}

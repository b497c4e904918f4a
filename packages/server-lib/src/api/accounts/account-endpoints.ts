import { formatTimestamp } from '../../base/clock.js';
import { check } from '../../base/validation/check.js';
import { type OperationDoc, resourceResponse } from '../../http/operation-docs.js';
import { absentQuery } from '../../http/query-params.js';
import { resource } from '../../http/reply.js';
import { accountSchema } from '../../owners/accounts/account-schema.js';
import type { KeyService } from '../../owners/keys/key-service.js';
import type { Account } from '../../shared/contract/resources.js';
import { type ApiEndpoint, apiEndpoint, collection } from '../keyed-endpoint.js';
import { noInput } from '../operations/operation.js';

const me: OperationDoc = {
  id: 'getMe',
  summary: 'Read the account a key belongs to',
  responses: [resourceResponse(accountSchema)],
  tool: { name: 'get_account' },
};

/** Returns the endpoint `GET /api/v1/me`, which reads the account of an API key. */
export function accountEndpoints(keys: KeyService): ApiEndpoint[] {
  return [
    apiEndpoint(collection('/api/v1/me'), {
      GET: {
        doc: me,
        effect: 'read',
        query: noInput,
        // `last_used_at` changes with each request.
        isConditional: false,
        async run({ caller: { account, scope } }, { query }) {
          if (query !== absentQuery) check(noInput, query);
          const { id, name, email, createdAt } = account;
          const body: Account = {
            id,
            name,
            email: email ?? '',
            api_keys: await keys.listVisible(scope),
            created_at: formatTimestamp(createdAt),
          };
          return resource(200, body);
        },
      },
    }),
  ];
}

import { parseId } from '../../base/validation/id.js';
import { keyDraftSchema, keyIdParam } from '../../owners/keys/key-schema.js';
import type { KeyService } from '../../owners/keys/key-service.js';
import { defineSessionOperation, noInput, ownAccount, type SessionTarget } from '../operations/operation.js';

/** An API key as the target of operations: its ID. */
const oneKey: SessionTarget<number> = {
  params: { id: keyIdParam },
  find: async (_scope, { id = '' }) => parseId(id),
};

/** Returns what an owner can do with API keys. A key cannot manage keys, so all of it requires a session. */
export function keyOperations(keys: KeyService) {
  return {
    list: defineSessionOperation({ target: ownAccount, input: noInput, run: ({ session }) => keys.list(session) }),

    create: defineSessionOperation({
      target: ownAccount,
      input: keyDraftSchema,
      run: ({ session, client }, draft) => keys.create(session, draft, client),
    }),

    delete: defineSessionOperation({
      target: oneKey,
      input: noInput,
      run: ({ session, found, client }) => keys.delete(session, found, client),
    }),
  };
}

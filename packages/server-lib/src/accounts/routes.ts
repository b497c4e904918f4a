import type { Caller } from '../auth/authenticate.js';
import { one } from '../http/about.js';
import { type ApiEndpoint, apiEndpoint, collection } from '../http/keyed.js';
import { read } from '../http/methods.js';
import { jsonText } from '../http/reply.js';
import type { Keys } from '../keys/keys.js';
import { type AccountText, accountText } from './account-text.js';
import { accountWire } from './wire.js';

const me = { id: 'getMe', summary: 'Read the account a key belongs to', replies: [one(accountWire)] };

/** `GET /api/v1/me`: the account a key belongs to. */
export function accountRoutes(keys: Keys): ApiEndpoint[] {
  /** A caller is another as soon as the account or its keys are changed. */
  const texts = new WeakMap<Caller, AccountText>();

  async function textFor(caller: Caller): Promise<AccountText> {
    const text = accountText(caller.account, await keys.visibleTo(caller.scope), keys);
    texts.set(caller, text);
    return text;
  }

  return [
    apiEndpoint(collection('/api/v1/me'), {
      GET: read(me, async ({ caller }) => {
        const write = texts.get(caller) ?? (await textFor(caller));
        return jsonText(200, write());
      }),
    }),
  ];
}

import { AskwellError } from '../../base/errors.js';
import { isJsonObject, isJsonValue } from '../../base/validation/json-value.js';
import type { PageReply } from '../../http/exchange.js';
import type { PageEndpoint } from '../../http/page-endpoint.js';
import { json } from '../../http/reply.js';
import type { Services } from '../../instance/assemble-services.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import { ownerAsksOf } from '../asks/owner-asks.js';
import { showErrors } from '../form-error.js';
import type { Guards, OwnerRequest } from '../guards.js';
import type { SavedCopy } from './saved-copy.js';

/** `/dashboard/asks/{id}/working-copy`: saves a definition that the editor keeps in the browser. */
export function workingCopyRoutes(services: Services, guards: Guards): PageEndpoint[] {
  const asks = ownerAsksOf(services);

  async function save(request: OwnerRequest, body: unknown): Promise<PageReply> {
    const find = () => asks.find(request.session, request.params['id'] ?? '');
    const ask = await find();
    const { revision, definition } = isJsonValue(body) && isJsonObject(body) ? body : {};
    if (typeof revision !== 'string' || !isJsonObject(definition)) throw new AskwellError('invalid');
    try {
      await ask.run(ask.operations.workingCopy.update, { revision, definition });
      // Saving may have published the changes of a draft.
      return json(200, await savedCopy(await find()));
    } catch (error) {
      if (!(error instanceof AskwellError) || error.code !== 'precondition_failed') throw error;
      // The editor merges its changes with the saved ones.
      return json(error.status, await savedCopy(await find()));
    }
  }

  return [
    {
      path: '/dashboard/asks/{id}/working-copy',
      post: guards.postJsonAsOwner((request, body) =>
        showErrors(
          () => save(request, body),
          ({ status, message, issues, headers }) => json(status, { message, issues }, headers),
        ),
      ),
    },
  ];
}

/** Returns the saved definition of an ask, as the editor gets it after a save. */
export async function savedCopy(ask: OwnerAsk): Promise<SavedCopy> {
  const copy = await ask.workingCopy.open();
  const { draft, revision, isChanged } = copy;
  return { definition: draft, revision, isChanged, ...(await ask.workingCopy.review(copy)) };
}

import type { OwnedAsk } from '../../core/asks/ask-service.js';
import type { StoredAsk } from '../../core/asks/stored-ask.js';
import { wireIdOf } from '../../core/ids.js';
import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import { askIdParams } from '../../core/schemas/examples.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { Target } from '../operations/operation.js';

/** Returns an ask of one kind as the target of operations, at a path below it such as `/tickets`. */
export function askTarget<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  { kind, asks }: Pick<KindServices<Draft, Own, Body, W>, 'kind' | 'asks'>,
  below = '',
): Target<OwnedAsk<Own>> {
  return {
    path: `/api/v1/${kind.plural}/{id}${below}`,
    params: { id: askIdParams[kind.name] },
    find: (scope, { id = '' }) => asks.find(scope, id),
  };
}

/** Returns the path of an ask in the API. */
export function apiPathOf<Own>({ plural }: { readonly plural: string }, ask: StoredAsk<Own>): string {
  return `/api/v1/${plural}/${wireIdOf(ask)}`;
}

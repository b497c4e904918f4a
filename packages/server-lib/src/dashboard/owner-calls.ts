import { callOperation, openList, requireTarget } from '../api/operations/call-operation.js';
import type { ListOperation, OwnerOperation, Target } from '../api/operations/operation.js';
import type { HttpExchange } from '../http/exchange.js';
import type { List, ListRequest } from '../http/paging.js';
import type { Params } from '../http/router.js';
import type { Session } from '../owners/access/session.js';

/** The operations of the owner of a request. The IDs in their paths are those of the page, by name. */
export interface OwnerCalls {
  /**
   * Calls an operation, with the checks of a request.
   *
   * @param ids The IDs in the path of the operation, if they are not those of the page.
   */
  run<Data extends object | undefined>(
    operation: OwnerOperation<unknown, unknown, Data>,
    input: object,
    ids?: Params,
  ): Promise<Data>;
  /** Returns the first items of a list. Default: the newest. */
  list<Row extends { readonly id: Id }, Id extends string | number, Item extends object>(
    operation: ListOperation<unknown, ListRequest, List<Row, Id, Item>>,
    page: { readonly limit: number; readonly order?: 'asc' | 'desc' },
  ): Promise<Item[]>;
  /** Returns what operations on a resource work on. */
  find<Found>(target: Target<Found>): Promise<Found>;
}

/** Returns the operations of the owner of a request. */
export function ownerCalls(
  { scope }: Session,
  exchange: HttpExchange,
  params: Params,
  clientKeyOf: (exchange: HttpExchange) => string,
): OwnerCalls {
  return {
    run: (operation, input, ids = params) =>
      callOperation(operation, scope, ids, input, { client: clientKeyOf(exchange) }),
    async list(operation, { limit, order = 'desc' }) {
      const { list } = await openList(operation, scope, params, { order });
      return (await list.read({ after: null, limit, order })).map(list.toResource);
    },
    find: (target) => requireTarget(target, scope, params),
  };
}

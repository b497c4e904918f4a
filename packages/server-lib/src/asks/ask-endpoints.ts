import { type ApiEndpoint, apiEndpoint, item } from '../api/keyed-endpoint.js';
import { operationEndpoints } from '../api/operations/operation-endpoints.js';
import type { Params } from '../http/router.js';
import type { Caller } from '../keys/authenticate-key.js';
import type { AskDraft } from '../shared/contract/resources.js';
import { answerMethods } from './answers/answer-methods.js';
import { askOperations } from './ask-operations.js';
import { batchEndpoint } from './batch/batch-endpoint.js';
import type { KindServices } from './kind-services.js';
import { kindOperationDocs } from './operation-docs.js';
import type { RouteContext } from './route-context.js';
import { askIdParam } from './schemas/examples.js';
import { createPreflight } from './submit/preflight.js';
import { createSubmitHandler } from './submit/submit-handler.js';

/** Returns the REST endpoints of one kind of ask, and the public endpoint that accepts answers. */
export function kindEndpoints<Draft extends AskDraft, Own, Body>(
  kindServices: KindServices<Draft, Own, Body>,
  context: RouteContext,
): ApiEndpoint[] {
  const { kind, asks, schemas, submitService } = kindServices;
  const root = `/api/v1/${kind.plural}` as const;
  const doc = kindOperationDocs(kind.name, schemas);
  const methods = answerMethods(kindServices, doc);
  const params = { id: askIdParam(kind.name) };
  const find = (caller: Caller, { id = '' }: Params) => asks.find(caller.scope, id);

  return [
    ...operationEndpoints(askOperations(kindServices), context.clientKeyOf),
    apiEndpoint(item(`${root}/{id}/results`, params, find), {
      GET: methods.results,
    }),
    apiEndpoint(
      item(`${root}/{id}/${kind.answers}`, params, find),
      {
        GET: methods.list,
        DELETE: methods.deleteMatching,
      },
      {
        doc: doc.answer,
        body: schemas.body,
        form: schemas.form,
        handle: createSubmitHandler(kindServices, context),
        preflight: createPreflight(
          'POST',
          async (id) => submitService.findCached(id) ?? (await submitService.find(id)),
          context,
        ),
      },
    ),
    batchEndpoint(kindServices, {
      doc: doc.recordBatch,
      body: schemas.batch,
      path: item(`${root}/{id}/${kind.answers}/batch`, params, find),
      context,
    }),
  ];
}

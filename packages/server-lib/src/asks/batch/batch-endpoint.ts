import { z } from 'zod';
import { type ApiEndpoint, apiEndpoint } from '../../api/keyed-endpoint.js';
import type { KeyedCall, KeyedMethod } from '../../api/keyed-method.js';
import type { OperationDoc } from '../../http/operation-docs.js';
import { replayedHeaders, secretResource } from '../../http/reply.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { check } from '../../validation/check.js';
import type { OwnedAsk } from '../definition/ask-service.js';
import type { KindServices } from '../kind-services.js';
import { batchBodyLimit, maxWaitingBatches } from '../limits.js';
import type { RouteContext } from '../route-context.js';
import { batchRequest } from './parse-batch-answer.js';

const noQuery = z.strictObject({});

export interface BatchEndpointOptions<Own> {
  readonly doc: OperationDoc;
  /** The schema of the body, for the document. */
  readonly body: z.ZodType;
  readonly path: Parameters<typeof apiEndpoint<OwnedAsk<Own>>>[0];
  readonly context: Pick<RouteContext, 'clientKeyOf' | 'countingKeyOf'>;
}

/** Returns the endpoint that records many answers at once. */
export function batchEndpoint<Draft extends AskDraft, Own, Body>(
  { batches }: KindServices<Draft, Own, Body>,
  { doc, body, path, context }: BatchEndpointOptions<Own>,
): ApiEndpoint {
  const method: KeyedMethod<OwnedAsk<Own>> = {
    doc,
    effect: 'write_answers',
    query: noQuery,
    body,
    bodyLimit: batchBodyLimit,
    versionOf: ({ ask }) => ask.version,
    weight: () => 'job',
    maxWaiting: maxWaitingBatches,
    replay: async (_call, stored) => secretResource(200, batches.showStored(stored)),
    async run({ caller, found, onlyVersion, exchange }: KeyedCall<OwnedAsk<Own>>, request) {
      check(noQuery, request.query);
      const { idempotency } = request;
      const { clientKeyOf, countingKeyOf } = context;
      const sender = { client: clientKeyOf(exchange), countingKeyOf };
      const options = { ...check(batchRequest, request.body), ...sender, idempotency, onlyVersion };
      const { results, replayed } = await batches.record(caller.scope, found.ask, options);
      return secretResource(200, results, replayed ? replayedHeaders : []);
    },
  };
  return apiEndpoint(path, { POST: method });
}

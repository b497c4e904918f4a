import type { KindServices } from '../../core/kind-services.js';
import type { KindSchemas } from '../../core/schemas/kind-schemas.js';
import { createdResponse, type OperationDoc, resourceResponse } from '../../http/operation-docs.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import type { ApiEndpoint } from '../keyed-endpoint.js';
import type { OperationGroup } from '../operations/operation.js';
import { operationEndpoints } from '../operations/operation-endpoints.js';
import { askOperations } from './ask-operations.js';
import { askTarget } from './ask-target.js';
import { createPreflight } from './preflight.js';
import type { RouteContext } from './route-context.js';
import { createSubmitHandler } from './submit-handler.js';

/** Returns the REST endpoints of one kind of ask, and the public endpoint that accepts answers. */
export function kindEndpoints<Draft extends AskDraft, Own, Body>(
  kindServices: KindServices<Draft, Own, Body>,
  context: RouteContext,
  operations: OperationGroup = askOperations(kindServices),
): ApiEndpoint[] {
  const { kind, schemas, submitService } = kindServices;
  const findAsk = async (id: string) => submitService.findCached(id) ?? (await submitService.find(id));
  return operationEndpoints(operations, context.clientKeyOf, {
    [askTarget(kindServices, `/${kind.answers}`).path]: {
      doc: submissionDoc(kind.name, schemas),
      body: schemas.body,
      form: schemas.form,
      handle: createSubmitHandler(kindServices, context),
      preflight: createPreflight('POST', findAsk, context),
    },
  });
}

/** The public operation of each kind. */
const publicOperations = {
  poll: { id: 'castVote', summary: 'Cast a vote' },
  quiz: { id: 'submitAttempt', summary: 'Submit an attempt' },
  form: { id: 'submitForm', summary: 'Submit a form' },
} as const satisfies Record<AskKind, object>;

function submissionDoc(kind: AskKind, schemas: KindSchemas): OperationDoc {
  return {
    ...publicOperations[kind],
    description:
      'For visitors. Needs no API key and ignores one that is sent. The public operations of polls, quizzes and forms share a limit of 30 requests per minute and address.',
    responses: [
      createdResponse(schemas.receipt),
      {
        ...resourceResponse(schemas.receipt),
        description: 'The answer replaced an earlier one of this visitor. Requires `allow_change`.',
      },
      {
        status: 303,
        description:
          'Redirects a browser that submitted an HTML form: to `after.url` without a message, otherwise to the hosted page.',
        headers: ['Location'],
      },
    ],
    errorCodes: [
      ...(['sign_in_required', 'closed', 'not_open', 'full', 'already_answered'] as const),
      ...(kind === 'quiz' ? (['too_late'] as const) : []),
    ],
  };
}

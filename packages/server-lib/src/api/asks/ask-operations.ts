import type { KindServices } from '../../core/kind-services.js';
import type { KindTypes } from '../../core/kind-types.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { answerOperations } from './answer-operations.js';
import { definitionOperations } from './definition-operations.js';
import { resultLinkOperations } from './link-operations.js';
import { resultsOperation } from './results-operation.js';
import { ticketOperations } from './ticket-operations.js';
import { withdrawUnusedOperation } from './withdraw-unused-operation.js';
import { workingCopyOperations } from './working-copy-operations.js';

/** What an owner can do with the asks of a kind. */
export type AskOperations = ReturnType<typeof askOperations<AskDraft, unknown, unknown, KindTypes>>;

/**
 * Returns what an owner can do with the asks of one kind. REST, the in-process API, the OpenAPI document, the tools of MCP and
 * `askwell api` have everything in this list.
 */
export function askOperations<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  services: KindServices<Draft, Own, Body, W>,
) {
  return {
    ...definitionOperations(services),
    tickets: { ...ticketOperations(services), withdrawUnused: withdrawUnusedOperation(services) },
    resultsLink: resultLinkOperations(services),
    workingCopy: workingCopyOperations(services),
    results: resultsOperation(services),
    answers: answerOperations(services),
  };
}

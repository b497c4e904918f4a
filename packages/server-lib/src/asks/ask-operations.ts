import type { AskDraft } from '../shared/contract/resources.js';
import { answerOperations } from './answers/answer-operations.js';
import { definitionOperations } from './definition/definition-operations.js';
import type { KindServices } from './kind-services.js';
import type { KindTypes } from './kind-types.js';
import { resultLinkOperations } from './result-links/link-operations.js';
import { resultsOperation } from './results/results-operation.js';
import { ticketOperations } from './tickets/ticket-operations.js';
import { withdrawUnusedOperation } from './tickets/withdraw-unused-operation.js';
import { workingCopyOperations } from './working-copies/working-copy-operations.js';

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

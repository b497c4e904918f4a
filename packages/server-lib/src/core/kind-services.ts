import type { Clock } from '../base/clock.js';
import type { Secret } from '../base/crypto/secret.js';
import { nextTurn, turnForLongWork } from '../base/event-loop.js';
import type { Store } from '../db/store.js';
import { publicUrl, type UrlSettings } from '../http/base-path.js';
import type { Removal } from '../owners/removal/background-removal.js';
import type { AskDraft } from '../shared/contract/resources.js';
import type { Issue } from '../shared/faults/fault.js';
import { createAnswerService } from './answers/answer-service.js';
import { createAskService } from './asks/ask-service.js';
import { createCopyAsk } from './asks/copy-ask.js';
import { createCodeDefinitions } from './asks/ensure-ask.js';
import type { ImageHosts } from './asks/image-hosts.js';
import type { StoredAsk } from './asks/stored-ask.js';
import { createWorkingCopyService } from './drafts/working-copy-service.js';
import type { Events } from './events.js';
import type { Formulas } from './formulas/formulas.js';
import type { FunnelService } from './funnel/funnel-service.js';
import type { KindDefinition } from './kind-definition.js';
import type { KindTypes } from './kind-types.js';
import type { Quotas } from './quotas.js';
import { createPreviews } from './read/previews.js';
import { createVisitorViews } from './read/visitor-view.js';
import { createAverages } from './results/averages-report.js';
import { createCrossTables } from './results/cross-table-report.js';
import { createFilteredResults } from './results/filtered-results.js';
import { createResultLinks } from './results/link-service.js';
import { createOpenAnswers } from './results/open-answers.js';
import { createResultsService } from './results/results-service.js';
import type { KindSchemas } from './schemas/kind-schemas.js';
import { createBatchService } from './submit/batch-service.js';
import type { PrepareReceipt } from './submit/prepare-answer.js';
import { createRejectedAnswers } from './submit/rejected-answers.js';
import { createSubmitService } from './submit/submit-answer.js';
import { createTicketService } from './tickets/ticket-service.js';

export interface KindServicesOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly events: Events;
  readonly quotas: Quotas;
  readonly removal: Removal;
  readonly funnel: FunnelService;
  readonly formulas: Formulas;
  readonly imageHosts?: ImageHosts | undefined;
  /** Called before an answer is recorded whose visitor gets a receipt by email. Undefined if no emails are sent. */
  readonly prepareReceipt?: PrepareReceipt | undefined;
  /** The sign-in page of the host app, with `{next}`. Default: no sign-in page. */
  readonly signInUrl?: string | undefined;
  /** The schemas of the resources of the kind. */
  readonly schemas: KindSchemas;
  readonly urls: UrlSettings;
  /** Returns the key by which `one_per: "ip"` counts an address. */
  readonly countingKeyOf: (address: string) => string;
}

/** The services for one kind of ask. */
export type KindServices<Draft extends AskDraft, Own, Body, W extends KindTypes = KindTypes> = ReturnType<
  typeof createKindServices<Draft, Own, Body, W>
>;

export function createKindServices<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  {
    store,
    clock,
    secret,
    events,
    quotas,
    removal,
    funnel,
    formulas,
    imageHosts,
    prepareReceipt,
    signInUrl,
    schemas,
    urls,
    countingKeyOf,
  }: KindServicesOptions,
) {
  const asks = createAskService(kind, { store, clock, events, quotas, removal, imageHosts });
  const codeDefinitions = createCodeDefinitions(kind, { asks, store, clock, events, quotas, imageHosts });
  const copyAsk = createCopyAsk(kind, asks);
  const answers = createAnswerService(kind, { store, clock, events });
  const results = createResultsService(kind, store, clock);
  const filteredResults = createFilteredResults(kind, store, clock);
  const openAnswers = createOpenAnswers(kind, store);
  const crossTables = createCrossTables(kind, store);
  const averages = createAverages(kind, store);
  const tickets = createTicketService({ store, clock, secret, quotas });
  const visitorViews = createVisitorViews({
    asks,
    answers,
    results,
    store,
    clock,
    secret,
    formulas,
    signInUrl: signInUrl ?? null,
  });
  const submitService = createSubmitService({
    asks,
    answers,
    visitorViews,
    store,
    clock,
    secret,
    events,
    prepareReceipt,
  });
  const { prepare } = submitService;
  const batches = createBatchService({ asks, answers, prepare, store, clock, events, countingKeyOf });
  const rejectedAnswers = createRejectedAnswers({ store, clock });
  const previews = createPreviews({ asks, store, clock, secret });
  const workingCopies = createWorkingCopyService({ asks, store, clock });
  return {
    kind,
    schemas,
    asks,
    codeDefinitions,
    copyAsk,
    answers,
    results,
    filteredResults,
    openAnswers,
    crossTables,
    averages,
    tickets,
    visitorViews,
    submitService,
    batches,
    rejectedAnswers,
    previews,
    workingCopies,
    funnel,
    /** Finds what a valid definition probably does not mean. */
    async findWarnings(ask: StoredAsk<Own>): Promise<Issue[]> {
      await nextTurn(ask.account);
      return (await kind.findWarnings?.(ask, { formulas, nextTurn: () => turnForLongWork(ask.account) })) ?? [];
    },
    resultLinks: createResultLinks({ store, clock, secret }),
    publicUrl: (path: string) => publicUrl(urls, path),
  };
}

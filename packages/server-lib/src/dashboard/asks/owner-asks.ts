import { askOperations } from '../../api/asks/ask-operations.js';
import { callOperation } from '../../api/operations/call-operation.js';
import { AskwellError } from '../../base/errors.js';
import { createLocalizer, type Localizer } from '../../base/localizer.js';
import { everyAnswer } from '../../core/answers/answer-selection.js';
import { selectAskBySeq } from '../../core/asks/ask-queries.js';
import { kindOf } from '../../core/ids.js';
import type { KindTypes } from '../../core/kind-types.js';
import type { Services } from '../../instance/assemble-services.js';
import { hasPaths } from '../../kinds/form/path-counts.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { AskDraft, Design } from '../../shared/contract/resources.js';
import { formRenderer } from '../../web/hosted/form-renderer.js';
import { pollRenderer } from '../../web/hosted/poll-renderer.js';
import { quizRenderer } from '../../web/hosted/quiz-renderer.js';
import { formInsights } from '../results/form-insights.js';
import { pollInsights } from '../results/poll-insights.js';
import { createQuestionInsights } from '../results/question-insights.js';
import { quizInsights } from '../results/quiz-insights.js';
import { quizStartFigures } from '../results/start-figures.js';
import type { AskOwner, OwnerAsk } from './owner-ask.js';
import { createOwnerResults, type KindParts, type OwnerResults } from './owner-results.js';
import { toOwnerAsk } from './to-owner-ask.js';

/** Finds and creates the asks of an owner, whatever their kind. */
export interface OwnerAsks {
  /** @throws AskwellError with the code `not_found`. */
  find(owner: AskOwner, id: string): Promise<OwnerAsk>;
  /**
   * Creates an ask from a body of the REST API, and returns its ID.
   *
   * @throws AskwellError if the body is not valid, or the account would exceed a quota.
   */
  create(owner: AskOwner, kind: AskKind, draft: object): Promise<string>;
  /** Returns the results that a link shows. Undefined if the link was withdrawn or its ask was deleted. */
  findShared(token: string): Promise<SharedResults | undefined>;
}

/** The results that a link shows to anyone. */
export interface SharedResults {
  readonly title: string;
  readonly localizer: Localizer;
  /** The design that visitors see. */
  readonly design: Design | null;
  readonly results: OwnerResults;
}

/** The functions of one kind. */
interface KindAsks {
  find(owner: AskOwner, id: string): Promise<OwnerAsk | undefined>;
  create(owner: AskOwner, draft: object): Promise<string>;
  findShared(seq: number): Promise<SharedResults | undefined>;
}

/** The functions of each instance: its pages share them, because the operations behind them take a while to describe. */
const created = new WeakMap<Services, OwnerAsks>();

/** Returns the functions that find and create the asks of an owner. */
export function ownerAsksOf(services: Services): OwnerAsks {
  const known = created.get(services);
  if (known) return known;
  const asks = createOwnerAsks(services);
  created.set(services, asks);
  return asks;
}

function createOwnerAsks(services: Services): OwnerAsks {
  const { store, resultLinks: links } = services;
  const kinds: Readonly<Record<AskKind, KindAsks>> = {
    poll: asksOf({ services: services.polls, renderer: pollRenderer, insights: pollInsights, store }),
    quiz: asksOf({
      services: services.quizzes,
      renderer: quizRenderer(services),
      insights: quizInsights,
      startFigures: quizStartFigures,
      scannedInsights: createQuestionInsights(services.questionAnalyses),
      store,
    }),
    form: asksOf({
      services: services.forms,
      renderer: formRenderer,
      insights: formInsights,
      pathCounts: (ask) =>
        hasPaths(ask.own) ? services.pathCounts.read(ask, everyAnswer).then(({ found }) => found) : undefined,
      store,
    }),
  };
  return {
    async find(session, id) {
      const kind = kindOf(id);
      const found = kind && (await kinds[kind].find(session, id));
      if (!found) throw new AskwellError('not_found');
      return found;
    },
    create: (session, kind, draft) => kinds[kind].create(session, draft),
    async findShared(token) {
      const linked = await links.resolve(token);
      return linked && kinds[linked.kind].findShared(linked.seq);
    },
  };
}

function asksOf<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  parts: KindParts<Draft, Own, Body, W>,
): KindAsks {
  const { asks, kind } = parts.services;
  const operations = askOperations(parts.services);
  return {
    async find(session, id) {
      const owned = await asks.find(session.scope, id);
      return owned && toOwnerAsk(parts, operations, session, owned);
    },
    create: async ({ scope }, draft) => (await callOperation(operations.create, scope, {}, draft)).id,
    async findShared(seq) {
      const row = await parts.store.read(selectAskBySeq(seq));
      if (row?.kind !== kind.name) return undefined;
      const ask = asks.parse(row);
      const localizer = createLocalizer(ask.terms.locale);
      const design = await parts.services.visitorViews.design(ask);
      return { title: ask.title, localizer, design, results: createOwnerResults(parts, ask, localizer) };
    },
  };
}

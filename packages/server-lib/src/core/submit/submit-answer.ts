import type { Clock, Micros } from '../../base/clock.js';
import type { Secret } from '../../base/crypto/secret.js';
import { AskwellError } from '../../base/errors.js';
import { beforeLongWork } from '../../base/event-loop.js';
import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { selectAnswer } from '../answers/answer-queries.js';
import type { AnswerService } from '../answers/answer-service.js';
import { isSameVersion } from '../asks/ask-cache.js';
import { selectAskBySeq, selectAskHead } from '../asks/ask-queries.js';
import type { AskService } from '../asks/ask-service.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { Events } from '../events.js';
import type { KindTypes } from '../kind-types.js';
import { type LanguageRequest, wantedLanguages } from '../languages/wanted-languages.js';
import type { Receipt, VisitorViews } from '../read/visitor-view.js';
import type { Counters } from '../results/results-service.js';
import { createAnswerPreparation, type PrepareReceipt, type ReceivedAnswer } from './prepare-answer.js';
import { recordAnswers } from './record-answers.js';
import { type Accepted, answerRefusalError, requireAccepted } from './refusal-errors.js';

/** The number of times a function is called when the ask is changed at the same time. */
const maxAttempts = 5;

/** A recorded answer. */
export interface AcceptedAnswer<W extends KindTypes> {
  /** The ID, with its prefix. */
  readonly id: string;
  readonly status: 200 | 201;
  /** Whether an earlier request with the same `Idempotency-Key` recorded the answer. */
  readonly replayed: boolean;
  /** Returns the reply to the visitor, at once if possible. The answer stays recorded even if this fails. */
  receipt(): Receipt<W> | Promise<Receipt<W>>;
}

export interface SubmitServiceOptions<Draft extends AskDraft, Own, Body, W extends KindTypes> {
  readonly asks: AskService<Draft, Own, Body, W>;
  readonly answers: AnswerService<Draft, Own, Body, W>;
  readonly visitorViews: VisitorViews<Draft, Own, Body, W>;
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly events: Events;
  readonly prepareReceipt?: PrepareReceipt | undefined;
}

/** Creates the service that accepts the answers of visitors. */
export function createSubmitService<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  options: SubmitServiceOptions<Draft, Own, Body, W>,
) {
  const { asks, answers, visitorViews, store, clock, secret, events, prepareReceipt } = options;
  const { kind } = asks;
  const lookup = createAskLookup(asks, store);
  const prepare = createAnswerPreparation(kind, { store, clock, secret, prepareReceipt });

  /**
   * Validates and records an answer.
   *
   * @throws AskwellError if the answer is refused. If the ask has changed since it was read, the error is not reliable:
   * call `findNewer` or `retryIfChanged`.
   */
  async function submit(ask: StoredAsk<Own>, received: ReceivedAnswer): Promise<AcceptedAnswer<W>> {
    const prepared = await prepare(ask, received);
    if (prepared.earlier) return toRepeatedAnswer(shownTo(received, ask), requireAccepted(prepared.earlier));
    const { input } = prepared;
    received.dropMembers?.();
    const outcome = await beforeLongWork(store.run(recordAnswers, input));
    // Since the check, another single answer was checked, which this attempt must include, or the ticket was withdrawn.
    if ('refused' in outcome && (outcome.refused === 'checked' || outcome.refused === 'ticket'))
      return submit(ask, received);
    const accepted = requireAccepted(outcome);
    if (accepted.replayed) return toRepeatedAnswer(shownTo(received, ask), accepted);
    emitAnswer(ask, accepted);
    return toAcceptedAnswer(shownTo(received, ask), accepted, {
      body: accepted.body ?? input.body,
      createdAt: accepted.createdAt,
      counters: accepted.counters,
    });
  }

  /** Returns the ask in the language of the visitor, in which they get the receipt. */
  function shownTo({ language }: ReceivedAnswer, ask: StoredAsk<Own>): StoredAsk<Own> {
    return asks.inLanguage(ask, language === null ? [] : [language]);
  }

  /**
   * Returns the answer of an earlier request with the same key. The writer only checks the version of answers that it
   * writes, so this checks it here.
   */
  async function toRepeatedAnswer(ask: StoredAsk<Own>, outcome: Accepted): Promise<AcceptedAnswer<W>> {
    if (!(await lookup.isCurrent(ask))) throw answerRefusalError('stale');
    return toAcceptedAnswer(ask, outcome);
  }

  /** Builds the result. Without the body, the receipt is built from the stored answer. */
  function toAcceptedAnswer(
    ask: StoredAsk<Own>,
    { answer, changed, replayed }: Accepted,
    known?: { readonly body: string; readonly createdAt: Micros; readonly counters: Counters | undefined },
  ): AcceptedAnswer<W> {
    return {
      id: answers.wireId(answer),
      status: changed ? 200 : 201,
      replayed,
      receipt: () =>
        known
          ? visitorViews.receipt(
              ask,
              { id: answer, body: JSON.parse(known.body), created_at: known.createdAt },
              known.counters,
            )
          : readReceipt(ask, answer),
    };
  }

  function emitAnswer(ask: StoredAsk<Own>, { answer, changed }: { answer: string; changed: boolean }): void {
    events.answer({ kind: kind.name, ask_id: asks.wireId(ask), answer_id: answers.wireId(answer), changed });
  }

  async function readReceipt(ask: StoredAsk<Own>, id: string): Promise<Receipt<W>> {
    const row = await store.read(selectAnswer(ask.seq, id));
    if (!row) throw new AskwellError('gone');
    return await visitorViews.receipt(ask, { id, body: answers.parse(row), created_at: row.created_at });
  }

  return { ...lookup, prepare, submit };
}

/** Creates functions that find asks for visitors, who cannot see drafts. */
function createAskLookup<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  asks: AskService<Draft, Own, Body, W>,
  store: Store,
) {
  const { kind } = asks;

  /** Returns the ask with an ID, or undefined if it does not exist or is a draft. */
  async function find(wireId: string): Promise<StoredAsk<Own> | undefined> {
    const id = asks.bareId(wireId);
    const head = id === undefined ? undefined : await store.read(selectAskHead(kind.name, id));
    if (id === undefined || !head || head.status === 'draft') return undefined;
    const cached = asks.cached(id);
    if (cached && isSameVersion(cached, head)) return cached;
    const row = await store.read(selectAskBySeq(head.seq));
    return row && row.status !== 'draft' ? asks.parse(row) : undefined;
  }

  /** Returns the ask with an ID in the language of the visitor: that of the parameter `lang`, or one that the browser accepts. */
  async function findInLanguage(wireId: string, exchange: LanguageRequest): Promise<StoredAsk<Own> | undefined> {
    const ask = await find(wireId);
    return ask && asks.inLanguage(ask, wantedLanguages(exchange));
  }

  /**
   * Returns the cached ask without a query. It may be outdated: the writer refuses an answer that was checked against
   * an old version, and code that refuses an answer must call `isCurrent` first.
   */
  function findCached(wireId: string): StoredAsk<Own> | undefined {
    const id = asks.bareId(wireId);
    const ask = id === undefined ? undefined : asks.cached(id);
    return ask?.status === 'draft' ? undefined : ask;
  }

  /** Returns whether the ask still has the same version. */
  async function isCurrent(ask: StoredAsk<Own>): Promise<boolean> {
    const head = await store.read(selectAskHead(kind.name, ask.id));
    return head !== undefined && isSameVersion(ask, head);
  }

  /**
   * Returns the new version of an ask, for another attempt after an error. Undefined if the ask no longer exists.
   *
   * @param attempt The number of attempts so far.
   * @throws The error, if the ask has not changed, or has changed too often.
   */
  async function findNewer(
    wireId: string,
    ask: StoredAsk<Own> | undefined,
    { error, attempt }: { readonly error: unknown; readonly attempt: number },
  ): Promise<StoredAsk<Own> | undefined> {
    if (!ask || attempt === maxAttempts || (await isCurrent(ask))) throw error;
    return await find(wireId);
  }

  /** Calls `use` with an ask. If it throws and the ask has changed, calls it again with the new version. */
  async function retryIfChanged<Result>(
    wireId: string,
    initial: StoredAsk<Own> | undefined,
    use: (ask: StoredAsk<Own> | undefined) => Promise<Result>,
  ): Promise<Result> {
    let ask = initial;
    for (let attempt = 1; ; attempt++) {
      try {
        return await use(ask);
      } catch (error) {
        ask = await findNewer(wireId, ask, { error, attempt });
      }
    }
  }

  return { find, findInLanguage, findCached, isCurrent, findNewer, retryIfChanged };
}

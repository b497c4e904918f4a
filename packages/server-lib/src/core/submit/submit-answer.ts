import type { Clock, Micros } from '../../base/clock.js';
import type { Secret } from '../../base/crypto/secret.js';
import { AskwellError } from '../../base/errors.js';
import { beforeLongWork } from '../../base/event-loop.js';
import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { selectAnswer } from '../answers/answer-queries.js';
import type { AnswerService } from '../answers/answer-service.js';
import type { AskService } from '../asks/ask-service.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { Events } from '../events.js';
import type { KindTypes } from '../kind-types.js';
import type { Receipt, VisitorViews } from '../read/visitor-view.js';
import type { Counters } from '../results/results-service.js';
import { createAskLookup } from './ask-lookup.js';
import { createAnswerPreparation, type PrepareReceipt, type ReceivedAnswer } from './prepare-answer.js';
import { recordAnswers } from './record-answers.js';
import { type Accepted, answerRefusalError, requireAccepted } from './refusal-errors.js';

/** A recorded answer. */
export interface AcceptedAnswer<W extends KindTypes> {
  /** The ID, with its prefix. */
  readonly id: string;
  readonly status: 200 | 201;
  /** Whether an earlier request with the same `Idempotency-Key` recorded the answer. */
  readonly replayed: boolean;
  /** Returns the reply to the visitor. The answer stays recorded even if this fails. */
  receipt(): Promise<Receipt<W>>;
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
    if (prepared.earlier) return toRepeatedAnswer(ask, requireAccepted(prepared.earlier));
    const { input } = prepared;
    received.dropMembers?.();
    const outcome = await beforeLongWork(store.run(recordAnswers, input));
    // Since the check, another answer was checked, which must be part of this one; or the ticket was withdrawn.
    if ('refused' in outcome && (outcome.refused === 'checked' || outcome.refused === 'ticket'))
      return submit(ask, received);
    const accepted = requireAccepted(outcome);
    if (accepted.replayed) return toRepeatedAnswer(ask, accepted);
    emitAnswer(ask, accepted);
    return toAcceptedAnswer(ask, accepted, {
      body: input.body,
      createdAt: accepted.createdAt,
      counters: accepted.counters,
    });
  }

  /**
   * Returns the answer of an earlier request with the same key. The writer only checks the version of answers that it
   * writes, so this checks it here.
   */
  async function toRepeatedAnswer(ask: StoredAsk<Own>, outcome: Accepted): Promise<AcceptedAnswer<W>> {
    if (!(await lookup.isCurrent(ask))) throw answerRefusalError('stale');
    return toAcceptedAnswer(ask, outcome);
  }

  /** Builds the result. Without the body, as it is stored, the receipt is built from the stored answer. */
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

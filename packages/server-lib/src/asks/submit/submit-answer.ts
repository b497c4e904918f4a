import type { Clock } from '../../clock.js';
import type { AskDraft } from '../../contract/resources.js';
import { fromHex } from '../../crypto/hex.js';
import type { Secret } from '../../crypto/secret.js';
import { AskwellError } from '../../errors.js';
import { fault } from '../../faults/fault.js';
import { Faults } from '../../faults/faults.js';
import type { Store } from '../../store/store.js';
import { selectAnswer } from '../answers/answer-queries.js';
import type { AnswerService } from '../answers/answer-service.js';
import { type CheckedAnswers, selectCheckedAnswers } from '../answers/checked-answers.js';
import type { AskService } from '../definition/ask-service.js';
import type { StoredAsk } from '../definition/stored-ask.js';
import type { Events } from '../events.js';
import { newAnswerId } from '../ids.js';
import type { CheckContext, CheckedAnswer } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import type { Receipt, VisitorAnswer, VisitorViews } from '../read/visitor-view.js';
import { isTicket } from '../tickets/ticket-queries.js';
import { idempotencySlot } from './answer-idempotency.js';
import { findEarlierOutcome } from './answer-idempotency-queries.js';
import type { AnswerInput } from './answer-input.js';
import { createAskLookup } from './ask-lookup.js';
import { recordAnswers } from './record-answers.js';
import { type Accepted, refusalError, requireAccepted, requireOpen } from './refusal-errors.js';
import { idempotencyKeyOwner, identifyVoter, parseVisitor, type Visitor, visitorMembers } from './visitor-identity.js';

/** A parsed answer. */
export interface ReceivedAnswer {
  readonly members: Readonly<Record<string, unknown>>;
  /** Returns the key that `one_per: "ip"` counts the client by. */
  clientKey(): string;
  /** The Idempotency-Key and the hash of the body, or null if the request has no key. */
  readonly idempotency: { readonly key: string; readonly body: string } | null;
  /** The language in which the visitor was asked. Null if it is unknown. */
  readonly language: string | null;
}

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
}

/** Creates the service that accepts the answers of visitors. */
export function createSubmitService<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  options: SubmitServiceOptions<Draft, Own, Body, W>,
) {
  const { asks, answers, visitorViews, store, clock, secret, events } = options;
  const { kind } = asks;
  const members: readonly string[] = [...visitorMembers, ...kind.answerMembers];

  const lookup = createAskLookup(asks, store);

  /**
   * Validates and records an answer.
   *
   * @throws AskwellError if the answer is refused. If the ask has changed since it was read, the error is not reliable:
   * call `retryIfChanged`.
   */
  async function submit(ask: StoredAsk<Own>, received: ReceivedAnswer): Promise<AcceptedAnswer<W>> {
    const at = clock.now();
    const faults = new Faults();
    const visitor = parseVisitor(received.members, received.clientKey, faults);
    const voter = identifyVoter(ask, visitor, secret.key);
    const idempotency = idempotencyMarkFor(ask, visitor, received);
    const checkedAnswers = await readCheckedAnswers(ask, received.members);
    let checked: CheckedAnswer<Body>;
    try {
      requireOpen(ask, at);
      const answer = check(ask, received.members, faults, { now: at, secret: secret.key, checked: checkedAnswers });
      if (ask.terms.one_per === 'ticket') await checkTicket(ask, voter, faults);
      if (answer?.singleUseToken && voter !== null) await checkStart(ask, voter, answer.singleUseToken, faults);
      if (faults.any || answer === undefined) throw faults.toError();
      checked = answer;
    } catch (error) {
      // A repeated request gets the reply of the first one, even if it would be refused now. The writer detects
      // repeated requests itself.
      const earlier = idempotency && (await store.read(findEarlierOutcome(ask.seq, idempotency, voter, at)));
      if (earlier) return toRepeatedAnswer(ask, requireAccepted(earlier));
      throw error;
    }
    const { body, singleUseToken } = checked;
    const outcome = await store.run(recordAnswers, {
      ask: ask.seq,
      version: ask.version,
      updatedAt: ask.updatedAt,
      id: newAnswerId(at),
      body: JSON.stringify(body),
      voter,
      maxPerVoter: ask.terms.one_per === null ? null : kind.maxAnswersPerVoter(ask.own),
      allowChange: ask.terms.allow_change,
      needsTicket: ask.terms.one_per === 'ticket',
      maxAnswers: ask.terms.max_answers,
      at,
      language: received.language,
      idempotency,
      singleUseToken: singleUseToken ?? null,
      checkedAnswers: checkedAnswers.size,
    });
    // Another answer was checked meanwhile, which has to be part of this one; or the ticket was withdrawn.
    if ('refused' in outcome && (outcome.refused === 'checked' || outcome.refused === 'ticket'))
      return submit(ask, received);
    const accepted = requireAccepted(outcome);
    if (accepted.replayed) return toRepeatedAnswer(ask, accepted);
    emitAnswer(ask, accepted);
    return toAcceptedAnswer(ask, accepted, accepted.changed ? undefined : { body, created_at: at });
  }

  /**
   * Returns the answer of an earlier request with the same key. The writer only checks the version of answers that it
   * writes, so this checks it here.
   */
  async function toRepeatedAnswer(ask: StoredAsk<Own>, outcome: Accepted): Promise<AcceptedAnswer<W>> {
    if (!(await lookup.isCurrent(ask))) throw refusalError('stale');
    return toAcceptedAnswer(ask, outcome);
  }

  /** Builds the result. Without `known`, the receipt is built from the stored answer. */
  function toAcceptedAnswer(
    ask: StoredAsk<Own>,
    { answer, changed, replayed }: Accepted,
    known?: Omit<VisitorAnswer<Body>, 'id'>,
  ): AcceptedAnswer<W> {
    return {
      id: answers.wireId(answer),
      status: changed ? 200 : 201,
      replayed,
      receipt: () => (known ? visitorViews.receipt(ask, { id: answer, ...known }) : readReceipt(ask, answer)),
    };
  }

  function emitAnswer(ask: StoredAsk<Own>, { answer, changed }: { answer: string; changed: boolean }): void {
    events.answer({ kind: kind.name, ask_id: asks.wireId(ask), answer_id: answers.wireId(answer), changed });
  }

  function check(
    ask: StoredAsk<Own>,
    answer: ReceivedAnswer['members'],
    faults: Faults,
    context: CheckContext,
  ): CheckedAnswer<Body> | undefined {
    for (const name of Object.keys(answer)) if (!members.includes(name)) faults.add(name, fault('unknown_field'));
    return kind.checkAnswer(ask, answer, faults, context);
  }

  /** Returns the answers that were checked since the start that a body names. */
  async function readCheckedAnswers(ask: StoredAsk<Own>, body: ReceivedAnswer['members']): Promise<CheckedAnswers> {
    const token = kind.startToken?.(ask, body, secret.key);
    return token === undefined ? new Map() : await store.read(selectCheckedAnswers(ask.seq, token));
  }

  async function checkTicket(ask: StoredAsk<Own>, voter: string | null, faults: Faults): Promise<void> {
    if (voter === null) faults.add('ticket', fault('required'));
    else if (!(await store.read(isTicket(ask.seq, voter)))) faults.add('ticket', fault('invalid_ticket'));
  }

  /** Checks that the answer uses the start that the voter got. With tickets, a start of another ticket is refused. */
  async function checkStart(ask: StoredAsk<Own>, voter: string, token: string, faults: Faults): Promise<void> {
    const lastToken = kind.lastStart && (await store.read(kind.lastStart(ask.seq, fromHex(voter))));
    const isOwn = lastToken === undefined ? ask.terms.one_per !== 'ticket' : lastToken === token;
    if (!isOwn) faults.add('started', fault('invalid_start'));
  }

  function idempotencyMarkFor(
    ask: StoredAsk<Own>,
    visitor: Visitor,
    { idempotency }: ReceivedAnswer,
  ): AnswerInput['idempotency'] {
    if (!idempotency) return null;
    const { key, body } = idempotency;
    const owner = idempotencyKeyOwner(visitor);
    return {
      slot: idempotencySlot(secret.key, ask.id, owner, key),
      body,
      belongsToVoter: owner.source === ask.terms.one_per,
    };
  }

  async function readReceipt(ask: StoredAsk<Own>, id: string): Promise<Receipt<W>> {
    const row = await store.read(selectAnswer(ask.seq, id));
    if (!row) throw new AskwellError('gone');
    return await visitorViews.receipt(ask, { id, body: answers.parse(row), created_at: row.created_at });
  }

  return { ...lookup, submit };
}

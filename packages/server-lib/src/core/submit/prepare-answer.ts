import type { Clock, Micros } from '../../base/clock.js';
import { fromHex } from '../../base/crypto/hex.js';
import type { Secret } from '../../base/crypto/secret.js';
import { Faults } from '../../base/faults/faults.js';
import type { Store } from '../../db/store.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import { type CheckedAnswers, selectCheckedAnswers } from '../answers/checked-answers.js';
import { areResultsVisible, type StoredAsk } from '../asks/stored-ask.js';
import { newAnswerId } from '../ids.js';
import type { CheckContext, CheckedAnswer, KindDefinition } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import { isTicket } from '../tickets/ticket-queries.js';
import { type EarlierOutcome, idempotencySlot } from './answer-idempotency.js';
import { findEarlierOutcome } from './answer-idempotency-queries.js';
import type { AnswerInput } from './answer-input.js';
import { requireOpen } from './refusal-errors.js';
import {
  askOwner,
  hasKnownVoters,
  idempotencyKeyOwner,
  identifyVoter,
  networkAllowance,
  parseVisitor,
  type Visitor,
  visitorMembers,
} from './visitor-identity.js';

/**
 * The client that causes a receipt: the key of its address, or undefined if the host's code names no client. `none` if no receipt
 * is sent.
 */
export type ReceiptCause = 'none' | { readonly client: string | undefined };

/**
 * Prepares the receipt of an answer before the answer is recorded, and returns whether a receipt is sent.
 *
 * @param ask The number of the ask.
 */
export type PrepareReceipt = (ask: number, cause: ReceiptCause) => Promise<boolean>;

/** A parsed answer. */
export interface ReceivedAnswer {
  readonly members: Readonly<Record<string, unknown>>;
  /** Drops the members to save memory while the answer waits to be recorded. They are parsed again when they are read. */
  dropMembers?(): void;
  /** Returns the key by which `one_per: "ip"` counts the client. */
  clientKey(): string;
  /** The signed-in user, or the user that the host names. Default: no user. */
  readonly user?: string | null | undefined;
  /** Whether the host names the user. */
  readonly isUserNamed?: boolean | undefined;
  /** The Idempotency-Key and the hash of the body, or null if the request has no key. */
  readonly idempotency: ReceivedKey | null;
  /** The language in which the visitor was asked. Null if it is unknown. */
  readonly language: string | null;
  /** When the answer was given. Default: now. */
  readonly createdAt?: Micros | undefined;
  /** The cause of the receipt. Default: the client. */
  readonly receipt?: ReceiptCause | undefined;
}

interface ReceivedKey {
  readonly key: string;
  readonly body: string;
  /** Whether the owner of the ask chose the key. It then does not depend on the visitor. */
  readonly isOwners?: boolean;
}

/** An answer that can be recorded, or the outcome of an earlier request with the same Idempotency-Key. */
export type PreparedAnswer =
  | { readonly input: AnswerInput; readonly earlier?: never }
  | { readonly earlier: EarlierOutcome };

export interface AnswerPreparationOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly secret: Secret;
  readonly prepareReceipt?: PrepareReceipt | undefined;
}

/** Creates the function that checks an answer before it is recorded. */
export function createAnswerPreparation<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  kind: KindDefinition<Draft, Own, Body, W>,
  { store, clock, secret, prepareReceipt }: AnswerPreparationOptions,
) {
  const members: readonly string[] = [...visitorMembers, ...kind.answerMembers];

  /**
   * Checks an answer.
   *
   * @param faults The faults that were already found.
   * @throws AskwellError if the answer is refused.
   */
  async function prepare(
    ask: StoredAsk<Own>,
    received: ReceivedAnswer,
    faults: Faults = new Faults(),
  ): Promise<PreparedAnswer> {
    const at = clock.now();
    const clientKey = () => received.clientKey();
    const visitor = parseVisitor(
      received.members,
      { clientKey, secret: secret.key, user: received.user ?? null, isUserNamed: received.isUserNamed },
      faults,
    );
    // A batch names the user of each answer, so a missing user is a fault of the answer.
    if (ask.terms.one_per === 'user' && visitor.user === null && faults.any) throw faults.toError();
    // A visitor should not have to sign in to an ask that accepts no answers.
    if (ask.terms.one_per === 'user' && visitor.user === null) requireOpen(ask, at);
    const voter = identifyVoter(ask, visitor, secret.key);
    const idempotency = idempotencyMarkFor(ask, visitor, received);
    const startToken = kind.startToken?.(ask, received.members, secret.key);
    const checkedAnswers =
      startToken === undefined ? noCheckedAnswers : await store.read(selectCheckedAnswers(ask.seq, startToken));
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
      if (earlier) return { earlier };
      throw error;
    }
    const { body, singleUseToken } = checked;
    const { createdAt = at, language } = received;
    const maxPerVoter = kind.maxAnswersPerVoter(ask.own);
    const canGetReceipt = prepareReceipt !== undefined && kind.receiptAddress?.(ask.own, body) !== undefined;
    const input: AnswerInput = {
      ask: ask.seq,
      version: ask.version,
      updatedAt: ask.updatedAt,
      id: newAnswerId(createdAt),
      body: JSON.stringify(body),
      whenFull: textsOf(checked.whenFull),
      voter,
      respondent: ask.terms.anonymous ? null : visitor.user,
      maxPerVoter: ask.terms.one_per === null ? null : maxPerVoter,
      perNetwork: networkAllowance(ask, visitor, voter, maxPerVoter),
      allowChange: ask.terms.allow_change,
      needsTicket: ask.terms.one_per === 'ticket',
      maxAnswers: ask.terms.max_answers,
      at,
      createdAt,
      language,
      idempotency,
      singleUseToken: singleUseToken ?? null,
      checkedAnswers: checkedAnswers.size,
      showsResults: kind.receiptHasResults && areResultsVisible(ask, at, true),
      suppressesReceipt: canGetReceipt ? !(await prepareReceipt(ask.seq, receiptCauseOf(received))) : false,
    };
    return { input };
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

  async function checkTicket(ask: StoredAsk<Own>, voter: string | null, faults: Faults): Promise<void> {
    if (voter === null) faults.add('ticket', fault('required'));
    else if (!(await store.read(isTicket(ask.seq, voter)))) faults.add('ticket', fault('invalid_ticket'));
  }

  /** Checks that the answer uses the start of its voter. With tickets and users, the start of another voter is refused. */
  async function checkStart(ask: StoredAsk<Own>, voter: string, token: string, faults: Faults): Promise<void> {
    const lastToken = kind.lastStart && (await store.read(kind.lastStart(ask.seq, fromHex(voter))));
    const isOwn = lastToken === undefined ? !hasKnownVoters(ask.terms) : lastToken === token;
    if (!isOwn) faults.add('started', fault('invalid_start'));
  }

  function idempotencyMarkFor(
    ask: StoredAsk<Own>,
    visitor: Visitor,
    { idempotency }: ReceivedAnswer,
  ): AnswerInput['idempotency'] {
    if (!idempotency) return null;
    const { key, body, isOwners = false } = idempotency;
    const owner = isOwners ? askOwner : idempotencyKeyOwner(ask, visitor);
    return {
      slot: idempotencySlot(secret.key, ask.id, owner, key),
      body,
      belongsToVoter: owner.source === ask.terms.one_per,
    };
  }

  return prepare;
}

/** Returns answers as they are stored. */
function textsOf(bodies: Readonly<Record<string, unknown>> = {}): Record<string, string> | null {
  const texts = Object.entries(bodies).map(([bucket, body]) => [bucket, JSON.stringify(body)]);
  return texts.length === 0 ? null : Object.fromEntries(texts);
}

/** The empty map for asks that do not check single answers. */
const noCheckedAnswers: CheckedAnswers = new Map();

function receiptCauseOf(received: ReceivedAnswer): ReceiptCause {
  return received.receipt ?? { client: received.clientKey() };
}

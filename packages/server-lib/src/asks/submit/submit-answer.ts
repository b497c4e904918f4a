import type { Clock, Micros } from '../../clock.js';
import { fromHex } from '../../crypto/hex.js';
import type { Secret } from '../../crypto/secret.js';
import { AskwellError } from '../../errors.js';
import { fault } from '../../faults/fault.js';
import { Faults } from '../../faults/faults.js';
import type { Store } from '../../store/store.js';
import { answerById } from '../answers/answer-queries.js';
import type { AnswerService } from '../answers/answer-service.js';
import type { AskDraft } from '../ask-types.js';
import { askBySeq, askHead } from '../definition/ask-queries.js';
import type { AskService } from '../definition/ask-service.js';
import { isEarly, isPast, type StoredAsk } from '../definition/stored-ask.js';
import type { Events } from '../events.js';
import { newAnswerId } from '../ids.js';
import type { CheckedAnswer } from '../kind-definition.js';
import type { KindTypes } from '../kind-types.js';
import type { Receipt, VisitorAnswer, VisitorViews } from '../read/visitor-view.js';
import { findEarlierOutcome, slotOf } from './answer-idempotency.js';
import type { AnswerInput } from './answer-input.js';
import { type AnswerOutcome, recordAnswers } from './record-answers.js';
import { isTicket } from './ticket-queries.js';
import { keyHolderOf, readVisitor, type Visitor, visitorMembers, voterTo } from './visitor-identity.js';

/** An answer as it came in, parsed. */
export interface ReceivedAnswer {
  readonly given: Readonly<Record<string, unknown>>;
  /** The address they come from, as it is counted by. */
  client(): string;
  /** The Idempotency-Key and what it stands for, where one came. */
  readonly idempotency: { readonly key: string; readonly body: string } | null;
}

/** An ask may change while an answer is on its way; more often than this in a row it does not. */
const mostAttempts = 5;

/** An answer that is recorded. */
export interface AcceptedAnswer<W extends KindTypes> {
  /** Its id, as visitors know it. */
  readonly id: string;
  readonly status: 200 | 201;
  /** What the visitor is told of it. Whatever goes wrong here, the answer stands. */
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

/** Where visitors' answers come in. */
export function createSubmitService<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  options: SubmitServiceOptions<Draft, Own, Body, W>,
) {
  const { asks, answers, visitorViews, store, clock, secret, events } = options;
  const { kind } = asks;
  const members: readonly string[] = [...visitorMembers, ...kind.members];

  /** The ask of an id as visitors know it; drafts they don't. */
  async function find(wireId: string): Promise<StoredAsk<Own> | undefined> {
    const id = asks.bareId(wireId);
    const head = id === undefined ? undefined : await store.read(askHead(kind.name, id));
    if (id === undefined || !head || head.status === 'draft') return undefined;
    const seen = asks.lastSeen(id);
    if (seen?.version === head.version) return seen;
    const row = await store.read(askBySeq(head.seq));
    return row && row.status !== 'draft' ? asks.parse(row) : undefined;
  }

  /**
   * The ask of an id as visitors last knew it, without asking the database. An answer may be judged by it: where the ask
   * has changed since, the writer does not take the answer, and what refuses one must look with {@link isCurrent} first.
   */
  function lastSeen(wireId: string): StoredAsk<Own> | undefined {
    const id = asks.bareId(wireId);
    const ask = id === undefined ? undefined : asks.lastSeen(id);
    return ask?.status === 'draft' ? undefined : ask;
  }

  /** Whether an ask still is as it was found. */
  async function isCurrent(ask: StoredAsk<Own>): Promise<boolean> {
    return (await store.read(askHead(kind.name, ask.id)))?.version === ask.version;
  }

  /** Takes an answer to an ask, or refuses it. Where the ask has changed meanwhile, nobody can say: it is to be found anew. */
  async function take(ask: StoredAsk<Own>, arrival: ReceivedAnswer): Promise<AcceptedAnswer<W>> {
    const at = clock.now();
    const faults = new Faults();
    const visitor = readVisitor(arrival.given, arrival.client, faults);
    const voter = voterTo(ask, visitor, secret.key);
    const replay = replayFor(ask, visitor, arrival);
    let checked: CheckedAnswer<Body>;
    try {
      refuseUnlessOpen(ask, at);
      const answer = check(ask, arrival.given, faults, at);
      if (ask.terms.one_per === 'ticket') await checkTicket(ask, voter, faults);
      if (answer?.spends && voter !== null) await checkStart(ask, voter, answer.spends, faults);
      if (faults.any || answer === undefined) throw faults.toError();
      checked = answer;
    } catch (error) {
      // What was taken before is told again, whatever would be said of it now. The writer looks for itself.
      const before = replay && (await store.read(findEarlierOutcome(ask.seq, replay, voter, at)));
      if (before) return takenBefore(ask, accepted(before));
      throw error;
    }
    const { body, spends } = checked;
    const written = await store.run(recordAnswers, {
      ask: ask.seq,
      version: ask.version,
      id: newAnswerId(at),
      body: JSON.stringify(body),
      voter,
      perVoter: ask.terms.one_per === null ? null : kind.perVoter(ask.own),
      change: ask.terms.allow_change,
      maxAnswers: ask.terms.max_answers,
      at,
      replay,
      spends: spends ?? null,
    });
    const outcome = accepted(written);
    if (outcome.replayed) return takenBefore(ask, outcome);
    tell(ask, outcome);
    return taken(ask, outcome, outcome.changed ? undefined : { body, created_at: at });
  }

  /** What an earlier request had brought. The writer asks whether the ask is current only for what it writes. */
  async function takenBefore(ask: StoredAsk<Own>, outcome: Accepted): Promise<AcceptedAnswer<W>> {
    if (!(await isCurrent(ask))) throw refusal('stale');
    return taken(ask, outcome);
  }

  /** What was given is read back where it is not known. */
  function taken(
    ask: StoredAsk<Own>,
    { answer, changed }: Accepted,
    given?: Omit<VisitorAnswer<Body>, 'id'>,
  ): AcceptedAnswer<W> {
    return {
      id: answers.wireId(answer),
      status: changed ? 200 : 201,
      receipt: () => (given ? visitorViews.receipt(ask, { id: answer, ...given }) : receiptReadBack(ask, answer)),
    };
  }

  function tell(ask: StoredAsk<Own>, { answer, changed }: { answer: string; changed: boolean }): void {
    events.answer({ kind: kind.name, ask_id: asks.wireId(ask), answer_id: answers.wireId(answer), changed });
  }

  function check(
    ask: StoredAsk<Own>,
    given: ReceivedAnswer['given'],
    faults: Faults,
    now: Micros,
  ): CheckedAnswer<Body> | undefined {
    for (const name of Object.keys(given)) if (!members.includes(name)) faults.add(name, fault('unknown_field'));
    return kind.check(ask, given, faults, { now, secret: secret.key });
  }

  async function checkTicket(ask: StoredAsk<Own>, voter: string | null, faults: Faults): Promise<void> {
    if (voter === null) faults.add('ticket', fault('required'));
    else if (!(await store.read(isTicket(ask.seq, voter)))) faults.add('ticket', fault('invalid_ticket'));
  }

  /** A voter who was given a start brings back that one. With a ticket, a start that another ticket was given is none. */
  async function checkStart(ask: StoredAsk<Own>, voter: string, spends: string, faults: Faults): Promise<void> {
    const given = kind.startGiven && (await store.read(kind.startGiven(ask.seq, fromHex(voter))));
    const isOwn = given === undefined ? ask.terms.one_per !== 'ticket' : given === spends;
    if (!isOwn) faults.add('started', fault('invalid_start'));
  }

  function replayFor(ask: StoredAsk<Own>, visitor: Visitor, { idempotency }: ReceivedAnswer): AnswerInput['replay'] {
    if (!idempotency) return null;
    const { key, body } = idempotency;
    const holder = keyHolderOf(visitor);
    return { slot: slotOf(secret.key, ask.id, holder, key), body, isVoters: holder.source === ask.terms.one_per };
  }

  async function receiptReadBack(ask: StoredAsk<Own>, id: string): Promise<Receipt<W>> {
    const row = await store.read(answerById(ask.seq, id));
    if (!row) throw new AskwellError('gone');
    return await visitorViews.receipt(ask, { id, body: answers.parse(row), created_at: row.created_at });
  }

  /** Uses an ask as it was found, and again as it is now where it has changed meanwhile and refused. */
  async function withCurrent<Result>(
    wireId: string,
    found: StoredAsk<Own> | undefined,
    use: (ask: StoredAsk<Own> | undefined) => Promise<Result>,
  ): Promise<Result> {
    let ask = found;
    for (let attempt = 1; ; attempt++) {
      try {
        return await use(ask);
      } catch (error) {
        if (!ask || attempt === mostAttempts || (await isCurrent(ask))) throw error;
        ask = await find(wireId);
      }
    }
  }

  return { find, lastSeen, isCurrent, withCurrent, take };
}

type Refused = Extract<AnswerOutcome, { refused: unknown }>['refused'];
type Accepted = Exclude<AnswerOutcome, { refused: unknown }>;

function accepted(outcome: AnswerOutcome): Accepted {
  if ('refused' in outcome) throw refusal(outcome.refused);
  return outcome;
}

function refusal(refused: Refused): AskwellError {
  switch (refused) {
    case 'unknown':
      return new AskwellError('not_found');
    case 'stale':
      return new AskwellError('unavailable');
    case 'mismatch':
      return new AskwellError('idempotency_mismatch');
    case 'gone':
      return new AskwellError('gone');
    case 'already_answered':
      return new AskwellError('already_answered');
    case 'full':
      return new AskwellError('full');
  }
}

/** Refuses whoever comes before an ask opens or after it closed. */
export function refuseUnlessOpen(ask: StoredAsk<unknown>, at: Micros): void {
  if (ask.status === 'closed' || isPast(ask, at)) throw new AskwellError('closed');
  if (isEarly(ask, at)) throw new AskwellError('not_open');
}

import type { Clock } from '../../base/clock.js';
import { AskwellError, maxIssues, validationError } from '../../base/errors.js';
import { nextTurn } from '../../base/event-loop.js';
import { Faults } from '../../base/faults/faults.js';
import { invalidField } from '../../base/faults/invalid-field.js';
import type { IdempotentRequest } from '../../db/idempotency.js';
import type { Store } from '../../db/store.js';
import { publicBodyLimit } from '../../http/limits.js';
import type { Scope } from '../../owners/access/scope.js';
import type { BatchResult } from '../../shared/contract/batch-types.js';
import type { AskDraft } from '../../shared/contract/resources.js';
import { fault } from '../../shared/faults/fault.js';
import type { AnswerService } from '../answers/answer-service.js';
import type { AskService } from '../asks/ask-service.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import type { Events } from '../events.js';
import type { KindTypes } from '../kind-types.js';
import type { AnswerInput } from './answer-input.js';
import {
  isRefused,
  issuesOf,
  limitFaults,
  mergeResults,
  parseResults,
  type StoredResult,
  showResult,
  toRefusedResult,
  toStoredResult,
} from './batch-results.js';
import { batchAnswerMembers, parseBatchAnswer } from './parse-batch-answer.js';
import type { PreparedAnswer, ReceivedAnswer } from './prepare-answer.js';
import type { AnswerOutcome } from './record-answers.js';
import { recordBatch } from './record-batch.js';

/**
 * The maximum number of answers that are checked in one turn, and of the values in these answers. Other requests run between turns.
 */
const sliceLimits = { answers: 25, values: 5_000 };

/** The number of times a batch is checked again because the ask was changed at the same time. */
const maxAttempts = 5;

/** A batch of answers that are not validated. */
export interface BatchRequest {
  readonly answers: readonly unknown[];
  /** Whether no answer is recorded if one is refused. */
  readonly atomic: boolean;
  /** Whether receipts are sent for the answers, as for answers of visitors. Default: false. */
  readonly receipts?: boolean | undefined;
  /** The key of the address that sends the batch. Undefined for the host's code. */
  readonly client?: string | undefined;
  readonly idempotency: IdempotentRequest | null;
  /** The version that the ask must have. Null for every version. */
  readonly onlyVersion: number | null;
}

export interface RecordedBatch {
  readonly results: BatchResult[];
  /** Whether an earlier request with the same `Idempotency-Key` had these results. */
  readonly replayed: boolean;
}

export interface BatchServiceOptions<Draft extends AskDraft, Own, Body, W extends KindTypes> {
  readonly asks: AskService<Draft, Own, Body, W>;
  readonly answers: AnswerService<Draft, Own, Body, W>;
  readonly prepare: (ask: StoredAsk<Own>, received: ReceivedAnswer, faults: Faults) => Promise<PreparedAnswer>;
  readonly store: Store;
  readonly clock: Clock;
  readonly events: Events;
  /** Returns the key by which `one_per: "ip"` counts an address. */
  readonly countingKeyOf: (address: string) => string;
}

/** An answer to record, or the result of an answer that is not recorded. */
type CheckedEntry = { readonly input: AnswerInput } | { readonly result: StoredResult };

/** Creates the service that records many answers at once, on behalf of the owner of an ask. */
export function createBatchService<Draft extends AskDraft, Own, Body, W extends KindTypes>(
  options: BatchServiceOptions<Draft, Own, Body, W>,
) {
  const { asks, answers, prepare, store, clock, events, countingKeyOf } = options;

  /** Checks an answer like one that a visitor sends. */
  async function checkEntry(ask: StoredAsk<Own>, entry: unknown, request: BatchRequest): Promise<CheckedEntry> {
    const faults = new Faults();
    try {
      const members = batchAnswerMembers(entry, faults);
      if (!members) throw faults.toError();
      const { receipts, client } = request;
      const receipt = receipts ? { client } : 'none';
      const received = parseBatchAnswer(members, ask, faults, { clock, countingKeyOf, receipt });
      const prepared = await prepare(ask, received, faults);
      if (prepared.earlier) return { result: toStoredResult(prepared.earlier) };
      if (Buffer.byteLength(prepared.input.body) > publicBodyLimit)
        throw invalidField('', fault('answer_too_large', { max: publicBodyLimit / 1024 }));
      return { input: prepared.input };
    } catch (error) {
      const result = toRefusedResult(error);
      if (!result) throw error;
      return { result };
    }
  }

  async function checkAll(ask: StoredAsk<Own>, request: BatchRequest): Promise<CheckedEntry[]> {
    const checked: CheckedEntry[] = [];
    for (const slice of slicesOf(request.answers)) {
      if (checked.length > 0) await nextTurn(ask.account);
      checked.push(...(await Promise.all(slice.map((entry) => checkEntry(ask, entry, request)))));
    }
    return checked;
  }

  function show(results: readonly StoredResult[]): BatchResult[] {
    return results.map((result, index) => showResult(result, index, answers.wireId));
  }

  function emit(ask: StoredAsk<Own>, outcomes: readonly AnswerOutcome[]): void {
    const head = { kind: asks.kind.name, ask_id: asks.wireId(ask) };
    for (const outcome of outcomes) {
      if ('refused' in outcome || outcome.replayed) continue;
      events.answer({ ...head, answer_id: answers.wireId(outcome.answer), changed: outcome.changed });
    }
  }

  /** Checks and records a batch. Returns undefined if the ask has changed since the check. */
  async function attempt(ask: StoredAsk<Own>, request: BatchRequest): Promise<RecordedBatch | undefined> {
    const { atomic, idempotency } = request;
    const checked = await checkAll(ask, request);
    const inputs = checked.flatMap((entry) => ('input' in entry ? [entry.input] : []));
    const known = limitFaults(checked.map((entry) => ('result' in entry ? entry.result : undefined)));
    if (atomic) requireNoneRefused(known);
    const input = { answers: inputs, known: idempotency ? known : [], atomic, idempotency };
    const outcome = await store.run(recordBatch, input);
    if ('refused' in outcome) {
      if (outcome.refused === 'changed') return undefined;
      if (outcome.refused === 'mismatch') throw new AskwellError('idempotency_mismatch');
      throw atomicError(mergeResults(known, outcome.refused.outcomes));
    }
    if (outcome.replayed) return { results: show(parseResults(outcome.resource)), replayed: true };
    emit(ask, outcome.row);
    return { results: show(mergeResults(known, outcome.row)), replayed: false };
  }

  return {
    /**
     * Records a batch of answers, in order.
     *
     * @param found The ask, which belongs to the scope.
     * @throws AskwellError with the code `invalid` if the batch is atomic and an answer is refused.
     */
    async record(scope: Scope, found: StoredAsk<Own>, request: BatchRequest): Promise<RecordedBatch> {
      let ask = found;
      for (let n = 0; n < maxAttempts; n++) {
        if (request.onlyVersion !== null && ask.version !== request.onlyVersion)
          throw new AskwellError('precondition_failed');
        const recorded = await attempt(ask, request);
        if (recorded) return recorded;
        const owned = await asks.find(scope, asks.wireId(found));
        if (!owned) throw new AskwellError('not_found');
        ask = owned.ask;
      }
      throw new AskwellError('unavailable');
    },

    /** Returns the results of an earlier request, as they were stored. */
    showStored: (stored: string): BatchResult[] => show(parseResults(stored)),
  };
}

/** Divides answers into slices, each of which takes at most some milliseconds. A slice has at least one answer. */
function* slicesOf(answers: readonly unknown[]): Generator<readonly unknown[]> {
  let slice: unknown[] = [];
  let values = 0;
  for (const answer of answers) {
    const added = countValues(answer, sliceLimits.values);
    if (slice.length === sliceLimits.answers || (slice.length > 0 && values + added > sliceLimits.values)) {
      yield slice;
      slice = [];
      values = 0;
    }
    slice.push(answer);
    values += added;
  }
  if (slice.length > 0) yield slice;
}

/** Returns the number of values in a value, including the value itself. Stops counting above the limit. */
function countValues(value: unknown, limit: number): number {
  const found = [value];
  for (const next of found) {
    if (typeof next !== 'object' || next === null) continue;
    for (const member of Object.values(next)) {
      if (found.length > limit) return found.length;
      found.push(member);
    }
  }
  return found.length;
}

function requireNoneRefused(results: readonly (StoredResult | undefined)[]): void {
  if (results.some((result) => result !== undefined && isRefused(result))) throw atomicError(results);
}

/** Returns the error of an atomic batch: the faults of all refused answers. */
function atomicError(results: readonly (StoredResult | undefined)[]): AskwellError {
  const issues = results.flatMap((result, index) =>
    result !== undefined && isRefused(result) ? issuesOf(result, index) : [],
  );
  return validationError(issues.slice(0, maxIssues));
}

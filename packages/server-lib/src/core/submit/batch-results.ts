import { AskwellError } from '../../base/errors.js';
import type { BatchResult, RefusalCode, RefusedResult } from '../../shared/contract/batch-types.js';
import { describeErrorCode } from '../../shared/faults/error-codes.js';
import { describeFault, type Fault, fault, type Issue } from '../../shared/faults/fault.js';
import { maxBatchFaults } from '../limits.js';
import type { AnswerOutcome } from './record-answers.js';

/**
 * The result of an answer as it is stored. A string is the ID of a new answer, which is the most frequent result. Paths are
 * relative to the answer.
 */
export type StoredResult = string | StoredRecorded | StoredRefused;

interface StoredRecorded {
  readonly answer: string;
  readonly changed?: true;
  readonly replayed?: true;
}

interface StoredRefused {
  readonly refused: RefusalCode;
  readonly faults?: readonly (readonly [path: string, code: Fault['code'], params: Fault['params']])[];
}

/** Returns the result of an outcome of the writer. */
export function toStoredResult(outcome: AnswerOutcome | undefined): StoredResult {
  if (outcome && 'answer' in outcome) {
    const { answer, changed, replayed } = outcome;
    if (!changed && !replayed) return answer;
    return { answer, ...(changed ? { changed } : {}), ...(replayed ? { replayed } : {}) };
  }
  switch (outcome?.refused) {
    case 'mismatch':
      return { refused: 'idempotency_mismatch' };
    case 'gone':
    case 'already_answered':
    case 'full':
      return { refused: outcome.refused };
    default:
      throw new Error('An answer of a batch has no result.');
  }
}

/** Returns the result of an answer that was refused with an error. Undefined if the error does not concern the answer. */
export function toRefusedResult(error: unknown): StoredRefused | undefined {
  if (!(error instanceof AskwellError)) return undefined;
  const refused = refusalCodes.find((code) => code === error.code);
  if (refused === undefined) return undefined;
  const faults = error.issues?.map(({ path, code, params }) => [path, code, params] as const);
  return faults ? { refused, faults } : { refused };
}

const refusalCodes: readonly RefusalCode[] = ['closed', 'not_open', 'too_late', 'invalid'];

export function isRefused(result: StoredResult): result is StoredRefused {
  return typeof result !== 'string' && 'refused' in result;
}

/** Drops faults beyond a total. The first fault of each answer stays. */
export function limitFaults(results: readonly (StoredResult | undefined)[]): (StoredResult | undefined)[] {
  let left = maxBatchFaults;
  return results.map((result) => {
    if (result === undefined || !isRefused(result) || !result.faults) return result;
    const faults = result.faults.slice(0, 1 + left);
    left -= faults.length - 1;
    return { ...result, faults };
  });
}

/** Returns the results of all answers. Replaces each undefined result with the next outcome of the writer. */
export function mergeResults(
  known: readonly (StoredResult | undefined)[],
  outcomes: readonly AnswerOutcome[],
): StoredResult[] {
  const next = outcomes.values();
  return known.map((result) => result ?? toStoredResult(next.next().value));
}

/** Formats results to store them with an Idempotency-Key. */
export function formatResults(results: readonly StoredResult[]): string {
  return JSON.stringify(results);
}

export function parseResults(text: string): readonly StoredResult[] {
  return JSON.parse(text);
}

/** Returns a result as the API shows it. */
export function showResult(result: StoredResult, index: number, wireId: (answer: string) => string): BatchResult {
  if (typeof result === 'string') return { status: 201, id: wireId(result) };
  if ('answer' in result) {
    const { answer, changed, replayed } = result;
    return { status: changed ? 200 : 201, id: wireId(answer), ...(replayed ? { replayed } : {}) };
  }
  const { refused } = result;
  const { issues, errors } = new AskwellError(refused, undefined, { issues: issuesOf(result, index) });
  return {
    status: statuses[refused],
    code: refused,
    message: refused === 'idempotency_mismatch' ? describeFault(fault(refused)) : describeErrorCode(refused).message,
    ...(refused === 'invalid' && issues && errors ? { errors, issues: [...issues] } : {}),
  };
}

const statuses = {
  closed: 409,
  not_open: 409,
  full: 409,
  already_answered: 409,
  too_late: 409,
  gone: 410,
  invalid: 422,
  idempotency_mismatch: 422,
} as const satisfies Record<RefusalCode, RefusedResult['status']>;

/** Returns the faults of a refused answer, with paths in the batch. A refusal without faults becomes a fault of the answer. */
export function issuesOf({ refused, faults }: StoredRefused, index: number): Issue[] {
  const root = `answers.${index}`;
  if (refused !== 'invalid') return [{ path: root, ...toIssue(fault(refused)) }];
  return (faults ?? []).map(([path, code, params]) => ({
    path: path === '' ? root : `${root}.${path}`,
    ...toIssue({ code, params }),
  }));
}

function toIssue(found: Fault): Omit<Issue, 'path'> {
  return { ...found, message: describeFault(found) };
}

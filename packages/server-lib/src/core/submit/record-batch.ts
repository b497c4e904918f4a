import { type CreationOutcome, createOnce, type IdempotentRequest } from '../../db/idempotency.js';
import { type Operation, write } from '../../db/operation.js';
import { AnswerGroup } from './answer-group.js';
import type { AnswerInput } from './answer-input.js';
import { formatResults, mergeResults, type StoredResult } from './batch-results.js';
import { GroupChanges } from './group-changes.js';
import { type AnswerOutcome, recordAnswer } from './record-answers.js';

/** The answers of a batch, all of one ask. */
export interface BatchInput {
  /** The answers to record, in order. */
  readonly answers: readonly AnswerInput[];
  /** The results of all answers, undefined for those to record. Only needed with an Idempotency-Key. */
  readonly known: readonly (StoredResult | undefined)[];
  readonly atomic: boolean;
  readonly idempotency: IdempotentRequest | null;
}

/**
 * The reason why nothing was recorded: the ask has changed since the answers were checked, or an atomic batch has refused answers.
 */
type BatchRefusal = 'changed' | { readonly outcomes: readonly AnswerOutcome[] };

/** The outcome of a batch. `resource` has the results of all answers, stored for a repeated request. */
export type BatchOutcome = CreationOutcome<BatchRefusal, readonly AnswerOutcome[]>;

/** Records a batch in one transaction: its answers in order, as if each was sent alone. */
export const recordBatch = write('answers.recordBatch', function* (input: BatchInput): Operation<BatchOutcome> {
  return yield* createOnce(input.idempotency, () => recordAll(input));
});

function* recordAll({ answers, known, atomic, idempotency }: BatchInput): Operation<BatchOutcome> {
  const group = new AnswerGroup();
  yield* group.read(answers);
  const changes = new GroupChanges();
  const outcomes = answers.map((input) => recordAnswer(group.ask(input.ask), input, changes));
  // Nothing is written yet, so the changes can be dropped.
  if (outcomes.some(isOutdated)) return { refused: 'changed' };
  if (atomic && outcomes.some((outcome) => 'refused' in outcome)) return { refused: { outcomes } };
  yield* changes.write((seq) => group.ask(seq)?.row);
  return { resource: idempotency ? formatResults(mergeResults(known, outcomes)) : '', row: outcomes };
}

const outdated: readonly string[] = ['unknown', 'stale', 'checked', 'ticket'];

/** Returns whether an answer was checked against data that has changed since. */
function isOutdated(outcome: AnswerOutcome): boolean {
  return 'refused' in outcome && outdated.includes(outcome.refused);
}

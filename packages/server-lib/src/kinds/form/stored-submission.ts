import type { FieldAnswer, FormOutcome } from '../../shared/contract/resources.js';

/** Answers by field ID. */
export type StoredAnswers = Readonly<Record<string, FieldAnswer>>;

/** What the logic of a form computed for a submission. */
export interface StoredLogic {
  readonly variables: Readonly<Record<string, number | string>>;
  readonly ending: string | null;
  readonly outcome: FormOutcome;
  /** The quotas in which the submission counts. */
  readonly quotas: readonly string[];
  /** Whether the variables count in the results. Absent in submissions that were stored before variables had results. */
  readonly tallied?: true;
}

/** A submission to a form with variables, endings or quotas. IDs of fields have no `$`. */
interface EvaluatedBody {
  readonly $answers: StoredAnswers;
  readonly $logic: StoredLogic;
}

/** A stored submission: the answers to visible fields, and what the logic computed if the form has any. */
export type FormBody = StoredAnswers | EvaluatedBody;

function isEvaluated(body: FormBody): body is EvaluatedBody {
  return Object.hasOwn(body, '$logic');
}

/** Returns the answers of a submission. */
export function answersOf(body: FormBody): StoredAnswers {
  return isEvaluated(body) ? body.$answers : body;
}

const withoutLogic: StoredLogic = { variables: {}, ending: null, outcome: 'completed', quotas: [] };

/** Returns what the logic computed. Nothing for forms without logic, and for submissions from the time before the form had any. */
export function logicOf(body: FormBody): StoredLogic {
  return isEvaluated(body) ? body.$logic : withoutLogic;
}

/** Returns the submission to store. */
export function toBody(answers: StoredAnswers, logic: StoredLogic | null): FormBody {
  return logic ? { $answers: answers, $logic: logic } : answers;
}

import { AskwellError } from '../errors.js';
import type { Issue } from '../faults/fault.js';
import type { Reply } from '../http/exchange.js';

/** Why a form is shown again instead of having done its work. */
export interface FormError {
  readonly status: number;
  readonly headers: readonly string[];
  /** What is wrong as a whole; null where the fields say it all. */
  readonly message: string | null;
  readonly issues: readonly Issue[];
  /** The form shows what was sent. */
  readonly echoesInput: true;
}

/** Refusals a person can mend in the form itself. Others are pages of their own. */
const mendable = new Set<string>(['invalid', 'conflict', 'rate_limited']);

/** Does a form's work; where it is refused in a way that can be mended, shows the form again with what is wrong. */
export async function showErrors(
  work: () => Promise<Reply>,
  again: (problem: FormError) => Reply | Promise<Reply>,
): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AskwellError) || !mendable.has(error.code)) throw error;
    return again(toProblem(error));
  }
}

function toProblem({ status, message, issues, retryAfter }: AskwellError): FormError {
  return {
    status,
    headers: retryAfter === undefined ? [] : ['retry-after', String(retryAfter)],
    message: issues ? null : message,
    issues: issues ?? [],
    echoesInput: true,
  };
}

/** A problem of the form as a whole. */
export function createFormError(status: number, message: string): FormError {
  return { status, headers: [], message, issues: [], echoesInput: true };
}

import { AskwellError } from '../base/errors.js';
import type { PageReply } from '../http/exchange.js';
import type { Issue } from '../shared/faults/fault.js';
import { forOwners } from './editor/owner-faults.js';

/** The errors of a form that is shown again. */
export interface FormError {
  readonly status: number;
  readonly headers: readonly string[];
  /** An error of the whole form. Null if all errors belong to fields. */
  readonly message: string | null;
  readonly issues: readonly Issue[];
  /** The form shows the submitted values. */
  readonly echoesInput: true;
}

/** Errors that users can correct in the form. Others get an error page. */
const correctable = new Set<string>(['invalid', 'conflict', 'rate_limited']);

/** Handles a submitted form. Errors that the user can correct are shown in the form. */
export async function showErrors(
  handle: () => Promise<PageReply>,
  showForm: (problem: FormError) => PageReply | Promise<PageReply>,
): Promise<PageReply> {
  try {
    return await handle();
  } catch (error) {
    if (!(error instanceof AskwellError) || !correctable.has(error.code)) throw error;
    return showForm(toFormError(error));
  }
}

function toFormError({ status, message, issues, retryAfter }: AskwellError): FormError {
  return {
    status,
    headers: retryAfter === undefined ? [] : ['retry-after', String(retryAfter)],
    message: issues ? null : message,
    issues: (issues ?? []).map(forOwners),
    echoesInput: true,
  };
}

/** Returns an error of the whole form. */
export function createFormError(status: number, message: string): FormError {
  return { status, headers: [], message, issues: [], echoesInput: true };
}

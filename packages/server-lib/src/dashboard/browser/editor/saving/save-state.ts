import { isRecord, type SavedState, toIssues } from './saved-state.js';

/** The owner is no longer signed in. */
export class SignedOut extends Error {}

/** The server refused a request. Repeating it does not help. */
export class Refused extends Error {
  constructor(
    readonly status: number,
    /** The faults of the input. */
    readonly issues: SavedState['issues'],
  ) {
    super(`The server answered ${status}.`);
  }
}

/** Returns the error for an unsuccessful response. An overloaded server accepts the same request later. */
export async function errorOf(reply: Response): Promise<Error> {
  const { status } = reply;
  if (status >= 500 || status === 429) return new Error(`The server answered ${status}.`);
  // A page has no issues.
  const body: unknown = await reply.json().catch(() => undefined);
  return new Refused(status, toIssues(isRecord(body) ? body['issues'] : undefined));
}

/** Says next to the buttons whether everything is saved. */
export function say(text: string): void {
  const state = document.querySelector('[data-save-state]');
  if (state && state.textContent !== text) state.textContent = text;
}

/** Says why changes are not saved. The input stays on the page. */
export function sayProblem(error: unknown): void {
  say(problemText(error));
}

function problemText(error: unknown): string {
  if (error instanceof SignedOut)
    return 'Not saved: you are signed out. Sign in again in another tab. What you entered stays here.';
  if (!(error instanceof Refused)) return 'Not saved yet: the server cannot be reached. Trying again.';
  const [first, ...others] = error.issues;
  if (first) return `Not saved: ${first.message}${others.length > 0 ? ` (and ${others.length} more)` : ''}`;
  return error.status === 404
    ? 'Not saved: this was deleted. Copy what you still need.'
    : `Not saved: the server refused this change (${error.status}). Reload the page to see what is saved.`;
}

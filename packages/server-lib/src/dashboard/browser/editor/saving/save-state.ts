/** The owner is not signed in any more. */
export class SignedOut extends Error {}

/** The server refused a request. Repeating it does not help. */
export class Refused extends Error {
  constructor(readonly status: number) {
    super(`The server answered ${status}.`);
  }
}

/** Returns the error for an unsuccessful response. An overloaded server accepts the same request later. */
export function errorOf({ status }: Response): Error {
  return status < 500 && status !== 429 ? new Refused(status) : new Error(`The server answered ${status}.`);
}

/** Says next to the buttons whether everything is saved. */
export function say(text: string): void {
  const state = document.querySelector('[data-save-state]');
  if (state && state.textContent !== text) state.textContent = text;
}

/** Says why changes are not saved. What was entered stays in the page. */
export function sayProblem(error: unknown): void {
  say(problemText(error));
}

function problemText(error: unknown): string {
  if (error instanceof SignedOut)
    return 'Not saved: you are signed out. Sign in again in another tab. What you entered stays here.';
  if (!(error instanceof Refused)) return 'Not saved yet: the server cannot be reached. Trying again.';
  return error.status === 404
    ? 'Not saved: this was deleted. Copy what you still need.'
    : `Not saved: the server refused this change (${error.status}). Reload the page to see what is saved.`;
}

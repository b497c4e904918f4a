import type { Ending, SubmissionReceipt } from '../contract/resources.js';

/** What visitors see after they answer, or where they go. */
export interface AfterAnswer {
  readonly title?: string | undefined;
  readonly message: string | null;
  readonly url: string | null;
  /** The text of the link to the URL, if the author has set one. */
  readonly label?: string | undefined;
}

/** The parts of a receipt that say what follows. Attempts have no endings, and older servers send none. */
export interface SubmissionOutcome extends Pick<SubmissionReceipt, 'message' | 'redirect_url'> {
  readonly ending?: Pick<Ending, 'title' | 'text' | 'button' | 'url'> | null;
}

/** Returns what follows a submission or an attempt: the ending that it reached, or `after` of the form or quiz. */
export function afterSubmission({ ending, message, redirect_url }: SubmissionOutcome): AfterAnswer {
  if (!ending) return { message, url: redirect_url };
  const { title, text, button, url } = ending;
  return url ? { title, message: null, url } : { title, message: text, url: button?.url ?? null, label: button?.label };
}

/** Returns the URL to which visitors go at once. With a message or a labelled link, they stay. */
export function redirectOf(after: AfterAnswer | null): string | null {
  return after && !after.message && !after.label ? after.url : null;
}

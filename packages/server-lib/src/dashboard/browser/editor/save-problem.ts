import { type HtmlPart, html } from '../../../base/html.js';
import { Refused, SignedOut } from './saving/saved-reply.js';

/** Returns why changes are not saved, for their owner. What was entered stays on the page. */
export function saveProblem(error: unknown, base: string): HtmlPart {
  if (error instanceof SignedOut)
    return html`Not saved: you are signed out. <a href="${base}/login" target="_blank" rel="noopener">Sign in again</a> in another tab. What you entered stays here.`;
  if (!(error instanceof Refused)) return 'Not saved yet: the server cannot be reached. Trying again.';
  const [first, ...others] = error.issues;
  if (first) return `Not saved: ${first.message}${others.length > 0 ? ` (and ${others.length} more)` : ''}`;
  return error.status === 404 ? 'Not saved: this was deleted. Copy what you still need.' : `Not saved: ${error.text}`;
}

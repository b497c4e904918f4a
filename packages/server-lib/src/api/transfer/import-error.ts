import { AskwellError } from '../../base/errors.js';
import { truncate } from '../../base/truncate.js';
import { quotaError } from '../../core/quotas.js';
import { maxSites } from '../../owners/sites/limits.js';
import type { TakenIds } from './import-queries.js';
import type { PublishOutcome } from './publish-import.js';

/** The maximum length of a message about a line. */
const maxMessageLength = 300;

/** Returns the error for a line of a file that cannot be imported. */
export function lineError(line: number, message: string): AskwellError {
  // The message can contain names of the file, which must not control the terminal that shows it.
  return new AskwellError('invalid', `Line ${line}: ${truncate(message.replace(/\p{Cc}/gu, '�'), maxMessageLength)}`);
}

/** Returns the error for a file that cannot be imported. */
export function fileError(message: string): AskwellError {
  return new AskwellError('invalid', message);
}

/** Returns the error of a check, with the line and the first fault in its message. */
export function toLineError(line: number, error: unknown): unknown {
  if (!(error instanceof AskwellError) || !error.issues) return error;
  const [issue] = error.issues;
  return lineError(line, issue ? `${issue.path}: ${issue.message}` : error.message);
}

/** The number of IDs that a message lists. */
const maxListedIds = 5;

/** Returns the error for IDs that the import cannot keep. */
export function takenIdsError({ areOwn, ids }: TakenIds): AskwellError {
  const more = ids.length > maxListedIds ? ` and ${ids.length - maxListedIds} more` : '';
  const list = `${ids.slice(0, maxListedIds).join(', ')}${more}`;
  return new AskwellError(
    'conflict',
    areOwn
      ? `This account already has ${list}. To create copies, import with new IDs.`
      : `These IDs are not available to this account: ${list}. Import with new IDs, and update links and embeds.`,
  );
}

/** Returns the error for more sites than an account can have. */
export function tooManySitesError(wouldBe: number): AskwellError {
  const [would, max] = [wouldBe, maxSites].map((value) => value.toLocaleString('en'));
  return new AskwellError('conflict', `There would be ${would} sites, but an account can have ${max}.`);
}

/** Returns the error for an import that was not published. */
export function publishError(outcome: Exclude<PublishOutcome, 'published'>): AskwellError {
  switch (outcome.refused) {
    case 'interrupted':
      return interruptedError();
    case 'too_many_sites':
      return tooManySitesError(outcome.wouldBe);
    case 'taken':
      return takenIdsError(outcome.taken);
    default:
      return quotaError(outcome.refused);
  }
}

/** Returns the error for an import whose rows were removed while it was running. */
export function interruptedError(): AskwellError {
  return new AskwellError('conflict', 'The import was interrupted, so nothing was imported. Try again.');
}

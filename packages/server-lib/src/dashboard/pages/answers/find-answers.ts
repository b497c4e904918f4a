import { AskwellError } from '../../../errors.js';
import type { OwnerAsk } from '../../asks/owner-ask.js';

const everything = { since: null, until: null, voter: null };

/**
 * Returns the IDs of the rows of answers that exist.
 *
 * @throws AskwellError with the code `not_found` if none does.
 */
export async function findRowIds({ answers }: OwnerAsk, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await Promise.all(ids.map((id) => answers.find(id)));
  const found = new Set(rows.flatMap((row) => (row ? [row.id] : [])));
  if (found.size === 0) throw new AskwellError('not_found');
  return [...found];
}

/**
 * Returns the ID of the row of the latest answer.
 *
 * @throws AskwellError with the code `not_found` if there are no answers.
 */
export async function findLatestId({ answers }: OwnerAsk): Promise<string> {
  const [latest] = await answers.list(everything, { after: null, limit: 1, order: 'desc' });
  if (!latest) throw new AskwellError('not_found');
  return latest.id;
}

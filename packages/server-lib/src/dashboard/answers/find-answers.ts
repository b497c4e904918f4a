import { invalidField } from '../../base/faults/invalid-field.js';
import { fault } from '../../shared/faults/fault.js';
import type { OwnerAsk } from '../asks/owner-ask.js';
import type { OwnerRequest } from '../guards.js';
import { queryParam } from '../query.js';

/**
 * Returns the ID of the row of an answer.
 *
 * @throws AskwellError with the code `invalid` if the text is not an ID.
 */
export function parseRowId(name: string, text: string): string {
  if (!/^[0-9a-z]{20}$/.test(text)) throw invalidField(name, fault('invalid_cursor'));
  return text;
}

/** Reads the ID of the answer after which a page starts. */
export function readCursor(request: OwnerRequest): string | null {
  const cursor = queryParam(request, 'cursor');
  return cursor === undefined ? null : parseRowId('cursor', cursor);
}

/** Returns the IDs of the rows of those answers that exist. */
export async function findRowIds({ answers }: OwnerAsk, ids: readonly string[]): Promise<readonly string[]> {
  const rows = await Promise.all(ids.map((id) => answers.find(id)));
  const found = new Set(rows.flatMap((row) => (row ? [row.id] : [])));
  return [...found];
}

import type { Caller } from '../auth/authenticate.js';
import { timestamp } from '../clock.js';
import type { Keys } from '../keys/keys.js';
import type { KeyRow } from '../keys/record.js';
import type { Account } from './contract.js';

/** Writes an account and its keys as a reply's body. */
export type AccountText = () => string;

/**
 * All of the text is settled but for when each key was last used, which every call moves: that is put in each time.
 * Writing all of it anew takes longer than finding out who calls.
 */
export function accountText(
  { id, name, email, createdAt }: Caller['account'],
  rows: readonly KeyRow[],
  { show, lastUsed }: Pick<Keys, 'show' | 'lastUsed'>,
): AccountText {
  const account: Account = {
    id,
    name,
    email,
    api_keys: rows.map((row) => ({ ...show(row), last_used_at: null })),
    created_at: timestamp(createdAt),
  };
  // Nothing that a member holds can read like this: its quotation marks would be escaped.
  const [start = '', ...rest] = JSON.stringify({ data: account }).split(/(?<="last_used_at":)null/);
  const keys = rows.map((row, at) => ({ row, rest: rest[at] ?? '' }));
  return () => keys.reduce((text, key) => text + JSON.stringify(lastUsed(key.row)) + key.rest, start);
}

import type { Caller } from '../auth/authenticate.js';
import { timestamp } from '../clock.js';
import type { Keys } from '../keys/keys.js';
import type { KeyRow } from '../keys/record.js';
import type { Account } from './contract.js';

/** Writes an account and its keys as a reply's body. */
export type AccountBody = () => Uint8Array;

/**
 * All of the body is settled but for when each key was last used, which every call moves: that is put in each time.
 * Writing all of it anew takes longer than finding out who calls.
 */
export function accountBody(
  { id, name, email, createdAt }: Caller['account'],
  rows: readonly KeyRow[],
  { show, lastUsed }: Pick<Keys, 'show' | 'lastUsed'>,
): AccountBody {
  const account: Account = {
    id,
    name,
    email,
    api_keys: rows.map((row) => ({ ...show(row), last_used_at: null })),
    created_at: timestamp(createdAt),
  };
  // A character for each byte: what is put together of these needs no encoding.
  const settled = Buffer.from(JSON.stringify({ data: account })).toString('latin1');
  // Nothing that a member holds can read like this: its quotation marks would be escaped.
  const [start = '', ...rest] = settled.split(/(?<="last_used_at":)null/);
  const keys = rows.map((row, at) => ({ row, rest: rest[at] ?? '' }));
  return () => {
    const bytes = keys.reduce((before, { row, rest }) => before + JSON.stringify(lastUsed(row)) + rest, start);
    return Buffer.from(bytes, 'latin1');
  };
}

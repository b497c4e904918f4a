import { LRUCache } from 'lru-cache';
import { type Caller, stampOf } from '../access/authenticate-key.js';
import { formatTimestamp } from '../clock.js';
import { Latin1Text } from '../http/exchange.js';
import type { KeyRow } from '../keys/key-queries.js';
import type { Keys } from '../keys/key-service.js';
import type { Account } from './account-types.js';

type TellingKeys = Pick<Keys, 'settled' | 'lastUsed'>;

/** What the texts and rows of accounts may take in memory. */
const keptBytes = 16 * 1024 * 1024;
/** What a key's row takes, beside its part of the text. */
const rowBytes = 1_000;

/** Writes the reply that tells a caller of their account; most of it stands from the time before. */
export function createAccountResponses(
  keys: TellingKeys & Pick<Keys, 'visibleTo'>,
): (caller: Caller) => Promise<Latin1Text> {
  const kept = new LRUCache<string, AccountBody>({
    maxSize: keptBytes,
    sizeCalculation: (body) => body.size,
  });

  async function read(caller: Caller, place: string): Promise<AccountBody> {
    const { stamp, rows } = await keys.visibleTo(caller.scope);
    // Of many who ask at once one is the first.
    const known = kept.get(place);
    if (known && known.stamp === stamp) return known;
    const body = new AccountBody(caller.account, rows, keys, stamp);
    // Under another stamp the caller may be another by now.
    if (stamp === stampOf(caller)) kept.set(place, body);
    return body;
  }

  return async (caller) => {
    const { account, site } = caller.scope;
    const place = `${account}/${site ?? ''}`;
    const known = kept.get(place);
    const body = known && known.stamp === stampOf(caller) ? known : await read(caller, place);
    return body.write();
  };
}

/**
 * An account as a key reads it. All of it is settled but for when each key was last used, which every call moves: that is
 * put in each time. Writing all of it anew takes longer than finding out who calls.
 */
export class AccountBody {
  readonly size: number;
  readonly #start: string;
  readonly #parts: readonly { readonly row: KeyRow; readonly rest: string }[];

  constructor(
    { id, name, email, createdAt }: Caller['account'],
    rows: readonly KeyRow[],
    private readonly keys: TellingKeys,
    readonly stamp: number | undefined,
  ) {
    const account: Account = {
      id,
      name,
      email,
      api_keys: rows.map((row) => ({ ...keys.settled(row), last_used_at: null })),
      created_at: formatTimestamp(createdAt),
    };
    // A character for each byte: what is put together of these needs no encoding.
    const settled = Buffer.from(JSON.stringify({ data: account })).toString('latin1');
    // Nothing that a member holds can read like this: its quotation marks would be escaped.
    const [start = '', ...rest] = settled.split(/(?<="last_used_at":)null/);
    this.#start = start;
    this.#parts = rows.map((row, at) => ({ row, rest: rest[at] ?? '' }));
    this.size = settled.length * 2 + rows.length * rowBytes;
  }

  write(): Latin1Text {
    let text = this.#start;
    for (const { row, rest } of this.#parts) text += JSON.stringify(this.keys.lastUsed(row)) + rest;
    return new Latin1Text(text);
  }
}

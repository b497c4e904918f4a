import type { Micros } from '../../base/clock.js';
import { type CreationOutcome, createOnce, type IdempotentRequest } from '../../db/idempotency.js';
import { lockAsk } from '../../db/locks.js';
import { type Operation, write } from '../../db/operation.js';
import { one, run } from '../../db/sql/statement.js';
import type { AskKind } from '../../shared/contract/ask-types.js';

export interface ResultLinkRow {
  nonce: Uint8Array;
  token_hash: Uint8Array;
}

export function selectResultLink(ask: number): Operation<ResultLinkRow | undefined> {
  return one<ResultLinkRow>`select nonce, token_hash from askwell_result_links where ask = ${ask}`;
}

export interface LinkedAsk {
  seq: number;
  kind: AskKind;
  nonce: Uint8Array;
}

/** Selects the ask that a link shows, unless it is deleted. */
export function selectLinkedAsk(tokenHash: Uint8Array): Operation<LinkedAsk | undefined> {
  return one<LinkedAsk>`
    select a.seq, a.kind, l.nonce from askwell_result_links l join askwell_asks a on a.seq = l.ask
    where l.token_hash = ${tokenHash} and a.kind <> 'deleted'`;
}

/** The ask whose link is created or withdrawn. */
export interface LinkTarget {
  readonly account: number;
  readonly ask: number;
  /** The version that the ask must have. Null for every version. */
  readonly onlyVersion: number | null;
}

export interface ResultLinkInput extends ResultLinkRow, LinkTarget {
  /** The nonce of a link to replace, because it does not work with the current secret. Any other link is kept. */
  readonly replaced: Uint8Array | null;
  readonly at: Micros;
  readonly idempotency: IdempotentRequest | null;
}

/** The reason why a link is neither created nor withdrawn. */
type LinkRefusal = 'unknown' | 'stale';

/** Saves the link of an ask, unless it has one that works. */
export const saveResultLink = write('resultLinks.save', (input: ResultLinkInput) =>
  createOnce(input.idempotency, () => insertResultLink(input)),
);

function* insertResultLink(input: ResultLinkInput): Operation<CreationOutcome<LinkRefusal>> {
  const { ask, nonce, token_hash, replaced, at } = input;
  const refused = yield* lockLinkedAsk(input);
  if (refused) return { refused };
  const existing = yield* selectResultLink(ask);
  const isKept = existing && !(replaced && Buffer.compare(existing.nonce, replaced) === 0);
  if (!isKept) {
    yield* run`
      insert into askwell_result_links (ask, nonce, token_hash, created_at)
      values (${ask}, ${nonce}, ${token_hash}, ${at})
      on conflict (ask) do update set nonce = excluded.nonce, token_hash = excluded.token_hash, created_at = excluded.created_at`;
  }
  // An ask has one link, so the reference does not need to contain the link, which is a secret.
  return { resource: String(ask), row: undefined };
}

/** Deletes the link of an ask. */
export const deleteResultLink = write('resultLinks.delete', function* (input: LinkTarget): Operation<
  LinkRefusal | 'deleted'
> {
  const refused = yield* lockLinkedAsk(input);
  if (refused) return refused;
  yield* run`delete from askwell_result_links where ask = ${input.ask}`;
  return 'deleted';
});

/** Locks an ask of an account. Returns why its link cannot be changed. */
function* lockLinkedAsk({ account, ask, onlyVersion }: LinkTarget): Operation<LinkRefusal | undefined> {
  yield* lockAsk(ask);
  const row = yield* one<{ version: number }>`
    select version from askwell_asks where seq = ${ask} and account_id = ${account} and kind <> 'deleted'`;
  if (!row) return 'unknown';
  return onlyVersion !== null && row.version !== onlyVersion ? 'stale' : undefined;
}

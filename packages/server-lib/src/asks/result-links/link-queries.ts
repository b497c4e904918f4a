import type { Micros } from '../../clock.js';
import { lockAsk } from '../../store/locks.js';
import { type Operation, write } from '../../store/operation.js';
import { one, run } from '../../store/sql/statement.js';
import type { AskKind } from '../ask-types.js';

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

export interface ResultLinkInput extends ResultLinkRow {
  readonly account: number;
  readonly ask: number;
  readonly at: Micros;
}

/** Saves the link of an ask in place of an earlier one. Returns whether the account owns the ask. */
export const saveResultLink = write('resultLinks.save', function* (input: ResultLinkInput): Operation<boolean> {
  const { account, ask, nonce, token_hash, at } = input;
  yield* lockAsk(ask);
  const owned = yield* one`
    select 1 from askwell_asks where seq = ${ask} and account_id = ${account} and kind <> 'deleted'`;
  if (!owned) return false;
  yield* run`
    insert into askwell_result_links (ask, nonce, token_hash, created_at)
    values (${ask}, ${nonce}, ${token_hash}, ${at})
    on conflict (ask) do update set nonce = excluded.nonce, token_hash = excluded.token_hash, created_at = excluded.created_at`;
  return true;
});

export const deleteResultLink = write(
  'resultLinks.delete',
  function* ({ account, ask }: { readonly account: number; readonly ask: number }): Operation<void> {
    yield* run`
      delete from askwell_result_links
      where ask in (select seq from askwell_asks where seq = ${ask} and account_id = ${account})`;
  },
);

import { formatTimestamp, type Micros } from '../../base/clock.js';
import { fromHex, toHex } from '../../base/crypto/hex.js';
import { nextTurn } from '../../base/event-loop.js';
import type { Operation } from '../../db/operation.js';
import type { PageRequest } from '../../db/paging.js';
import { all, type Fragment, one, sql } from '../../db/sql/statement.js';
import type { Store } from '../../db/store.js';
import type { Ticket } from '../../shared/contract/resources.js';
import type { StoredAsk } from '../asks/stored-ask.js';
import { isUsed } from './withdraw-tickets.js';

/** The number of tickets that one read checks against a filter that may match only a few of them. */
const candidateBatchSize = 500;

/** Selects some of an ask's tickets. */
export interface TicketFilter {
  readonly used: boolean | null;
  readonly reference: string | null;
}

interface TicketRow {
  voter: Uint8Array;
  n: number;
  head: string | null;
  reference: string | null;
  created_at: Micros | null;
  used: number;
  used_at: Micros | null;
}

/** A ticket with its position in lists. */
export interface ListedTicket extends TicketRow {
  readonly id: string;
}

const columns: Fragment = sql`t.voter, t.n, t.head, t.reference, t.created_at, ${isUsed} as used,
  (select min(r.created_at) from askwell_answers r where r.ask = t.ask and r.voter = t.voter and r.nth is not null) as used_at`;

function selectTickets(
  ask: number,
  reference: string | null,
  { after, limit, order }: PageRequest<string>,
): Operation<TicketRow[]> {
  const [n = '', voter = ''] = after?.split('.') ?? [];
  const start = sql`(${Number(n)}, ${fromHex(voter)})`;
  const ascending = order === 'asc';
  return all<TicketRow>`
    select ${columns} from askwell_tickets t where t.ask = ${ask}
    ${reference === null ? sql`` : sql`and t.reference = ${reference}`}
    ${after === null ? sql`` : ascending ? sql`and (t.n, t.voter) > ${start}` : sql`and (t.n, t.voter) < ${start}`}
    order by ${ascending ? sql`t.n, t.voter` : sql`t.n desc, t.voter desc`} limit ${limit}`;
}

/** Selects a ticket by its ID. */
export function selectTicket(ask: number, id: string): Operation<TicketRow | undefined> {
  return one<TicketRow>`select ${columns} from askwell_tickets t where t.ask = ${ask} and t.voter = ${fromHex(id)}`;
}

/** Reads a page of tickets, in several short reads if they are filtered by their use. */
export async function listTickets(
  store: Store,
  ask: Pick<StoredAsk<unknown>, 'seq' | 'account'>,
  { used, reference }: TicketFilter,
  { after, limit, order }: PageRequest<string>,
): Promise<ListedTicket[]> {
  const batchSize = used === null ? limit : Math.max(limit, candidateBatchSize);
  const found: ListedTicket[] = [];
  for (let from = after; ; await nextTurn(ask.account)) {
    const rows = await store.read(selectTickets(ask.seq, reference, { after: from, limit: batchSize, order }));
    const batch = rows.map((row) => ({ ...row, id: `${row.n}.${toHex(row.voter)}` }));
    found.push(...batch.filter((row) => used === null || (row.used !== 0) === used));
    const last = batch.at(-1);
    if (found.length >= limit || batch.length < batchSize || !last) return found.slice(0, limit);
    from = last.id;
  }
}

/** Returns a ticket as its owner sees it. */
export function showTicket({ voter, head, reference, created_at, used, used_at }: TicketRow): Ticket {
  return {
    id: toHex(voter),
    masked_code: head === null ? null : `${head}••••••`,
    reference,
    used: used !== 0,
    used_at: used_at === null ? null : formatTimestamp(used_at),
    created_at: created_at === null ? null : formatTimestamp(created_at),
  };
}

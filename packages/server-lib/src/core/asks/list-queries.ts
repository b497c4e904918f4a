import type { Operation } from '../../db/operation.js';
import type { PageRequest } from '../../db/paging.js';
import { containsFolded } from '../../db/sql/dialect.js';
import { all, type Fragment, rows, sql } from '../../db/sql/statement.js';
import type { Scope } from '../../owners/access/scope.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import type { AskStatus } from '../../shared/contract/resources.js';
import { askColumns, askTables, type CountedAskRow } from './ask-queries.js';

/** Filters the asks of an account. Null matches any value. */
export interface AskFilter {
  readonly site: number | null;
  readonly status: AskStatus | null;
  /** A substring of the title. The case of ASCII letters is ignored. */
  readonly q: string | null;
}

/** A row of the list, with the result of the filter. */
export interface AskCandidate {
  seq: number;
  /** The size of the definition in bytes. */
  bytes: number;
  /** 1 if the filter matches, otherwise 0. */
  matches: number;
}

/** Selects a page of asks without their definitions, and evaluates the filter for each of them. */
export function selectAskCandidates(
  scope: Scope,
  kind: AskKind,
  filter: AskFilter,
  page: PageRequest,
): Operation<AskCandidate[]> {
  const { after, order, limit } = page;
  return all<AskCandidate>`
    select a.seq, octet_length(a.definition) as bytes,
      case when ${matches(scope, filter)} then 1 else 0 end as matches
    from askwell_asks a where a.account_id = ${scope.account} and a.kind = ${kind}
    ${scope.site === null ? sql`` : sql`and a.site_id = ${scope.site}`}
    ${after === null ? sql`` : order === 'asc' ? sql`and a.seq > ${after}` : sql`and a.seq < ${after}`}
    order by a.seq ${order === 'asc' ? sql`asc` : sql`desc`} limit ${limit}`;
}

/** Selects asks by their numbers, in list order. Leaves out the asks that no longer match the filter. */
export function selectAsksBySeq(
  scope: Scope,
  { filter, order }: { filter: AskFilter; order: PageRequest['order'] },
  seqs: readonly number[],
): Operation<CountedAskRow[]> {
  return all<CountedAskRow>`
    select ${askColumns} from ${askTables} where a.seq in ${rows([seqs])} and a.account_id = ${scope.account}
    ${scope.site === null ? sql`` : sql`and a.site_id = ${scope.site}`} and ${matches(scope, filter)}
    order by a.seq ${order === 'asc' ? sql`asc` : sql`desc`}`;
}

function matches(scope: Scope, { site, status, q }: AskFilter): Fragment {
  // A key of one site has no access to other sites.
  if (scope.site !== null && site !== null && site !== scope.site) return sql`1 = 0`;
  return sql`(1 = 1
    ${site === null ? sql`` : sql`and a.site_id = ${site}`}
    ${status === null ? sql`` : sql`and a.status = ${status}`}
    ${q === null ? sql`` : sql`and ${containsFolded(sql`a.title`, q)}`})`;
}

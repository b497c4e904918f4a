import { AskwellError } from '../../base/errors.js';
import { type Quotas, quotaError } from '../../core/quotas.js';
import type { Operation } from '../../db/operation.js';
import { one } from '../../db/sql/statement.js';
import type { Store } from '../../db/store.js';
import type { Scope } from '../../owners/access/scope.js';
import { maxSites } from '../../owners/sites/limits.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { countOfKind, createCounts, type HeaderLine, type TransferCounts } from './export-format.js';
import { selectSecretFingerprint } from './export-queries.js';
import { takenIdsError, tooManySitesError } from './import-error.js';
import { countSites, findTakenIds } from './import-queries.js';
import { exceedsWebhooks } from './imported-webhooks.js';
import type { ImportItem } from './parse-export.js';
import type { IdMode } from './row-batch.js';

/** The items that an import will create. */
export interface ImportPlan {
  readonly header: HeaderLine;
  readonly counts: TransferCounts;
  readonly ids: IdMode;
  /** Whether visitors who have answered are recognized: only with the same IDs and the same secret. */
  readonly recognizesVisitors: boolean;
}

/** Counts the items of an export. Fails if the export alone exceeds the quotas of an account. */
export class ImportSummary {
  readonly counts: TransferCounts = createCounts();
  readonly asks: { readonly kind: AskKind; readonly id: string }[] = [];
  header: HeaderLine | undefined;
  definitionBytes = 0;
  mostTickets = 0;
  #tickets = 0;

  constructor(private readonly quotas: Quotas) {}

  /**
   * @throws AskwellError with the code `conflict` if the export is too large for any account, so that the rest of the file is not
   * read.
   */
  add(item: ImportItem): void {
    this.#count(item);
    if (this.counts.sites > maxSites) throw tooManySitesError(this.counts.sites);
    const { asks, definitionBytes, webhooks } = this.quotas;
    const amounts = [
      { quota: 'asks', wouldBe: this.asks.length, limit: asks },
      { quota: 'definitionBytes', wouldBe: this.definitionBytes, limit: definitionBytes },
      { quota: 'webhooks', wouldBe: this.counts.webhooks, limit: webhooks },
    ] as const;
    const exceeded = amounts.find(({ wouldBe, limit }) => wouldBe > limit);
    if (exceeded) throw quotaError(exceeded);
  }

  #count(item: ImportItem): void {
    switch (item.type) {
      case 'header':
        this.header = item.header;
        break;
      case 'site':
        this.counts.sites++;
        break;
      case 'webhook':
        this.counts.webhooks++;
        break;
      case 'ask':
        this.counts[countOfKind[item.kind]]++;
        this.asks.push({ kind: item.kind, id: item.line.id.slice(item.kind.length + 1) });
        this.definitionBytes += Buffer.byteLength(item.ask.content.definition);
        this.#tickets = 0;
        break;
      case 'row':
        if (item.row.type === 'answer') this.counts.answers++;
        if (item.row.type !== 'ticket') break;
        this.counts.tickets++;
        this.mostTickets = Math.max(this.mostTickets, ++this.#tickets);
    }
  }
}

/** Returns the plan of an import from the summary of its file. */
export async function toPlan(store: Store, { header, counts }: ImportSummary, ids: IdMode): Promise<ImportPlan> {
  if (!header) throw new Error('The export has no header.');
  const secret = await store.read(selectSecretFingerprint());
  return { header, counts, ids, recognizesVisitors: ids !== 'renew' && secret !== null && secret === header.secret };
}

/**
 * Checks that an export fits into an account.
 *
 * @throws AskwellError with the code `conflict` if IDs are not available, or the account would exceed a quota.
 */
export async function requireImportable(
  { store, quotas }: { readonly store: Store; readonly quotas: Quotas },
  { account }: Scope,
  { asks, counts, definitionBytes, mostTickets }: ImportSummary,
  ids: IdMode,
): Promise<void> {
  const stored = await store.read(selectStoredAmounts(account));
  if (!stored) throw new AskwellError('not_found');
  if (ids !== 'renew') {
    const taken = await store.read(findTakenIds({ account, ids }, asks));
    if (taken) throw takenIdsError(taken);
  }
  const sites = stored.sites + counts.sites;
  if (counts.sites > 0 && sites > maxSites) throw tooManySitesError(sites);
  const amounts = [
    { quota: 'asks', wouldBe: stored.asks + asks.length, limit: quotas.asks },
    { quota: 'createdAsks', wouldBe: stored.asks + stored.deleted_ids + asks.length, limit: quotas.createdAsks },
    { quota: 'definitionBytes', wouldBe: stored.definition_bytes + definitionBytes, limit: quotas.definitionBytes },
    { quota: 'tickets', wouldBe: mostTickets, limit: quotas.tickets },
  ] as const;
  const exceeded =
    (asks.length > 0 ? amounts.find(({ wouldBe, limit }) => wouldBe > limit) : undefined) ??
    (await store.read(exceedsWebhooks(account, counts.webhooks, quotas)));
  if (exceeded) throw quotaError(exceeded);
}

interface StoredAmounts {
  asks: number;
  deleted_ids: number;
  definition_bytes: number;
  sites: number;
}

function* selectStoredAmounts(account: number): Operation<StoredAmounts | undefined> {
  const row = yield* one<Omit<StoredAmounts, 'sites'>>`
    select asks, deleted_ids, definition_bytes from askwell_accounts where id = ${account} and closed_at is null`;
  return row && { ...row, sites: yield* countSites(account) };
}

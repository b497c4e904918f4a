import type { Clock } from '../../base/clock.js';
import { base62, randomText } from '../../base/crypto/random.js';
import { AskwellError } from '../../base/errors.js';
import { parseTime } from '../../base/validation/time.js';
import type { CodeDefinition } from '../../core/asks/code-definition.js';
import type { ImageHosts } from '../../core/asks/image-hosts.js';
import type { Events } from '../../core/events.js';
import { newAskId, wireIdOf } from '../../core/ids.js';
import { type QuotaExceeded, type Quotas, quotaError } from '../../core/quotas.js';
import type { Store } from '../../db/store.js';
import type { Scope } from '../../owners/access/scope.js';
import type { Removal } from '../../owners/removal/background-removal.js';
import { completeDesign } from '../../owners/sites/site-design.js';
import type { AskLine, RowLine, SiteLine } from './export-format.js';
import { interruptedError, publishError } from './import-error.js';
import { abandonImport, addImportedAsk, beginImport, type ImportRef } from './import-queries.js';
import { type PublishedWebhook, toPublishedWebhook } from './imported-webhooks.js';
import type { ImportItem } from './parse-export.js';
import { type DraftSite, type PublishedAsk, type PublishedSite, publishImport } from './publish-import.js';
import { type IdMode, RowBatch } from './row-batch.js';
import { addImportedRows } from './row-queries.js';

/**
 * The sites of an import. They get new IDs when the import is published. Until then, they are identified by their positions in the
 * list.
 */
class ImportedSites {
  readonly list: PublishedSite[] = [];
  /** The sites of unpublished changes. */
  readonly drafts: DraftSite[] = [];
  /** The positions by the IDs in the file. */
  readonly #positions = new Map<number, number>();

  add({ id, name, origins, design, created_at, updated_at, version }: SiteLine): void {
    this.#positions.set(id, this.list.length);
    this.list.push({
      name,
      origins: JSON.stringify(origins),
      design: design && JSON.stringify(completeDesign(design)),
      createdAt: parseTime(created_at) ?? 0,
      updatedAt: parseTime(updated_at) ?? 0,
      version,
    });
  }

  /** Returns the position of a site by its ID in the file. Null for no site. */
  positionOf(id: unknown): number | null {
    return typeof id === 'number' ? (this.#positions.get(id) ?? null) : null;
  }

  /** Adds the site that unpublished changes of an ask name. */
  addDraft(ask: number, { draft }: Extract<RowLine, { type: 'unpublished_changes' }>): void {
    const site = this.positionOf(draft['site_id']);
    if (site !== null) this.drafts.push({ ask, site });
  }
}

export interface ImportOptions {
  readonly store: Store;
  readonly clock: Clock;
  readonly quotas: Quotas;
  readonly imageHosts?: ImageHosts | undefined;
  readonly removal: Removal;
  readonly events: Events;
}

/**
 * Imports the items of an export into an account. They are written in small steps, between which other writes run, and
 * become visible together with the last one. If a step fails, nothing is imported.
 */
export async function importItems(
  options: ImportOptions,
  { account }: Scope,
  items: AsyncIterable<readonly ImportItem[]>,
  ids: IdMode,
): Promise<void> {
  const ref: ImportRef = { account, token: randomText(base62, 20) };
  await begin(options, ref);
  const importer = new Importer(options, ref, ids);
  try {
    for await (const batch of items) for (const item of batch) await importer.add(item);
    await importer.publish();
  } catch (error) {
    await abandon(options, ref);
    throw error;
  }
}

class Importer {
  readonly #sites = new ImportedSites();
  readonly #webhooks: PublishedWebhook[] = [];
  readonly #asks: PublishedAsk[] = [];
  #rows: RowBatch;
  #tickets = 0;

  constructor(
    private readonly options: ImportOptions,
    private readonly ref: ImportRef,
    private readonly ids: IdMode,
  ) {
    this.#rows = new RowBatch(ids);
  }

  async add(item: ImportItem): Promise<void> {
    switch (item.type) {
      case 'header':
        return;
      case 'site':
        this.#sites.add(item.site);
        return;
      case 'webhook':
        this.#webhooks.push(toPublishedWebhook(item.webhook, this.#sites.positionOf(item.webhook.site_id)));
        return;
      case 'ask':
        await this.#writeRows(true);
        await this.#addAsk(item);
        return;
      case 'row':
        if (item.row.type === 'ticket') this.#requireTicketQuota(++this.#tickets);
        if (item.row.type === 'unpublished_changes') this.#addDraftSite(item.row);
        this.#rows.add(item.row);
        if (this.#rows.isFull) await this.#writeRows(false);
    }
  }

  /** Makes everything visible. */
  async publish(): Promise<void> {
    await this.#writeRows(true);
    const { store, clock, events, quotas } = this.options;
    const { list: sites, drafts: draftSites } = this.#sites;
    const content = { sites, webhooks: this.#webhooks, asks: this.#asks, draftSites };
    const outcome = await store.run(publishImport, { ...this.ref, ids: this.ids, at: clock.now(), quotas, ...content });
    if (outcome !== 'published') throw publishError(outcome);
    for (const ask of this.#asks) events.change({ kind: ask.kind, ask_id: wireIdOf(ask), what: 'created' });
  }

  async #addAsk({ kind, line, ask }: Extract<ImportItem, { type: 'ask' }>): Promise<void> {
    const { store, clock, quotas } = this.options;
    const { definition, site, ...content } = ask.content;
    const { version } = line;
    const step = { ...this.ref, at: clock.now(), number: this.#asks.length, definition, version, quotas };
    const added = await store.run(addImportedAsk, step);
    if ('refused' in added) throw added.refused === 'interrupted' ? interruptedError() : quotaError(added.refused);
    this.#tickets = 0;
    this.#asks.push({
      ...content,
      seq: added.seq,
      kind,
      id: this.ids === 'renew' ? newAskId() : line.id.slice(kind.length + 1),
      site: this.#sites.positionOf(site),
      createdAt: parseTime(line.created_at) ?? 0,
      updatedAt: parseTime(line.updated_at) ?? 0,
      archivedAt: line.archived_at === null ? null : (parseTime(line.archived_at) ?? 0),
      notices: line.notices ?? null,
      codeDefinition: toCodeDefinition(line),
    });
  }

  #addDraftSite(row: Extract<RowLine, { type: 'unpublished_changes' }>): void {
    const ask = this.#asks.at(-1);
    if (ask) this.#sites.addDraft(ask.seq, row);
  }

  /** Writes the collected rows, and then pauses for as long as the write took, so that other writes get half of the time. */
  async #writeRows(isLast: boolean): Promise<void> {
    const ask = this.#asks.at(-1);
    if (!ask) return;
    const { store, clock } = this.options;
    const startedAt = clock.elapsed();
    const { rows } = this.#rows;
    this.#rows = new RowBatch(this.ids);
    const step = { ...this.ref, at: clock.now(), ask: ask.seq, kind: ask.kind, rows, isLast };
    const outcome = await store.run(addImportedRows, step);
    if (outcome !== 'added') {
      if (outcome.refused === 'interrupted') throw interruptedError();
      throw new AskwellError('invalid', `The answer ${outcome.id} of ${wireIdOf(ask)} has the \`nth\` of another one.`);
    }
    await clock.pause(clock.elapsed() - startedAt);
  }

  #requireTicketQuota(tickets: number): void {
    const limit = this.options.quotas.tickets;
    const exceeded: QuotaExceeded = { quota: 'tickets', wouldBe: tickets, limit };
    if (tickets > limit) throw quotaError(exceeded);
  }
}

function toCodeDefinition({ code_definition: defined }: AskLine): CodeDefinition | null {
  if (!defined) return null;
  const { key, digest, ...named } = defined;
  return { key, digest, named };
}

/**
 * Starts an import, after removing the rows of an interrupted import.
 *
 * @throws AskwellError with the code `conflict` if another import into the account is running.
 */
async function begin({ store, clock }: { store: Store; clock: Clock }, ref: ImportRef): Promise<void> {
  for (;;) {
    const outcome = await store.run(beginImport, { ...ref, at: clock.now() });
    if (outcome === 'begun') return;
    if (outcome === 'more') continue;
    if (outcome.refused === 'unknown_account') throw new AskwellError('not_found');
    throw new AskwellError('conflict', 'Another import into this account is running. Try again when it is finished.');
  }
}

/** Removes the rows of an import. If this fails too, the background removal deletes them later. */
async function abandon({ store, removal }: { store: Store; removal: Removal }, ref: ImportRef): Promise<void> {
  try {
    while ((await store.run(abandonImport, ref)) === 'more');
    await removal.finish({ hasVisible: false, hasAny: true });
  } catch {
    // The error that ended the import is more helpful.
  }
}

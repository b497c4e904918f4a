import { parseTime } from '../../base/validation/time.js';
import { completeDesign } from '../../owners/sites/site-design.js';
import type { RowLine, SiteLine } from './export-format.js';
import type { DraftSite, PublishedSite } from './publish-import.js';

/** The sites of an import. They get new IDs when it is published; until then, positions in the list stand for them. */
export class ImportedSites {
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

  /** Returns the position of a site by its ID in the file. Null if there is none. */
  positionOf(id: unknown): number | null {
    return typeof id === 'number' ? (this.#positions.get(id) ?? null) : null;
  }

  /** Remembers the site that unpublished changes of an ask name. */
  addDraft(ask: number, { draft }: Extract<RowLine, { type: 'unpublished_changes' }>): void {
    const site = this.positionOf(draft['site_id']);
    if (site !== null) this.drafts.push({ ask, site });
  }
}

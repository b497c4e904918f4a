import { foldText } from '../../base/normalize-text.js';
import { parseTime } from '../../base/validation/time.js';
import { newRevision } from '../../core/drafts/revision.js';
import { newAnswerId } from '../../core/ids.js';
import type { RowLine } from './export-format.js';
import type { ImportedRows } from './insert-rows.js';

/** The number of rows and characters that one write adds. Small enough not to delay other writes. */
const batchLimits = { rows: 500, characters: 500_000 };

/**
 * Whether an import creates new IDs, keeps the IDs of the file, or also keeps IDs that another account has deleted. Only an
 * operator may keep deleted IDs.
 */
export type IdMode = 'renew' | 'keep' | 'claim';

/** Collects the rows that one write adds. */
export class RowBatch {
  readonly rows: ImportedRows = {
    unpublishedChanges: [],
    results: [],
    purgedVoters: [],
    tickets: [],
    starts: [],
    usedStarts: [],
    checks: [],
    answers: [],
    writeIns: [],
  };
  #count = 0;
  #characters = 0;

  constructor(private readonly ids: IdMode) {}

  get isFull(): boolean {
    return this.#count >= batchLimits.rows || this.#characters >= batchLimits.characters;
  }

  add(row: RowLine): void {
    this.#count++;
    const { rows } = this;
    switch (row.type) {
      case 'unpublished_changes': {
        const draft = JSON.stringify(withoutSite(row.draft));
        const at = parseTime(row.updated_at) ?? 0;
        this.#characters += draft.length;
        rows.unpublishedChanges.push({ draft, revision: newRevision(), baseVersion: row.base_version, at });
        break;
      }
      case 'purged_result':
        rows.results.push({ bucket: row.bucket, n: row.count });
        break;
      case 'purged_voter':
        rows.purgedVoters.push({ voter: row.voter_ref, n: row.count });
        break;
      case 'ticket':
        rows.tickets.push({
          voter: row.voter_ref,
          n: row.number ?? 0,
          head: row.code_start ?? null,
          reference: row.reference ?? null,
          at: row.created_at === undefined ? null : (parseTime(row.created_at) ?? null),
        });
        break;
      case 'start':
        rows.starts.push({
          voter: row.voter_ref,
          n: row.count,
          pool: row.pool,
          issuedAt: row.issued_at,
          token: row.token,
        });
        break;
      case 'used_start':
        rows.usedStarts.push(row.token);
        break;
      case 'checked_answer':
        rows.checks.push({
          token: row.token,
          question: row.question,
          answer: JSON.stringify(row.answer),
          startedAt: row.started_at,
        });
        break;
      case 'answer': {
        const body = JSON.stringify(row.body);
        const at = parseTime(row.created_at) ?? 0;
        const id = this.ids === 'renew' ? newAnswerId(at) : row.id.slice(row.id.indexOf('_') + 1);
        const { respondent = null, language = null, tags = [], note = '' } = row;
        this.#characters += body.length + note.length;
        const updatedAt = row.updated_at === undefined ? null : (parseTime(row.updated_at) ?? at);
        rows.answers.push({
          id,
          body,
          voter: row.voter_ref,
          nth: row.nth,
          at,
          updatedAt,
          respondent,
          language,
          tags,
          note,
        });
        break;
      }
      case 'write_in':
        rows.writeIns.push({ input: row.input, folded: foldText(row.text), label: row.text });
        break;
    }
  }
}

/** Removes the site, because sites get new IDs only when the import is published. */
function withoutSite(draft: Readonly<Record<string, unknown>>): object {
  return typeof draft['site_id'] === 'number' ? { ...draft, site_id: null } : draft;
}

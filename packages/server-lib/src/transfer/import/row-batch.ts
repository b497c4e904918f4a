import { newAnswerId } from '../../asks/ids.js';
import { foldText } from '../../inputs/text/normalize-text.js';
import { parseTime } from '../../validation/time.js';
import type { RowLine } from '../export-format.js';
import type { ImportedRows } from './row-queries.js';

/** The number of rows and characters that one write adds. Small enough not to delay other writes. */
const batchLimits = { rows: 500, characters: 500_000 };

/** Whether an import keeps the IDs of the file, or creates new ones. */
export type IdMode = 'keep' | 'renew';

/** Collects the rows that one write adds. */
export class RowBatch {
  readonly rows: ImportedRows = {
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
      case 'purged_result':
        rows.results.push({ bucket: row.bucket, n: row.count });
        break;
      case 'purged_voter':
        rows.purgedVoters.push({ voter: row.voter_ref, n: row.count });
        break;
      case 'ticket':
        rows.tickets.push(row.voter_ref);
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
        const id = this.ids === 'keep' ? row.id.slice(row.id.indexOf('_') + 1) : newAnswerId(at);
        this.#characters += body.length;
        rows.answers.push({ id, body, voter: row.voter_ref, nth: row.nth, at });
        break;
      }
      case 'write_in':
        rows.writeIns.push({ input: row.input, folded: foldText(row.text), label: row.text });
        break;
    }
  }
}

import { fromHex, toHex } from '../../base/crypto/hex.js';
import { answerCounterFor } from '../../core/results/answer-contributions.js';
import { TallyChanges } from '../../core/results/tally-changes.js';
import { withHour } from '../../core/results/timeline.js';
import { type Operation, write } from '../../db/operation.js';
import { chunks } from '../../db/sets/chunks.js';
import { all, one, rows, run } from '../../db/sql/statement.js';
import type { AskKind } from '../../shared/contract/ask-types.js';
import { type ImportStep, type Interrupted, interrupted, touchImport } from './import-queries.js';
import { countPurged, type ImportedAnswer, type ImportedRows, insertAnswerRows } from './insert-rows.js';

export interface ImportedRowsInput extends ImportStep {
  readonly ask: number;
  readonly kind: AskKind;
  readonly rows: ImportedRows;
  /** Whether these are the last rows of the ask. */
  readonly isLast: boolean;
}

/** Adds rows to an ask of a running import, and counts them. Refuses a number that two answers of a visitor have. */
export const addImportedRows = write('imports.rows', function* (input: ImportedRowsInput): Operation<
  'added' | Interrupted | { refused: 'repeated_number'; id: string }
> {
  const { ask, account, rows: added } = input;
  if (!(yield* touchImport(input))) return interrupted;
  const row = yield* one<{ definition: string }>`
    select definition from askwell_asks where seq = ${ask} and account_id = ${account} and kind = 'importing'`;
  if (!row) return interrupted;
  const repeated = yield* findRepeatedNumber(ask, added.answers);
  if (repeated !== undefined) return { refused: 'repeated_number', id: repeated };

  const tallies = new TallyChanges();
  yield* insertAnswerRows(ask, added, input.at);
  countPurged(ask, added, tallies);
  const { contribute } = answerCounterFor({ kind: input.kind, definition: row.definition });
  tallies.count(ask, added.answers.length);
  for (const { body, at } of added.answers) tallies.add(ask, withHour(contribute(body), at));
  yield* tallies.write();
  for (const { input: name, folded, label } of added.writeIns) {
    yield* run`
      update askwell_write_ins set label = ${label} where ask = ${ask} and input = ${name} and folded = ${folded}`;
  }
  if (input.isLast) yield* countVoters(ask);
  return 'added';
});

/** Returns the first answer whose number another answer of the same visitor has. */
function* findRepeatedNumber(ask: number, answers: readonly ImportedAnswer[]): Operation<string | undefined> {
  const taken = new Set<string>();
  const numbered = answers.flatMap(({ id, voter, nth }) =>
    voter === null || nth === null ? [] : [{ id, voter, nth }],
  );
  const voters = new Set(numbered.map(({ voter }) => voter));
  for (const chunk of chunks([...voters])) {
    // The unique index is used for a list of voters, but not for a list of voters with numbers.
    const found = yield* all<{ voter: Uint8Array; nth: number }>`
      select voter, nth from askwell_answers
      where ask = ${ask} and voter in ${rows([chunk.map(fromHex)])} and nth is not null`;
    for (const { voter, nth } of found) taken.add(`${toHex(voter)} ${nth}`);
  }
  for (const { id, voter, nth } of numbered) {
    if (taken.has(`${voter} ${nth}`)) return id;
    taken.add(`${voter} ${nth}`);
  }
  return undefined;
}

/** Counts the tickets of an ask, and its visitors with an answer that counts. */
function* countVoters(ask: number): Operation<void> {
  yield* run`
    update askwell_counters set
      tickets = (select count(*) from askwell_tickets where ask = ${ask}),
      voters = (select count(distinct voter) from (
        select voter from askwell_answers where ask = ${ask} and voter is not null and nth is not null
        union select voter from askwell_purged_voters where ask = ${ask}) voters)
    where ask = ${ask}`;
}

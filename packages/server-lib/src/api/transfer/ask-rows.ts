import { formatTimestamp } from '../../base/clock.js';
import { toHex } from '../../base/crypto/hex.js';
import type { TallyRow } from '../../core/answers/answer-queries.js';
import { parseTags } from '../../core/answers/parse-note.js';
import { selectWorkingCopy } from '../../core/drafts/working-copy-queries.js';
import { answerPrefixes } from '../../core/ids.js';
import { formatVoterRef } from '../../core/submit/voter-ref.js';
import type { Operation } from '../../db/operation.js';
import type { Store } from '../../db/store.js';
import type { RowLine } from './export-format.js';
import {
  type CheckedAnswerRow,
  type ExportedAnswerRow,
  type ExportedAsk,
  type PurgedVoterRow,
  rowBatchSize,
  type StartRow,
  selectChecks,
  selectExportedAnswers,
  selectPurgedResults,
  selectPurgedVoters,
  selectStarts,
  selectTickets,
  selectUsedStarts,
  selectWriteInLabels,
  type TicketRow,
  type UsedStartRow,
  type WriteInRow,
} from './export-queries.js';

/** Reads the lines that belong to an ask, in batches. */
export async function* readAskRows(store: Store, ask: ExportedAsk): AsyncGenerator<RowLine[]> {
  const { seq, kind, last_answer } = ask;
  const pages = <Row>(
    select: (last: Row | undefined) => Operation<Row[]>,
    toLine: (row: Row) => RowLine,
  ): AsyncGenerator<RowLine[]> => readPages(store, select, toLine);

  const changes = await store.read(selectWorkingCopy(seq));
  if (changes) {
    const { draft, base_version, updated_at } = changes;
    const at = formatTimestamp(updated_at);
    yield [{ type: 'unpublished_changes', draft: JSON.parse(draft), base_version, updated_at: at }];
  }
  yield* pages(
    (last: TallyRow | undefined) => selectPurgedResults(seq, last?.bucket ?? ''),
    ({ bucket, n }) => ({ type: 'purged_result', bucket, count: n }),
  );
  yield* pages(
    (last: PurgedVoterRow | undefined) => selectPurgedVoters(seq, last?.voter),
    ({ voter, n }) => ({ type: 'purged_voter', voter_ref: toHex(voter), count: n }),
  );
  yield* pages(
    (last: TicketRow | undefined) => selectTickets(seq, last?.voter),
    ({ voter, n, head, reference, created_at }) => ({
      type: 'ticket',
      voter_ref: toHex(voter),
      ...(n !== 0 && { number: n }),
      ...(head !== null && { code_start: head }),
      ...(reference !== null && { reference }),
      ...(created_at !== null && { created_at: formatTimestamp(created_at) }),
    }),
  );
  yield* pages(
    (last: StartRow | undefined) => selectStarts(seq, last?.voter),
    ({ voter, n, pool, issued_at, nonce }) => ({
      type: 'start',
      voter_ref: toHex(voter),
      count: n,
      pool,
      issued_at,
      token: toHex(nonce),
    }),
  );
  yield* pages(
    (last: UsedStartRow | undefined) => selectUsedStarts(seq, last?.token),
    ({ token }) => ({ type: 'used_start', token: toHex(token) }),
  );
  yield* pages(
    (last: CheckedAnswerRow | undefined) => selectChecks(seq, last ?? { token: new Uint8Array(), question: '' }),
    ({ token, question, answer, started_at }) => ({
      type: 'checked_answer',
      token: toHex(token),
      question,
      answer: JSON.parse(answer),
      started_at,
    }),
  );
  if (last_answer === null) return;
  yield* pages(
    (last: ExportedAnswerRow | undefined) => selectExportedAnswers(seq, last?.id ?? '', last_answer),
    ({ id, created_at, updated_at, voter, nth, body, respondent, language, tags, note }) => ({
      type: 'answer',
      id: answerPrefixes[kind] + id,
      created_at: formatTimestamp(created_at),
      ...(updated_at !== null && { updated_at: formatTimestamp(updated_at) }),
      voter_ref: formatVoterRef(voter),
      nth,
      body: JSON.parse(body),
      ...(respondent !== null && { respondent }),
      ...(language !== null && { language }),
      ...(note !== null && { tags: [...parseTags(tags)], note }),
    }),
  );
  yield* pages(
    (last: WriteInRow | undefined) => selectWriteInLabels(seq, last ?? { input: '', folded: '' }),
    ({ input, label }) => ({ type: 'write_in', input, text: label }),
  );
}

/** Reads all rows of an ask from one table, page by page. */
async function* readPages<Row>(
  store: Store,
  select: (last: Row | undefined) => Operation<Row[]>,
  toLine: (row: Row) => RowLine,
): AsyncGenerator<RowLine[]> {
  let last: Row | undefined;
  for (;;) {
    const rows: Row[] = await store.read(select(last));
    if (rows.length > 0) yield rows.map(toLine);
    last = rows.at(-1);
    if (rows.length < rowBatchSize) return;
  }
}

import type { Micros } from '../../base/clock.js';
import { toHex } from '../../base/crypto/hex.js';
import type { TallyRow } from '../../core/answers/answer-queries.js';
import type { AskRow } from '../../core/asks/ask-queries.js';
import { purgedAnswersBucket } from '../../core/retention/purge-answers.js';
import type { Operation } from '../../db/operation.js';
import { byId, inIdRange } from '../../db/sql/id-range.js';
import { all, one, sql } from '../../db/sql/statement.js';
import type { NoticeTiming } from '../../events/notifications/notice-timing.js';
import type { AskKind } from '../../shared/contract/ask-types.js';

/** The number of rows that one read returns. Small enough for the largest answers. */
export const rowBatchSize = 200;

/** Returns the fingerprint of the secret of the database, or null if it has no secret. */
export function* selectSecretFingerprint(): Operation<string | null> {
  const row = yield* one<{ fingerprint: Uint8Array }>`select fingerprint from askwell_secret`;
  return row ? toHex(row.fingerprint) : null;
}

/** The values that change if an ask is changed, or its answers are purged, while its answers are read. */
export interface ExportedAskState {
  version: number;
  /** The number of purged answers. */
  purged: number;
}

/** An ask to export. */
export interface ExportedAsk extends AskRow, ExportedAskState {
  /** The ID of its newest answer. Later answers are not exported. */
  last_answer: string | null;
  archived_at: Micros | null;
  /** When the owner gets notices of new answers. Null: never. */
  notices: NoticeTiming | null;
  /** The definition in the code of the host. Null if the code does not define the ask. `named` is JSON. */
  definition_key: string | null;
  digest: string | null;
  named: string | null;
}

const stateColumns = sql`a.version, coalesce((
  select n from askwell_carried where ask = a.seq and bucket = ${purgedAnswersBucket}), 0) as purged`;

/** Selects the next ask of a kind. */
export function selectNextAsk(account: number, kind: AskKind, after: number): Operation<ExportedAsk | undefined> {
  return one<ExportedAsk>`
    select a.seq, a.id, a.kind, a.account_id, a.site_id, a.status, a.opens_at, a.closes_at, a.keep_days, a.title, a.definition,
      a.created_at, a.updated_at, a.archived_at, ${stateColumns}, (select max(id) from askwell_answers where ask = a.seq) as last_answer,
      (select timing from askwell_notices where ask = a.seq) as notices,
      d.key as definition_key, d.digest, d.named
    from askwell_asks a left join askwell_code_definitions d on d.ask = a.seq
    where a.account_id = ${account} and a.kind = ${kind} and a.seq > ${after}
    order by a.seq limit 1`;
}

export function selectAskState(account: number, seq: number): Operation<ExportedAskState | undefined> {
  return one<ExportedAskState>`
    select ${stateColumns} from askwell_asks a
    where a.seq = ${seq} and a.account_id = ${account} and a.kind in ('poll', 'quiz', 'form')`;
}

export function selectPurgedResults(ask: number, after: string) {
  return all<TallyRow>`
    select bucket, n from askwell_carried where ask = ${ask} and bucket > ${after} order by bucket limit ${rowBatchSize}`;
}

const noBytes = new Uint8Array();

export interface PurgedVoterRow {
  voter: Uint8Array;
  n: number;
}

export function selectPurgedVoters(ask: number, after: Uint8Array = noBytes) {
  return all<PurgedVoterRow>`
    select voter, n from askwell_purged_voters where ask = ${ask} and voter > ${after} order by voter limit ${rowBatchSize}`;
}

export interface TicketRow {
  voter: Uint8Array;
  n: number;
  head: string | null;
  reference: string | null;
  created_at: Micros | null;
}

export function selectTickets(ask: number, after: Uint8Array = noBytes) {
  return all<TicketRow>`
    select voter, n, head, reference, created_at from askwell_tickets where ask = ${ask} and voter > ${after} order by voter limit ${rowBatchSize}`;
}

export interface StartRow {
  voter: Uint8Array;
  n: number;
  pool: number;
  issued_at: Micros;
  nonce: Uint8Array;
}

export function selectStarts(ask: number, after: Uint8Array = noBytes) {
  return all<StartRow>`
    select voter, n, pool, issued_at, nonce from askwell_starts where ask = ${ask} and voter > ${after}
    order by voter limit ${rowBatchSize}`;
}

export interface UsedStartRow {
  token: Uint8Array;
}

export function selectUsedStarts(ask: number, after: Uint8Array = noBytes) {
  return all<UsedStartRow>`
    select token from askwell_spent where ask = ${ask} and token > ${after} order by token limit ${rowBatchSize}`;
}

export interface CheckedAnswerRow {
  token: Uint8Array;
  question: string;
  answer: string;
  started_at: Micros;
}

export function selectChecks(ask: number, after: Pick<CheckedAnswerRow, 'token' | 'question'>) {
  return all<CheckedAnswerRow>`
    select token, question, answer, started_at from askwell_checks
    where ask = ${ask} and (token, question) > (${after.token}, ${after.question})
    order by token, question limit ${rowBatchSize}`;
}

export interface ExportedAnswerRow {
  id: string;
  body: string;
  voter: Uint8Array | null;
  nth: number | null;
  created_at: Micros;
  updated_at: Micros | null;
  respondent: string | null;
  language: string | null;
  /** A JSON array of texts. Null if the answer has no tags. */
  tags: string | null;
  note: string | null;
}

export function selectExportedAnswers(ask: number, after: string, last: string) {
  return all<ExportedAnswerRow>`
    select r.id, r.body, r.voter, r.nth, r.created_at, r.updated_at, r.respondent, r.language, n.tags, n.note
    from askwell_answers r left join askwell_answer_notes n on n.ask = r.ask and n.answer = r.id
    where ${inIdRange(ask, { after, last })} ${byId('asc')} limit ${rowBatchSize}`;
}

export interface WriteInRow {
  input: string;
  folded: string;
  label: string;
}

export function selectWriteInLabels(ask: number, after: Pick<WriteInRow, 'input' | 'folded'>) {
  return all<WriteInRow>`
    select input, folded, label from askwell_write_ins
    where ask = ${ask} and n > 0 and (input, folded) > (${after.input}, ${after.folded})
    order by input, folded limit ${rowBatchSize}`;
}

import type { Micros } from '../../base/clock.js';
import { fromHex } from '../../base/crypto/hex.js';
import type { TallyChanges } from '../../core/results/tally-changes.js';
import { purgedAnswersBucket } from '../../core/retention/purge-answers.js';
import type { Operation } from '../../db/operation.js';
import { chunks } from '../../db/sets/chunks.js';
import { rows, run, type Value } from '../../db/sql/statement.js';

/** An answer of an import. `voter` is in hexadecimal. */
export interface ImportedAnswer {
  readonly id: string;
  readonly body: string;
  readonly voter: string | null;
  readonly nth: number | null;
  readonly at: Micros;
  readonly updatedAt: Micros | null;
  readonly respondent: string | null;
  readonly language: string | null;
  readonly tags: readonly string[];
  readonly note: string;
}

/** Rows of an ask, by table. Hashes and tokens are in hexadecimal. */
export interface ImportedRows {
  /** Contains at most one item. */
  readonly unpublishedChanges: {
    readonly draft: string;
    readonly revision: string;
    readonly baseVersion: number;
    readonly at: Micros;
  }[];
  readonly results: { readonly bucket: string; readonly n: number }[];
  readonly purgedVoters: { readonly voter: string; readonly n: number }[];
  readonly tickets: {
    readonly voter: string;
    readonly n: number;
    readonly head: string | null;
    readonly reference: string | null;
    readonly at: Micros | null;
  }[];
  readonly starts: {
    readonly voter: string;
    readonly n: number;
    readonly pool: number;
    readonly issuedAt: Micros;
    readonly token: string;
  }[];
  readonly usedStarts: string[];
  readonly checks: {
    readonly token: string;
    readonly question: string;
    readonly answer: string;
    readonly startedAt: Micros;
  }[];
  readonly answers: ImportedAnswer[];
  readonly writeIns: { readonly input: string; readonly folded: string; readonly label: string }[];
}

/** Inserts rows of an ask. Their results are not counted yet. */
export function* insertAnswerRows(ask: number, added: ImportedRows, at: Micros): Operation<void> {
  yield* insertUnpublishedChanges(ask, added);
  yield* insertPurged(ask, added);
  yield* insertTickets(ask, added);
  yield* insertStarts(ask, added);
  yield* insertAnswers(ask, added);
  yield* insertNotes(ask, added, at);
}

/** Adds the results of purged answers to the changes of the tallies. */
export function countPurged(ask: number, { results }: ImportedRows, tallies: TallyChanges): void {
  for (const { bucket, n } of results) {
    if (bucket === purgedAnswersBucket) tallies.count(ask, n);
    else tallies.add(ask, [{ bucket, n }]);
  }
}

function* insertUnpublishedChanges(ask: number, { unpublishedChanges }: ImportedRows): Operation<void> {
  for (const { draft, revision, baseVersion, at } of unpublishedChanges) {
    yield* run`
      insert into askwell_working_copies (ask, draft, revision, base_version, updated_at)
      values (${ask}, ${draft}, ${revision}, ${baseVersion}, ${at})`;
  }
}

function* insertPurged(ask: number, { results, purgedVoters }: ImportedRows): Operation<void> {
  for (const chunk of chunks(results)) {
    yield* run`insert into askwell_carried (ask, bucket, n) values ${rows(chunk.map(({ bucket, n }) => [ask, bucket, n]))}`;
  }
  for (const chunk of chunks(purgedVoters)) {
    yield* run`
      insert into askwell_purged_voters (ask, voter, n)
      values ${rows(chunk.map(({ voter, n }) => [ask, fromHex(voter), n]))}`;
  }
}

function* insertTickets(ask: number, { tickets }: ImportedRows): Operation<void> {
  for (const chunk of chunks(tickets)) {
    const values = chunk.map(({ voter, n, head, reference, at }): Value[] => [
      ...[ask, fromHex(voter), n],
      ...[head, reference, at],
    ]);
    yield* run`insert into askwell_tickets (ask, voter, n, head, reference, created_at) values ${rows(values)}`;
  }
}

function* insertStarts(ask: number, { starts, usedStarts, checks }: ImportedRows): Operation<void> {
  for (const chunk of chunks(starts)) {
    const values = chunk.map(({ voter, n, pool, issuedAt, token }) => [
      ...[ask, fromHex(voter), n, pool],
      ...[issuedAt, fromHex(token)],
    ]);
    yield* run`insert into askwell_starts (ask, voter, n, pool, issued_at, nonce) values ${rows(values)}`;
  }
  for (const chunk of chunks(usedStarts)) {
    yield* run`insert into askwell_spent (ask, token) values ${rows(chunk.map((token) => [ask, fromHex(token)]))}`;
  }
  for (const chunk of chunks(checks)) {
    const values = chunk.map(({ token, question, answer, startedAt }) => [
      ...[ask, fromHex(token)],
      ...[question, answer, startedAt],
    ]);
    yield* run`insert into askwell_checks (ask, token, question, answer, started_at) values ${rows(values)}`;
  }
}

function* insertAnswers(ask: number, { answers }: ImportedRows): Operation<void> {
  for (const chunk of chunks(answers)) {
    const values = chunk.map(({ id, body, voter, nth, at, updatedAt, respondent, language }): Value[] => [
      ask,
      id,
      body,
      voter && fromHex(voter),
      nth,
      at,
      language,
      updatedAt,
      respondent,
    ]);
    yield* run`insert into askwell_answers (ask, id, body, voter, nth, created_at, language, updated_at, respondent) values ${rows(values)}`;
  }
}

function* insertNotes(ask: number, { answers }: ImportedRows, at: Micros): Operation<void> {
  const noted = answers.filter(({ tags, note }) => tags.length > 0 || note !== '');
  for (const chunk of chunks(noted)) {
    const values = chunk.map(({ id, tags, note }) => [ask, id, JSON.stringify(tags), note, at]);
    yield* run`insert into askwell_answer_notes (ask, answer, tags, note, updated_at) values ${rows(values)}`;
  }
}

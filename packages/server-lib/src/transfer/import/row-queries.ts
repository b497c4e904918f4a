import type { AskKind } from '../../asks/ask-types.js';
import { answerCounterFor } from '../../asks/results/answer-contributions.js';
import { TallyChanges } from '../../asks/results/tally-changes.js';
import { hourBucket } from '../../asks/results/timeline.js';
import { purgedAnswersBucket } from '../../asks/retention/purge-answers.js';
import type { Micros } from '../../clock.js';
import { fromHex, toHex } from '../../crypto/hex.js';
import { chunks } from '../../store/chunks.js';
import { type Operation, write } from '../../store/operation.js';
import { all, one, rows, run, type Value } from '../../store/statement.js';
import { type ImportStep, type Interrupted, interrupted, touchImport } from './import-queries.js';

/** An answer of an import. `voter` is in hexadecimal. */
export interface ImportedAnswer {
  readonly id: string;
  readonly body: string;
  readonly voter: string | null;
  readonly nth: number | null;
  readonly at: Micros;
}

/** Rows of an ask, by table. Hashes and tokens are in hexadecimal. */
export interface ImportedRows {
  readonly results: { readonly bucket: string; readonly n: number }[];
  readonly purgedVoters: { readonly voter: string; readonly n: number }[];
  readonly tickets: string[];
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
  yield* insertPurged(ask, added, tallies);
  yield* insertTickets(ask, added);
  yield* insertStarts(ask, added);
  yield* insertAnswers(ask, added.answers);
  const { contribute } = answerCounterFor({ kind: input.kind, definition: row.definition });
  tallies.count(ask, added.answers.length);
  for (const { body, at } of added.answers) tallies.add(ask, [...contribute(body), hourBucket(at)]);
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
    // The unique index finds the answers of a list of voters, but not those of a list of voters with numbers.
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

function* insertPurged(ask: number, { results, purgedVoters }: ImportedRows, tallies: TallyChanges): Operation<void> {
  for (const chunk of chunks(results)) {
    yield* run`insert into askwell_carried (ask, bucket, n) values ${rows(chunk.map(({ bucket, n }) => [ask, bucket, n]))}`;
  }
  for (const { bucket, n } of results) {
    if (bucket === purgedAnswersBucket) tallies.count(ask, n);
    else tallies.add(ask, [{ bucket, n }]);
  }
  for (const chunk of chunks(purgedVoters)) {
    yield* run`
      insert into askwell_purged_voters (ask, voter, n)
      values ${rows(chunk.map(({ voter, n }) => [ask, fromHex(voter), n]))}`;
  }
}

function* insertTickets(ask: number, { tickets }: ImportedRows): Operation<void> {
  for (const chunk of chunks(tickets)) {
    yield* run`insert into askwell_tickets (ask, voter) values ${rows(chunk.map((voter) => [ask, fromHex(voter)]))}`;
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

function* insertAnswers(ask: number, answers: readonly ImportedAnswer[]): Operation<void> {
  for (const chunk of chunks(answers)) {
    const values = chunk.map(({ id, body, voter, nth, at }): Value[] => [
      ask,
      id,
      body,
      voter && fromHex(voter),
      nth,
      at,
    ]);
    yield* run`insert into askwell_answers (ask, id, body, voter, nth, created_at) values ${rows(values)}`;
  }
}

/** Counts the tickets of an ask, and its visitors with an answer that counts. */
function* countVoters(ask: number): Operation<void> {
  yield* run`
    update askwell_counters set
      tickets = (select count(*) from askwell_tickets where ask = ${ask}),
      voters = (select count(distinct voter) from (
        select voter from askwell_answers where ask = ${ask} and voter is not null and nth is not null
        union select voter from askwell_purged_voters where ask = ${ask}))
    where ask = ${ask}`;
}

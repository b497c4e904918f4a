import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromHandle } from '../../src/db/sqlite/better-sqlite3-driver.js';
import { migrateSqlite } from '../../src/db/sqlite/migrate.js';
import { minQuotasVersion, sqliteMigrations } from '../../src/db/sqlite/migrations/index.js';
import { runCli } from '../support/processes/run-cli.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const current = sqliteMigrations.length;
const minAsksVersion = 2;

let folder: string;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => rm(folder, { recursive: true }));

const account = "insert into askwell_accounts (name, email, email_folded, created_at) values ('a', 'a@b', 'a@b', 0);";
const definition = '{"terms":{},"own":{"type":"single","options":[]}}';
const answeredPoll = `
  insert into askwell_asks (id, kind, account_id, status, title, definition, version, created_at, updated_at)
  values ('lunch', 'poll', 1, 'open', 't', '${definition}', 1, 0, 0);
  insert into askwell_counters (ask, answers, tally_seq) values (1, 1, 1);
  insert into askwell_answers (ask, id, body, created_at) values (1, 'first', '{"choices":["o1"]}', 0);
  insert into askwell_tallies values (1, 'o1', 1), (1, '$h.0', 1);`;
const counters = `update askwell_accounts set asks = 1, definition_bytes = ${definition.length};`;

/** The bytes of an empty database of each schema version. */
const emptyVersions: readonly Buffer[] = emptyDatabases();

function emptyDatabases(): Buffer[] {
  const database = new Database(':memory:');
  const bytes = [database.serialize()];
  for (const version of sqliteMigrations.keys()) {
    migrateSqlite(fromHandle(database), { shared: false, steps: sqliteMigrations.slice(0, version + 1) });
    bytes.push(database.serialize());
  }
  database.close();
  return bytes;
}

/** Creates a database of a schema version, with an answered poll if it has polls, changes it, and checks it. */
async function check(
  change: string | ((database: Database.Database) => void),
  version = current,
): Promise<{ code: number | null; lines: string[] }> {
  const file = join(folder, 'askwell.db');
  const empty = emptyVersions[version];
  if (!empty) throw new Error(`There is no schema version ${version}.`);
  await writeFile(file, empty);
  const database = new Database(file);
  database.exec(
    account + (version < minAsksVersion ? '' : answeredPoll) + (version < minQuotasVersion ? '' : counters),
  );
  database.pragma('foreign_keys = OFF');
  if (typeof change === 'string') database.exec(change);
  else change(database);
  database.close();
  const { code, stdout, stderr } = await runCli(['check', '--database-url', file]);
  expect(stderr).toBe('');
  return { code, lines: stdout.split('\n').slice(0, -1) };
}

describe('finds no problems in', () => {
  test.each(sqliteMigrations.map((_, at) => at + 1))('a file of schema version %i', async (version) => {
    const next = version === current ? '' : `; the next start migrates it to ${current}`;
    expect(await check('', version)).toEqual({
      code: 0,
      lines: [`No problems found in askwell.db (schema version ${version}${next}).`],
    });
  });

  const hosts = 'create table mine (a integer primary key, b text unique);';
  test.each([
    ['a file after ANALYZE, VACUUM and REINDEX', 'analyze; vacuum; reindex'],
    [
      'tables of the host, and a user_version of its own',
      `${hosts} create view v as select * from mine;
      create index by_b on mine (b); create trigger t after insert on mine begin select 1; end; pragma user_version = 77`,
    ],
    ['a changed table of the host', `${hosts} alter table mine rename to notes; alter table notes rename b to c`],
    [
      'rows of the host that refer to a missing table',
      'create table mine (a references other); insert into mine values (1)',
    ],
    [
      "an index and a trigger of the host on Askwell's tables",
      'create index by_title on askwell_asks (title);' +
        'create trigger noticed after insert on askwell_answers begin select 1; end',
    ],
  ])('%s', async (_what, change) => {
    expect(await check(change)).toEqual({
      code: 0,
      lines: [`No problems found in askwell.db (schema version ${current}).`],
    });
  });

  test.each<[what: string, change: (database: Database.Database) => void]>([
    [
      'an index with a function that only the host has',
      (database) => {
        database.function('folded', { deterministic: true }, (text) => text);
        database.exec('create table mine (a); insert into mine values (1); create index by_a on mine (folded(a))');
      },
    ],
    [
      'a generated column with such a function',
      (database) => {
        database.function('folded', { deterministic: true }, (text) => text);
        database.exec('create table mine (a, b as (folded(a)) stored); insert into mine (a) values (1)');
      },
    ],
    ['a collation that only the host has', (database) => rewrite(database, 'mine (a)', 'mine (a collate hosts)')],
    ['a constraint that rows violate', (database) => rewrite(database, 'mine (a)', 'mine (a not null)')],
    [
      "an index with such a function on a table of Askwell's",
      (database) => {
        database.function('folded', { deterministic: true }, (text) => text);
        database.exec('create index by_folded on askwell_asks (folded(title))');
      },
    ],
  ])('%s in tables of the host, and can be backed up', async (_what, change) => {
    expect(await check(change)).toEqual({
      code: 0,
      lines: [`No problems found in askwell.db (schema version ${current}).`],
    });
    const file = join(folder, 'askwell.db');
    const backup = await runCli(['backup', join(folder, 'copy.db'), '--database-url', file]);
    expect(backup).toMatchObject({ code: 0, stderr: '' });
  });

  test('names that only resemble names of Askwell', async () => {
    const tables = 'create table Askwell_notes (a); create table askwellNotes (a)';
    expect(await check(tables)).toEqual({
      code: 0,
      lines: [`No problems found in askwell.db (schema version ${current}).`],
    });
  });
});

/** Creates a table with an index, and then replaces its definition in the schema. */
function rewrite(database: Database.Database, definition: string, replacement: string): void {
  database.exec(`create table ${definition}; create index by_a on mine (a); insert into mine values ('b'), (null)`);
  database.unsafeMode();
  database.pragma('writable_schema = ON');
  database.prepare("update sqlite_schema set sql = ? where name = 'mine'").run(`create table ${replacement}`);
  database.pragma('writable_schema = OFF');
}

describe('reports in one line each', () => {
  const results = 'the results match the answers';
  test.each([
    ['a missing table', 'drop table askwell_returned', ['The table askwell_returned is missing.']],
    [
      'a missing table that results need',
      'drop table askwell_tallies',
      ['The table askwell_tallies is missing.', `Could not check whether ${results} (no such table: askwell_tallies).`],
    ],
    [
      'a renamed column',
      'alter table askwell_answers rename column body to content',
      [
        'The table askwell_answers differs from the schema of Askwell: it has "null, content text" instead of "null, body text".',
        `Could not check whether ${results} (no such column: r.body).`,
      ],
    ],
    [
      'an additional column',
      'alter table askwell_keys add column more text',
      [
        'The table askwell_keys differs from the schema of Askwell: it has "last_client text, more text)" instead of "last_client text)".',
      ],
    ],
    [
      'a trigger and an index with reserved names',
      'create trigger askwell_old before insert on askwell_answers begin select 1; end;' +
        'create unique index askwell_once on askwell_answers (created_at)',
      [
        'The index askwell_once has a name of Askwell, but is not part of its schema.',
        'The trigger askwell_old has a name of Askwell, but is not part of its schema.',
      ],
    ],
    [
      'a missing version',
      'delete from askwell_schema',
      [`The table askwell_schema must contain the schema's version, ${current}, in one row, but contains nothing.`],
    ],
    [
      'a missing version in a file of the host',
      'create table mine (a); delete from askwell_schema',
      ["The table askwell_schema must contain the schema's version in one row, but contains nothing."],
    ],
    [
      'a missing version table in a file of the host',
      'create table mine (a); drop table askwell_schema',
      ['The table askwell_schema is missing.'],
    ],
    [
      'a version table with other columns',
      'drop table askwell_schema; create table askwell_schema as select 1 as v',
      [
        'The table askwell_schema differs from the schema of Askwell: it has "TABLE askwell_schema(v)" instead of "TABLE askwell_schema (version integer not null) strict".',
        "The table askwell_schema must contain the schema's version in one row, but contains nothing.",
      ],
    ],
    [
      'a poll with an invalid definition',
      "update askwell_asks set definition = '{' || substr(definition, 1, length(definition) - 1)",
      ['poll_lunch: cannot count the answers, because the definition cannot be read.'],
    ],
    [
      'wrong counters of quotas',
      'update askwell_accounts set asks = 2',
      [
        `Account 1: the counters say 2 polls, quizzes and forms with definitions of ${definition.length} bytes, but 1 with ${definition.length} bytes are stored.`,
      ],
    ],
    [
      'wrong counters of tickets',
      'update askwell_counters set tickets = 3, voters = 1',
      ['poll_lunch: the counters say 3 tickets and 1 voters, but 0 tickets and 0 voters are stored.'],
    ],
  ])('%s', async (_what, change, lines) => {
    expect(await check(change)).toEqual({ code: 1, lines });
  });

  test('at most a hundred findings of one kind', async () => {
    const { code, lines } = await check(`
      with recursive n (n) as (values (1) union all select n + 1 from n where n < 200000)
      insert into askwell_tallies select 1, 'stray' || n, 1 from n`);
    expect(code).toBe(1);
    expect(lines).toHaveLength(101);
    expect(lines[0]).toMatch(/^poll_lunch: the result for "stray\d+" is 1, but the answers add up to 0\.$/);
    expect(lines[100]).toBe(`Only the first 100 findings are listed of the check whether ${results}.`);
  });

  test('all damaged tables, even if one has more findings than are listed', async () => {
    const { code, lines } = await check((database) => {
      execWithoutIndex(
        database,
        'askwell_sessions_by_account',
        `with recursive n (n) as (values (1) union all select n + 1 from n where n < 200)
        insert into askwell_sessions (account_id, token_hash, agent, created_at, seen_at) select 1, randomblob(32), '', 0, 0 from n`,
      );
      execWithoutIndex(
        database,
        'askwell_sites_by_account',
        "insert into askwell_sites (account_id, name, origins, created_at, updated_at) values (1, 's', '[]', 0, 0)",
      );
    });
    expect(code).toBe(1);
    expect(lines).toContain(
      'Only the first 100 findings are listed of the check whether askwell_sessions and its indexes are sound.',
    );
    expect(lines).toContain('row 1 missing from index askwell_sites_by_account');
  });
});

/** Runs SQL that does not update an index. */
function execWithoutIndex(database: Database.Database, index: string, sql: string): void {
  const part = database
    .prepare('select type, name, tbl_name, rootpage, sql from sqlite_schema where name = ?')
    .get(index);
  database.unsafeMode();
  database.pragma('writable_schema = ON');
  database.prepare('delete from sqlite_schema where name = ?').run(index);
  database.pragma('writable_schema = RESET');
  database.exec(sql);
  database.pragma('writable_schema = ON');
  database.prepare('insert into sqlite_schema values (@type, @name, @tbl_name, @rootpage, @sql)').run(part);
  database.pragma('writable_schema = RESET');
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fromHandle } from '../../src/store/sqlite/drivers/better-sqlite3-driver.js';
import { migrate } from '../../src/store/sqlite/migrate.js';
import { migrations, minQuotasVersion } from '../../src/store/sqlite/migrations/index.js';
import { runCli } from '../support/cli.js';
import { temporaryFolder } from '../support/folder.js';

const current = migrations.length;
const firstWithAsks = 2;

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
const kept = `update askwell_accounts set asks = 1, definition_bytes = ${definition.length};`;

/** Does something to a file of a schema version, which has an answered poll where it can have one, and checks it. */
async function check(
  done: string | ((database: Database.Database) => void),
  version = current,
): Promise<{ code: number | null; lines: string[] }> {
  const file = join(folder, 'askwell.db');
  const database = new Database(file);
  migrate(fromHandle(database), { shared: false, steps: migrations.slice(0, version) });
  database.exec(account + (version < firstWithAsks ? '' : answeredPoll) + (version < minQuotasVersion ? '' : kept));
  database.pragma('foreign_keys = OFF');
  if (typeof done === 'string') database.exec(done);
  else done(database);
  database.close();
  const { code, stdout, stderr } = await runCli(['check', '--database-url', file]);
  expect(stderr).toBe('');
  return { code, lines: stdout.split('\n').slice(0, -1) };
}

describe('sound is', () => {
  test.each(migrations.map((_, at) => at + 1))('a file of schema version %i', async (version) => {
    const next = version === current ? '' : `; the next start brings it to ${current}`;
    expect(await check('', version)).toEqual({
      code: 0,
      lines: [`askwell.db is sound, at schema version ${version}${next}.`],
    });
  });

  const hosts = 'create table mine (a integer primary key, b text unique);';
  test.each([
    ['what SQLite rearranged', 'analyze; vacuum; reindex'],
    [
      "what a host has of its own, and its file's user_version",
      `${hosts} create view v as select * from mine;
      create index by_b on mine (b); create trigger t after insert on mine begin select 1; end; pragma user_version = 77`,
    ],
    ["a host's table that it changed", `${hosts} alter table mine rename to notes; alter table notes rename b to c`],
    ["a host's rows that point to nothing", 'create table mine (a references other); insert into mine values (1)'],
    [
      "what a host has on Askwell's tables",
      'create index by_title on askwell_asks (title);' +
        'create trigger noticed after insert on askwell_answers begin select 1; end',
    ],
  ])('%s', async (_what, done) => {
    expect(await check(done)).toEqual({ code: 0, lines: [`askwell.db is sound, at schema version ${current}.`] });
  });

  test.each<[what: string, done: (database: Database.Database) => void]>([
    [
      'an index that takes a function which only the host has',
      (database) => {
        database.function('folded', { deterministic: true }, (text) => text);
        database.exec('create table mine (a); insert into mine values (1); create index by_a on mine (folded(a))');
      },
    ],
    [
      'a column that is made by such a function',
      (database) => {
        database.function('folded', { deterministic: true }, (text) => text);
        database.exec('create table mine (a, b as (folded(a)) stored); insert into mine (a) values (1)');
      },
    ],
    ['a collation that only the host has', (database) => rewrite(database, 'mine (a)', 'mine (a collate hosts)')],
    ['a rule that its rows break', (database) => rewrite(database, 'mine (a)', 'mine (a not null)')],
    [
      "an index on Askwell's table that takes such a function",
      (database) => {
        database.function('folded', { deterministic: true }, (text) => text);
        database.exec('create index by_folded on askwell_asks (folded(title))');
      },
    ],
  ])("%s, which is a host's, and no backup is kept from being made", async (_what, done) => {
    expect(await check(done)).toEqual({ code: 0, lines: [`askwell.db is sound, at schema version ${current}.`] });
    const file = join(folder, 'askwell.db');
    const backup = await runCli(['backup', join(folder, 'copy.db'), '--database-url', file]);
    expect(backup).toMatchObject({ code: 0, stderr: '' });
  });

  test('a name that only looks like one of ours', async () => {
    const made = 'create table Askwell_notes (a); create table askwellNotes (a)';
    expect(await check(made)).toEqual({ code: 0, lines: [`askwell.db is sound, at schema version ${current}.`] });
  });
});

/** Makes a table with an index, and says of it afterwards that it was made otherwise. */
function rewrite(database: Database.Database, made: string, otherwise: string): void {
  database.exec(`create table ${made}; create index by_a on mine (a); insert into mine values ('b'), (null)`);
  database.unsafeMode();
  database.pragma('writable_schema = ON');
  database.prepare("update sqlite_schema set sql = ? where name = 'mine'").run(`create table ${otherwise}`);
  database.pragma('writable_schema = OFF');
}

describe('a finding, in one line each, is', () => {
  const results = 'the results match the answers';
  test.each([
    ['a table that is gone', 'drop table askwell_returned', ['The table askwell_returned is missing.']],
    [
      'a table that is gone and counted by',
      'drop table askwell_tallies',
      [
        'The table askwell_tallies is missing.',
        `It could not be seen whether ${results} (no such table: askwell_tallies).`,
      ],
    ],
    [
      'a column that is called otherwise',
      'alter table askwell_answers rename column body to content',
      [
        'The table askwell_answers is not as Askwell makes it: it has "null, content text" where "null, body text" should be.',
        `It could not be seen whether ${results} (no such column: body).`,
      ],
    ],
    [
      'a column too many',
      'alter table askwell_keys add column more text',
      [
        'The table askwell_keys is not as Askwell makes it: it has "integer , more text) strict" where "integer ) strict" should be.',
      ],
    ],
    [
      'a trigger and an index of nobody',
      'create trigger askwell_old before insert on askwell_answers begin select 1; end;' +
        'create unique index askwell_once on askwell_answers (created_at)',
      [
        "The index askwell_once is named as Askwell's are, and is none of them.",
        "The trigger askwell_old is named as Askwell's are, and is none of them.",
      ],
    ],
    [
      'a version that is not told',
      'delete from askwell_schema',
      [`The table askwell_schema should hold the schema's version, ${current}, in one row, and holds nothing.`],
    ],
    [
      "a version that is not told in a host's file",
      'create table mine (a); delete from askwell_schema',
      ["The table askwell_schema should hold the schema's version in one row, and holds nothing."],
    ],
    [
      "a version that is gone from a host's file",
      'create table mine (a); drop table askwell_schema',
      ['The table askwell_schema is missing.'],
    ],
    [
      'a version that is none',
      'drop table askwell_schema; create table askwell_schema as select 1 as v',
      [
        'The table askwell_schema is not as Askwell makes it: it has "TABLE askwell_schema(v)" where "TABLE askwell_schema (version integer not null) strict" should be.',
        "The table askwell_schema should hold the schema's version in one row, and holds nothing.",
      ],
    ],
    [
      'a poll that can not be understood',
      "update askwell_asks set definition = '{' || substr(definition, 1, length(definition) - 1)",
      ['poll_lunch: cannot count the answers, because the definition cannot be read.'],
    ],
    [
      'what quotas go by that is not so',
      'update askwell_accounts set asks = 2',
      [
        `Account 1: the counters say 2 polls, quizzes and forms with definitions of ${definition.length} bytes, but 1 with ${definition.length} bytes are stored.`,
      ],
    ],
    [
      'a number of tickets that is not so',
      'update askwell_counters set tickets = 3, voters = 1',
      ['poll_lunch: the counters say 3 tickets and 1 voters, but 0 tickets and 0 voters are stored.'],
    ],
  ])('%s', async (_what, done, lines) => {
    expect(await check(done)).toEqual({ code: 1, lines });
  });

  test('a hundred of a kind, where there are very many', async () => {
    const { code, lines } = await check(`
      with recursive n (n) as (values (1) union all select n + 1 from n where n < 200000)
      insert into askwell_tallies select 1, 'stray' || n, 1 from n`);
    expect(code).toBe(1);
    expect(lines).toHaveLength(101);
    expect(lines[0]).toMatch(/^poll_lunch: the result for "stray\d+" is 1, but the answers add up to 0\.$/);
    expect(lines[100]).toBe(`Only the first 100 findings are told of whether ${results}.`);
  });

  test('all that is damaged, where one table alone has as much to tell as is told', async () => {
    const { code, lines } = await check((database) => {
      passOver(
        database,
        'askwell_sessions_by_account',
        `with recursive n (n) as (values (1) union all select n + 1 from n where n < 200)
        insert into askwell_sessions (account_id, token_hash, agent, created_at, seen_at) select 1, randomblob(32), '', 0, 0 from n`,
      );
      passOver(
        database,
        'askwell_sites_by_account',
        "insert into askwell_sites (account_id, name, origins, created_at, updated_at) values (1, 's', '[]', 0, 0)",
      );
    });
    expect(code).toBe(1);
    expect(lines).toContain(
      'Only the first 100 findings are told of whether askwell_sessions and its indexes are sound.',
    );
    expect(lines).toContain('row 1 missing from index askwell_sites_by_account');
  });
});

/** Does something that an index does not hear of. */
function passOver(database: Database.Database, index: string, done: string): void {
  const part = database
    .prepare('select type, name, tbl_name, rootpage, sql from sqlite_schema where name = ?')
    .get(index);
  database.unsafeMode();
  database.pragma('writable_schema = ON');
  database.prepare('delete from sqlite_schema where name = ?').run(index);
  database.pragma('writable_schema = RESET');
  database.exec(done);
  database.pragma('writable_schema = ON');
  database.prepare('insert into sqlite_schema values (@type, @name, @tbl_name, @rootpage, @sql)').run(part);
  database.pragma('writable_schema = RESET');
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrate } from '../../src/store/sqlite/migrate.js';
import { migrations } from '../../src/store/sqlite/migrations/index.js';
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
const answeredPoll = `
  insert into askwell_asks (id, kind, account_id, status, title, definition, version, created_at, updated_at)
  values ('lunch', 'poll', 1, 'open', 't', '{"terms":{},"own":{"type":"single","options":[]}}', 1, 0, 0);
  insert into askwell_counters values (1, 1, 1);
  insert into askwell_answers (ask, id, body, created_at) values (1, 'first', '{"choices":["o1"]}', 0);
  insert into askwell_tallies values (1, 'o1', 1), (1, '$h.0', 1);`;

/** Does something to a file of a schema version, which has an answered poll where it can have one, and checks it. */
async function check(done: string, version = current): Promise<{ code: number | null; lines: string[] }> {
  const file = join(folder, 'askwell.db');
  const database = new Database(file);
  migrate(database, { shared: false, steps: migrations.slice(0, version) });
  database.exec(account + (version < firstWithAsks ? '' : answeredPoll));
  database.pragma('foreign_keys = OFF');
  database.exec(done);
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
});

describe('a finding, in one line each, is', () => {
  const results = 'its results equal what the answers add up to';
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
      "update askwell_asks set definition = '{'",
      ["poll_lunch can't be counted: its definition can't be read."],
    ],
  ])('%s', async (_what, done, lines) => {
    expect(await check(done)).toEqual({ code: 1, lines });
  });
});

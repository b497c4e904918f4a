import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { during } from '../process.js';
import { isSmoke } from '../smoke.js';

const program = '/usr/bin/pgbench';

/** Whether `pgbench` measures, or a client of this benchmark. */
export const peer = existsSync(program) ? 'pgbench' : 'single inserts by pg (pgbench is not installed)';

/** An answer with its indexes and foreign key, like those that Askwell inserts, and nothing else. */
const insert = `
  insert into bench_answers (ask, id, body, voter, nth, created_at, replay) values (
    1, lpad(to_hex(cast(extract(epoch from clock_timestamp()) * 1000000 as bigint)), 14, '0') || substr(md5(random()::text), 1, 6),
    '{"choices":["o1"]}', uuid_send(gen_random_uuid()), 0, cast(extract(epoch from clock_timestamp()) * 1000000 as bigint), null)`
  .replace(/\s+/g, ' ')
  .trim();

/** The statements that create the tables. */
export const tables = `
  drop table if exists bench_answers, bench_asks;
  create table bench_asks (seq bigint primary key);
  insert into bench_asks values (1);
  create table bench_answers (
    ask bigint not null references bench_asks (seq) on delete cascade, id text collate "C" not null, body text collate "C" not null,
    voter bytea, nth bigint, created_at bigint not null, replay bytea, primary key (ask, id));
  create unique index bench_answers_by_voter on bench_answers (ask, voter, nth) where voter is not null;`;

/**
 * Returns the inserts per second, each with its own commit.
 *
 * @param {{ url: string, folder: string, clients: number, seconds: number }} load
 */
export async function insertsPerSecond({ url, folder, clients, seconds }) {
  if (!existsSync(program)) {
    return during('single-inserts', { url, insert, clients }, (client) =>
      client.call('run', { lanes: clients, seconds }),
    );
  }
  const script = join(folder, 'insert.sql');
  await writeFile(script, `${insert};\n`);
  // The time includes the time for connecting. On a busy machine, nothing might be inserted in the shortest time, which is a second.
  const end = isSmoke ? '--transactions=5' : `--time=${Math.ceil(seconds + clients / 100)}`;
  const { stdout } = await promisify(execFile)(program, [
    ...['--no-vacuum', '--protocol=prepared', `--client=${clients}`, '--jobs=1', end, `--file=${script}`],
    url,
  ]);
  const rate = Number(/tps = ([\d.]+) \(without/.exec(stdout)?.[1]);
  if (!(rate > 0)) throw new Error(`pgbench measured nothing: ${stdout}`);
  return rate;
}

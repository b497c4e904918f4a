import { execFile } from 'node:child_process';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Operation } from '../../../src/db/operation.js';
import { run } from '../../../src/db/sql/statement.js';
import { runDirectly } from '../store/direct-connection.js';
import { temporaryFolder } from '../temporary-folder.js';

/** A disk that a test can fill. */
export interface SmallDisk {
  /** A folder for the data of a server. */
  readonly folder: string;
  /** Uses all space that is left. */
  fill(database: string): Promise<void>;
  /** Makes space again. */
  free(database: string): Promise<void>;
  close(): Promise<void>;
}

const execute = promisify(execFile);

/** Larger than a new server with some rows. */
const size = '160m';

/**
 * Creates a disk in memory. Only root can mount one: for other users, inserting answers fails with the error that PostgreSQL
 * reports when the disk is full.
 */
export async function createSmallDisk(): Promise<SmallDisk> {
  const folder = await temporaryFolder();
  const isMounted = await execute('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder]).then(
    () => true,
    () => false,
  );
  const ballast = join(folder, 'ballast');
  return {
    folder,
    fill: isMounted ? () => fillWith(ballast) : (database) => runDirectly(database, refuseAnswers()),
    free: isMounted
      ? () => rm(ballast)
      : (database) => runDirectly(database, run`drop function askwell_no_space cascade`),
    async close() {
      if (isMounted) await execute('umount', ['--lazy', folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function fillWith(file: string): Promise<void> {
  for (let length = 2 ** 20; length >= 1; length /= 16) {
    const chunk = Buffer.alloc(length);
    let isFull = false;
    while (!isFull) {
      isFull = await appendFile(file, chunk).then(
        () => false,
        () => true,
      );
    }
  }
}

function* refuseAnswers(): Operation<void> {
  yield* run`create or replace function askwell_no_space() returns trigger language plpgsql as
    'begin raise exception using errcode = ''53100'', message = ''could not extend file''; end'`;
  yield* run`create or replace trigger no_space before insert on askwell_answers execute function askwell_no_space()`;
}

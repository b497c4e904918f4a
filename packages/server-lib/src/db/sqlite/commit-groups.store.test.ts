import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { labels, prepare, put, putAndThrow, testWrites } from '../../../test/support/store/test-writes.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { runOperation, type Write } from '../operation.js';
import type { Job } from '../queue/jobs.js';
import { createCommitter } from './commit-group.js';
import { commitGroups } from './commit-groups.js';
import type { Connection } from './connection.js';
import { sharedNow } from './lock-timeout.js';
import { openWriter } from './open-database.js';

let folder: string;
let connection: Connection;
/** The reported outcomes, and the rows in the file at the time of the report. */
let reported: { kinds: string[]; written: string[] }[];

beforeEach(async () => {
  folder = await temporaryFolder();
  connection = openWriter(join(folder, 'a.db'), 0);
  commit([[prepare, null]]);
});
afterEach(async () => {
  connection.database.close();
  await rm(folder, { recursive: true });
});

function commit(...groups: [Write<never, unknown>, unknown][][]): void {
  reported = [];
  const committer = createCommitter(connection, new Map(testWrites.map((write) => [write.name, write])));
  const deadline = sharedNow() + 60_000;
  const pending = groups.map((jobs) => ({
    deadline,
    jobs: jobs.map(([{ name }, input]): Job => ({ name, input: input as never })),
  }));
  commitGroups(committer, pending, ({ outcomes }) => {
    const kinds = outcomes.map((one) => ('value' in one ? 'done' : 'refused'));
    reported.push({ kinds, written: runOperation(labels(), connection.execute) });
  });
}

test('several groups are committed and reported together', () => {
  commit(
    [
      [put, 'a'],
      [put, 'b'],
    ],
    [[put, 'c']],
  );
  expect(reported).toEqual([{ kinds: ['done', 'done', 'done'], written: ['a', 'b', 'c'] }]);
});

test('with a failing write, each group is reported after its own commit, and never in part', () => {
  commit(
    [
      [put, 'a'],
      [put, 'b'],
    ],
    [
      [put, 'c'],
      [put, 'd'],
    ],
    [
      [putAndThrow, 'broken'],
      [put, 'e'],
    ],
    [
      [put, 'f'],
      [put, 'g'],
    ],
  );
  expect(reported).toEqual([
    { kinds: ['done', 'done', 'done', 'done'], written: ['a', 'b', 'c', 'd'] },
    { kinds: ['refused', 'done'], written: ['a', 'b', 'c', 'd', 'e'] },
    { kinds: ['done', 'done'], written: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
  ]);
});

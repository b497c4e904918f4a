import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { labels, prepare, put, putAndThrow, testWrites } from '../../../../test/support/store/writes.js';
import { temporaryFolder } from '../../../../test/support/temporary-folder.js';
import { runOperation, type Write } from '../../operation.js';
import type { Connection } from '../connection.js';
import { openWriter } from '../open-database.js';
import { createCommitter, type Job } from './commit-group.js';
import { commitGroups } from './commit-groups.js';
import { sharedNow } from './lock-timeout.js';

let folder: string;
let connection: Connection;
/** What was said, with what stood in the file by then. */
let said: { kinds: string[]; written: string[] }[];

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
  said = [];
  const committer = createCommitter(connection, new Map(testWrites.map((write) => [write.name, write])));
  const deadline = sharedNow() + 60_000;
  const asked = groups.map((jobs) => ({
    deadline,
    jobs: jobs.map(([{ name }, input]): Job => ({ name, input: input as never })),
  }));
  commitGroups(committer, asked, ({ outcomes }) => {
    const kinds = outcomes.map((one) => ('value' in one ? 'done' : 'refused'));
    said.push({ kinds, written: runOperation(labels(), connection.execute) });
  });
}

test('groups are one commit, and told as one', () => {
  commit(
    [
      [put, 'a'],
      [put, 'b'],
    ],
    [[put, 'c']],
  );
  expect(said).toEqual([{ kinds: ['done', 'done', 'done'], written: ['a', 'b', 'c'] }]);
});

test('where one of them is broken, the others are told as soon as they stand, and none for the half of it', () => {
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
  expect(said).toEqual([
    { kinds: ['done', 'done', 'done', 'done'], written: ['a', 'b', 'c', 'd'] },
    { kinds: ['refused', 'done'], written: ['a', 'b', 'c', 'd', 'e'] },
    { kinds: ['done', 'done'], written: ['a', 'b', 'c', 'd', 'e', 'f', 'g'] },
  ]);
});

import { readdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { useServedDatabase } from '../support/processes/served-database.js';

const served = useServedDatabase();

test('a backup reports a full disk, and leaves no file', async () => {
  const before = await readdir(served.folder);
  const { code, stderr } = await served.spawn(['backup', 'copy.db'], { after: 'ulimit -f 16' });
  expect(stderr).toMatch(
    /^askwell: Cannot write the backup to [^\n]+ \(SQLITE_\w+\)\. Check the free space and the disk\.\n$/,
  );
  expect([code, await readdir(served.folder)]).toEqual([1, before]);
});

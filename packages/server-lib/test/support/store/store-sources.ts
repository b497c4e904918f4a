import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger } from '../../../src/base/logger.js';
import type { SqliteHandle } from '../../../src/db/sqlite/sqlite-handle.js';
import { openSqliteStore } from '../../../src/db/sqlite/sqlite-store.js';
import type { StoreSource } from '../../../src/db/store.case.js';
import { temporaryFolder } from '../temporary-folder.js';
import { buildTestWriter } from './build-writer.js';
import { testReports, testWrites } from './test-writes.js';

type OpenDatabase = (file: string) => string | SqliteHandle;

/** Stores on files in a temporary folder, opened by path or handle. */
export function overFiles(open: OpenDatabase, kind: 'worker' | 'inline') {
  return async (): Promise<StoreSource> => {
    const folder = await temporaryFolder();
    const writer = kind === 'worker' ? await buildTestWriter(folder) : 'inline';
    let nth = 0;
    const openNth = () =>
      openSqliteStore({
        database: open(join(folder, `${nth}.db`)),
        writes: testWrites,
        reports: testReports,
        writer,
        logger: silentLogger,
      });
    return {
      async open() {
        nth++;
        return openNth();
      },
      reopen: async () => openNth(),
      end: () => rm(folder, { recursive: true }),
    };
  };
}

/** Stores on databases in memory. */
export function inMemory(open: () => string | SqliteHandle) {
  return async (): Promise<StoreSource> => ({
    open: async () =>
      openSqliteStore({
        database: open(),
        writes: testWrites,
        reports: testReports,
        writer: 'unused',
        logger: silentLogger,
      }),
    end: async () => {},
  });
}

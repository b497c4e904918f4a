import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { temporaryFolder } from '../../../test/support/folder.js';
import { buildTestWriter } from '../../../test/support/store/build-writer.js';
import { testWrites } from '../../../test/support/store/writes.js';
import { silent } from '../../logger.js';
import { describeStore, type StoreSource } from '../store.case.js';
import { openSqliteStore } from './sqlite-store.js';

type OpenDatabase = (file: string) => string | Database.Database;

/** Stores over files in a folder of their own, each opened as the host would give it. */
function overFiles(open: OpenDatabase, kind: 'worker' | 'inline') {
  return async (): Promise<StoreSource> => {
    const folder = await temporaryFolder();
    const writer = kind === 'worker' ? await buildTestWriter(folder) : 'inline';
    let nth = 0;
    const openNth = () =>
      openSqliteStore({ database: open(join(folder, `${nth}.db`)), writes: testWrites, writer, logger: silent });
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

function inMemory(open: () => string | Database.Database) {
  return async (): Promise<StoreSource> => ({
    open: async () =>
      openSqliteStore({ database: open(), writes: testWrites, writer: 'not looked for', logger: silent }),
    end: async () => {},
  });
}

describeStore(
  'over a file, with a worker',
  overFiles((file) => file, 'worker'),
);
describeStore(
  'over a file, inline',
  overFiles((file) => file, 'inline'),
);
describeStore(
  "over a host's handle, with a worker",
  overFiles((file) => new Database(file), 'worker'),
);
describeStore(
  "over a host's handle, inline",
  overFiles((file) => new Database(file), 'inline'),
);
describeStore(
  'over :memory:',
  inMemory(() => ':memory:'),
);
describeStore(
  "over a host's handle in memory",
  inMemory(() => new Database(':memory:')),
);

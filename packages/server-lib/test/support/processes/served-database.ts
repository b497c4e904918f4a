import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach } from 'vitest';
import type { Services } from '../../../src/instance/assemble-services.js';
import { createOwner, type Owner } from '../servers/create-owner.js';
import { memoryDatabase, startService } from '../servers/start-service.js';
import { temporaryFolder } from '../temporary-folder.js';
import { type CliOptions, type CliResult, runCli } from './run-cli.js';
import { type CliProcessOptions, spawnCli } from './spawn-cli.js';

/** A database that is open, as under a server, while commands run in its folder. */
export interface ServedDatabase {
  readonly folder: string;
  readonly database: string;
  readonly services: Services;
  /** An owner with one API key. */
  readonly owner: Owner;
  /** Runs a command in this process. */
  run(words: readonly string[], options?: CliOptions): Promise<CliResult>;
  /** Runs the built command in a separate process. */
  spawn(words: readonly string[], options?: CliProcessOptions): Promise<CliResult>;
}

/** Opens a database with an owner before each test of a file. */
export function useServedDatabase(): ServedDatabase {
  let opened: Pick<ServedDatabase, 'folder' | 'database' | 'services' | 'owner'> | undefined;
  const current = () => {
    if (!opened) throw new Error('The database opens before each test.');
    return opened;
  };
  beforeEach(async () => {
    const folder = await temporaryFolder();
    const database = join(folder, 'askwell.db');
    await writeFile(database, memoryDatabase().serialize());
    const { services } = await startService({ database, secret: undefined });
    const owner = await createOwner(services);
    await owner.key();
    opened = { folder, database, services, owner };
  });
  afterEach(async () => {
    const { services, folder } = current();
    await services.close();
    await rm(folder, { recursive: true });
  });
  return {
    get folder() {
      return current().folder;
    },
    get database() {
      return current().database;
    },
    get services() {
      return current().services;
    },
    get owner() {
      return current().owner;
    },
    run: (words, options = {}) => runCli(words, { cwd: current().folder, ...options }),
    spawn: (words, options = {}) => spawnCli(words, { cwd: current().folder, ...options }),
  };
}

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openWriter } from '../../../src/db/sqlite/open-database.js';
import { temporaryFolder } from '../temporary-folder.js';
import type {} from './test-database.js';

/** Creates a SQLite file with the current schema for all tests of a run. A copy of it is ready sooner than a new file. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = project.vitest.getRootProject();
  if ('emptyFile' in run.getProvidedContext()) return undefined;
  const folder = await temporaryFolder();
  const file = join(folder, 'askwell.db');
  openWriter(file, 0).database.close();
  run.provide('emptyFile', file);
  return () => rm(folder, { recursive: true, force: true });
}

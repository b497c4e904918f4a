import type { TestProject } from 'vitest/node';
import { startPostgres } from './postgres-server.js';
import type {} from './test-database.js';

/** Starts a PostgreSQL server for all tests of a run. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres();
  project.provide('postgresUrl', server.url);
  return () => server.stop();
}

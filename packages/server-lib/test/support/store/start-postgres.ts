import type { TestProject } from 'vitest/node';
import { createEmptyTemplate } from './empty-template.js';
import { startPostgres } from './postgres-server.js';
import type {} from './test-database.js';

/** Starts a PostgreSQL server for all tests of a run: the first project that needs it provides it to the others. */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const run = project.vitest.getRootProject();
  if ('postgresUrl' in run.getProvidedContext()) return undefined;
  const server = await startPostgres();
  await createEmptyTemplate(server.url);
  run.provide('postgresUrl', server.url);
  return () => server.stop();
}

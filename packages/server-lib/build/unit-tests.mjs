import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src/', import.meta.url));
const needsMore =
  /test\/support\/(?!deferred|asks\/random-forms)|create-askwell|instance-pipeline|assemble-services|sqlite-store|node:worker_threads|@askwell\/|\/assets\.js|createTestAskwell|postgresUrl/;

/** Returns the test files that import no server, database, browser or built package. */
export function unitTests() {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !needsMore.test(readFileSync(join(source, file), 'utf8')))
    .map((file) => `src/${file.replaceAll('\\', '/')}`);
}

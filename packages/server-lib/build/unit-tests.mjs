import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const source = fileURLToPath(new URL('../src/', import.meta.url));
const needsMore =
  /test\/support\/(?!deferred|random-forms)|create-askwell|assemble-services|sqlite-store|node:worker_threads|@askwell\/|\/assets\.js|createTestAskwell/;

/** Returns the tests that need no server, no database, no browser and no build: those that import nothing of the kind. */
export function unitTests() {
  return readdirSync(source, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.test.ts') && !needsMore.test(readFileSync(join(source, file), 'utf8')))
    .map((file) => `src/${file.replaceAll('\\', '/')}`);
}

import { readdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { TestProject } from 'vitest/node';
import { temporaryFolder } from '../temporary-folder.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder for the statements of test files. Undefined: they are not recorded. */
    statementsFolder: string | undefined;
  }
}

/** The statements that the tests of a file have run, as PostgreSQL would get them. */
export interface StatementRecord {
  readonly file: string;
  readonly texts: readonly string[];
}

/**
 * Some service tests run on SQLite alone. Fails the run if one of them runs a statement that no other test runs. A run of only some files
 * is not checked.
 */
export default async function setUp(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const onPostgres = project.vitest.projects.find(({ name }) => name === 'service-postgres');
  if (!onPostgres) return undefined;
  const folder = await temporaryFolder();
  project.provide('statementsFolder', folder);
  return async () => {
    try {
      const records = await readRecords(folder);
      const [all, also] = await Promise.all([project.globTestFiles(), onPostgres.globTestFiles()]);
      if (records.length < all.testFiles.length) return;
      const alone = findAlone(records, new Set(also.testFiles));
      if (alone.size > 0) fail(alone, project.config.root);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
}

async function readRecords(folder: string): Promise<StatementRecord[]> {
  const names = await readdir(folder);
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))));
}

/** Returns the statements that no file runs on PostgreSQL, and a file that runs each on SQLite. */
function findAlone(records: readonly StatementRecord[], onPostgres: ReadonlySet<string>): ReadonlyMap<string, string> {
  const covered = new Set(records.filter(({ file }) => onPostgres.has(file)).flatMap(({ texts }) => texts));
  const alone = new Map<string, string>();
  for (const { file, texts } of records) {
    if (isOfSqlite.test(file)) continue;
    for (const text of texts) if (!covered.has(text) && !isAboutSqlite.test(text)) alone.set(text, file);
  }
  return alone;
}

/** Vitest reports an error of a teardown, but would succeed. */
function fail(alone: ReadonlyMap<string, string>, root: string): void {
  const list = [...alone].map(([text, file]) => `${relative(root, file)}:\n  ${text}`).join('\n');
  console.error(
    `No service test runs these statements on PostgreSQL. Take one of the files out of \`surfaces\` in test/test-projects.mjs.\n${list}`,
  );
  process.exitCode = 1;
}

/** Tests of features that PostgreSQL does not have. */
const isOfSqlite = /[./]sqlite[./]/;
const isAboutSqlite = /\b(sqlite_\w+|pragma\w*|askwell_schema)\b/;

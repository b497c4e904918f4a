import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { TestProject } from 'vitest/node';
import { temporaryFolder } from '../temporary-folder.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The folder for the statements of test files. Undefined: they are not recorded. */
    statementsFolder: string | undefined;
  }
}

/** The statements that the tests of a file have run, as PostgreSQL would get them, each also with each kind of each value. */
export interface StatementRecord {
  readonly file: string;
  readonly texts: readonly string[];
}

/**
 * Most service tests run on SQLite alone. Fails the run if one of them runs a statement, or a kind of value in a statement, that no service
 * test runs on PostgreSQL. A run of only some files is not checked.
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
      if (alone.size > 0) await fail(alone, project.config.root);
    } finally {
      await rm(folder, { recursive: true });
    }
  };
}

async function readRecords(folder: string): Promise<StatementRecord[]> {
  const names = await readdir(folder);
  return Promise.all(names.map(async (name) => JSON.parse(await readFile(join(folder, name), 'utf8'))));
}

/** Returns the statements that no file runs on PostgreSQL, by the files that run them on SQLite. */
function findAlone(
  records: readonly StatementRecord[],
  onPostgres: ReadonlySet<string>,
): ReadonlyMap<string, readonly string[]> {
  const covered = new Set(records.filter(({ file }) => onPostgres.has(file)).flatMap(({ texts }) => texts));
  const alone = new Map<string, readonly string[]>();
  for (const { file, texts } of records) {
    if (isOfSqlite.test(file)) continue;
    const own = texts.filter((text) => !covered.has(text) && !isAboutSqlite.test(text));
    if (own.length > 0) alone.set(file, own);
  }
  return alone;
}

/** Returns some of the files that run all statements together, those with the most statements first. */
function chooseFiles(alone: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, readonly string[]> {
  const chosen = new Map<string, readonly string[]>();
  const files = [...alone];
  const missing = new Set(files.flatMap(([, texts]) => texts));
  while (missing.size > 0) {
    const left = files.map(([file, texts]) => [file, texts.filter((text) => missing.has(text))] as const);
    const most = left.reduce((one, other) => (other[1].length > one[1].length ? other : one));
    chosen.set(...most);
    for (const text of most[1]) missing.delete(text);
  }
  return chosen;
}

/** Vitest reports an error of a teardown, but would succeed. The runner repeats what is in its folder REPORTS at the end of the run. */
async function fail(alone: ReadonlyMap<string, readonly string[]>, root: string): Promise<void> {
  const list = [...chooseFiles(alone)].map(([file, texts]) => `${[relative(root, file), ...texts].join('\n  ')}`);
  const message = `No service test runs these statements on PostgreSQL. Add these files, or others that run them, to \`onPostgresToo\` in test/test-projects.mjs.\n${list.join('\n')}`;
  console.error(message);
  process.exitCode = 1;
  const { REPORTS } = process.env;
  if (REPORTS !== undefined) await writeFile(join(REPORTS, 'statements.txt'), message);
}

/** Tests of features that PostgreSQL does not have. */
const isOfSqlite = /[./]sqlite[./]/;
const isAboutSqlite = /\b(sqlite_\w+|pragma\w*|askwell_schema)\b/;

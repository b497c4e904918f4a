import { execFile } from 'node:child_process';
import { rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type BuildOptions, build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from './support/server.js';

/** A host's program, with where it says the writer is. */
const program = (writer = '') => `
  import { createAskwell } from '@askwell/server';
  const askwell = createAskwell({ database: 'askwell.db', ${writer} });
  askwell.ready().then(() => askwell.close()).then(() => console.log('opened and closed'));`;

describe('a host that is bundled into one CommonJS file', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await temporaryFolder();
    await symlink(new URL('../../../node_modules', import.meta.url).pathname, join(folder, 'node_modules'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Bundles the program and runs what came of it. */
  async function run(text: string, options: BuildOptions): Promise<{ stdout: string }> {
    await writeFile(join(folder, 'app.mjs'), text);
    const common: BuildOptions = { platform: 'node', format: 'cjs', bundle: true, outExtension: { '.js': '.cjs' } };
    await build({ entryPoints: ['app.mjs'], absWorkingDir: folder, outdir: 'out', ...common, ...options });
    return promisify(execFile)(process.execPath, ['out/app.cjs'], { cwd: folder });
  }

  test('works with packages left external', async () => {
    expect(await run(program(), { packages: 'external' })).toMatchObject({ stdout: 'opened and closed\n' });
  });

  test('is told what to do when the writer went missing', async () => {
    const failure = run(program(), { external: ['better-sqlite3'] });
    await expect(failure).rejects.toThrow('Mark @askwell/server as external, or say where the file is.');
  });

  test('works with the writer as an entry of its own', async () => {
    const entryPoints = { app: 'app.mjs', writer: '@askwell/server/writer' };
    const text = program(`writer: ${JSON.stringify(join(folder, 'out/writer.cjs'))}`);
    const bundled = await run(text, { entryPoints, external: ['better-sqlite3'] });
    expect(bundled).toMatchObject({ stdout: 'opened and closed\n' });
  });

  test('keeps the writer when it is imported for its effect alone', async () => {
    await writeFile(join(folder, 'writer-entry.mjs'), `import '@askwell/server/writer';`);
    const entryPoints = { app: 'app.mjs', 'writer-entry': 'writer-entry.mjs' };
    const text = program(`writer: ${JSON.stringify(join(folder, 'out/writer-entry.cjs'))}`);
    const bundled = await run(text, { entryPoints, external: ['better-sqlite3'] });
    expect(bundled).toMatchObject({ stdout: 'opened and closed\n' });
  });
});

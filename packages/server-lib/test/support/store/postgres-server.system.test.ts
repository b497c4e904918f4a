import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../temporary-folder.js';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const setup = fileURLToPath(new URL('start-postgres.ts', import.meta.url));
/** Loads the migrations, with which the server starts. */
const assets = new URL('../../../build/assets.mjs', import.meta.url).href;

test('a run with a server fails if a test fails', async () => {
  const folder = await temporaryFolder();
  const config = `import { assetsForVite } from ${JSON.stringify(assets)};
export default { plugins: [assetsForVite], test: { globals: true, globalSetup: ${JSON.stringify(setup)} } };`;
  await writeFile(join(folder, 'vitest.config.mjs'), config);
  await writeFile(join(folder, 'failing.test.mjs'), `test('fails', () => expect(1).toBe(2));`);
  const run = promisify(execFile)(process.execPath, [vitest, 'run', '--root', folder], {
    env: { PATH: process.env['PATH'] },
  });
  await expect(run).rejects.toMatchObject({ code: 1, stdout: expect.stringContaining('1 failed') });
  await rm(folder, { recursive: true });
});

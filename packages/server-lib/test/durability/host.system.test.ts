import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.js';

const library = new URL('../../dist/index.js', import.meta.url).href;

let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs the program of a host until it ends by itself. */
async function run(program: string): Promise<{ code: unknown; output: string }> {
  const source = `
    import { createAskwell } from ${JSON.stringify(library)};
    const askwell = createAskwell({ database: ${JSON.stringify(join(folder, 'askwell.db'))} });
    ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [output, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
  return { code, output };
}

test('a host ends by itself, with and without closing Askwell', async () => {
  for (const ending of ['', 'await askwell.close();']) {
    const program = `
      await askwell.ready();
      const reply = await askwell.fetch(new Request('http://localhost/readyz'));
      console.log(reply.status);
      ${ending}`;
    expect(await run(program)).toEqual({ code: 0, output: '200\n' });
  }
});

test('a host ends by itself without waiting until the database is open', async () => {
  expect(await run("console.log('bye');")).toEqual({ code: 0, output: 'bye\n' });
});

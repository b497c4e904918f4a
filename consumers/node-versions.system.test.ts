import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { startServer, type TestServer } from '../packages/client-sdk/test/support/server.js';
import { clientEnvironment, clientReadmeOutput, clientReadmeProgram } from './support/client-readme.js';
import { packageEntries } from './support/entries.js';
import { sharedFile } from './support/project.js';
import { run, tryRun } from './support/run.js';

const versions = [
  { version: 'the Node that runs the tests', node: process.execPath },
  { version: 'Node 22', node: sharedFile('node22/bin/node') },
  { version: 'Node 24', node: sharedFile('node24/bin/node') },
  { version: 'Node 26', node: sharedFile('node26/bin/node') },
];

/** Loads only in a worker thread. The server starts it when a database opens. */
const workerEntry = '@askwell/server/writer';

const folder = join(inject('installed').bare, 'node-versions');

beforeAll(async () => {
  const entries = (await packageEntries()).filter(({ name }) => name !== workerEntry);
  const imports = entries.filter((entry) => entry.isImportable).map(({ name }) => `await import('${name}');\n`);
  const requires = entries.filter((entry) => entry.isRequirable).map(({ name }) => `require('${name}');\n`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'imports.mjs'), imports.join(''));
  await writeFile(join(folder, 'requires.cjs'), requires.join(''));
  for (const name of ['server.mjs', 'plain-output.mjs', 'closed-port.mjs'])
    await copyFile(new URL(`runtimes/${name}`, import.meta.url), join(folder, name));
  await writeFile(join(folder, 'readme.mjs'), clientReadmeProgram);
});

describe.each(versions)('on $version', ({ version, node }) => {
  test.each(['imports.mjs', 'requires.cjs'])('%s loads every entry and writes nothing', async (file) => {
    const { code, output } = await tryRun(node, [file], { cwd: folder });
    expect({ code, output }).toEqual({ code: 0, output: '' });
  });

  test('the server creates a poll, counts votes and finds them after a restart', async () => {
    const database = join(folder, `${version.replaceAll(' ', '-')}.db`);
    const start = () => run(node, ['server.mjs', database], { cwd: folder });
    expect([await start(), await start()]).toEqual(['created 2\n', 'found 2\n']);
  });

  describe('the client', () => {
    let server: TestServer;
    beforeAll(async () => {
      server = await startServer();
    });
    afterAll(() => server.close());

    const runClient = async (file: string) =>
      tryRun(node, [file], { cwd: folder, env: await clientEnvironment(server) });

    test('prints the output that its README shows', async () => {
      expect(await runClient('readme.mjs')).toMatchObject({ code: 0, output: clientReadmeOutput });
    });

    test('rejects with `connected: false` at a closed port', async () => {
      expect((await runClient('closed-port.mjs')).output).toBe('ConnectionError false\n');
    });
  });
});

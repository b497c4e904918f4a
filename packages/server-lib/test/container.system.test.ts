import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { readStages, textsOf, wordsIn } from './support/processes/read-dockerfile.js';
import { temporaryFolder } from './support/temporary-folder.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const [_build = [], final = [], ..._more] = await readStages();

/** The environment of the image. */
const environment = Object.fromEntries(
  textsOf(final, 'ENV').flatMap((text) =>
    [...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value]) => [name, value]),
  ),
);

describe('the files of the image', () => {
  let image: string;
  beforeEach(async () => {
    image = await temporaryFolder();
    await mkdir(join(image, 'data'));
    for (const text of textsOf(final, 'COPY')) await copyInto(image, text);
  });
  afterEach(() => rm(image, { recursive: true }));

  test('serve, are healthy, and stop on SIGTERM', async () => {
    const [program = '', ...words] = wordsIn(textsOf(final, 'CMD')[0] ?? '');
    const env = {
      ...environment,
      // The container uses the folders and port of this machine, so that the test listens on loopback only.
      PATH: `${join(image, 'app/node_modules/.bin')}:${dirname(process.execPath)}`,
      DATABASE_URL: join(image, 'data/askwell.db'),
      HOST: '127.0.0.1',
      PORT: '0',
    };
    const server = spawn(program, words, { cwd: join(image, 'app'), env, stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = once(server, 'exit');
    const [line] = await once(server.stdout, 'data');
    const { port } = new URL(/http:\S+/.exec(String(line))?.[0] ?? expect.unreachable());
    expect(existsSync(env.DATABASE_URL)).toBe(true);

    const [node = '', ...check] = wordsIn(textsOf(final, 'HEALTHCHECK')[0] ?? '');
    await promisify(execFile)(node, check, { env: { ...env, PORT: port } });
    server.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
    const failed = promisify(execFile)(node, check, { env: { ...env, PORT: port } });
    await expect(failed).rejects.toMatchObject({ code: 1 });
  });
});

/** Copies the files of a COPY instruction from the repository. Installed packages are linked. */
async function copyInto(image: string, text: string): Promise<void> {
  const [, from = '', to = ''] = /^--from=build \/app\/(\S+) (\S+)$/.exec(text) ?? [];
  const source = join(root, from);
  const target = join(image, 'app', to);
  await mkdir(dirname(target), { recursive: true });
  if (from === 'node_modules') return linkPackages(source, target);
  // The build creates it if npm did not.
  if (from.endsWith('/node_modules') && !existsSync(source)) return;
  expect(await stat(source)).toBeTruthy();
  await cp(source, target, { recursive: true });
}

/** Links the dependencies of the server, and the server itself, as in the image. */
async function linkPackages(source: string, target: string): Promise<void> {
  const manifest: { dependencies: object } = JSON.parse(
    await readFile(join(root, 'packages/server-lib/package.json'), 'utf8'),
  );
  await mkdir(join(target, '.bin'), { recursive: true });
  await mkdir(join(target, '@askwell'));
  for (const name of Object.keys(manifest.dependencies)) {
    // A name may have a scope.
    await mkdir(dirname(join(target, name)), { recursive: true });
    await symlink(join(source, name), join(target, name));
  }
  await symlink('../../packages/server-lib', join(target, '@askwell/server'));
  await symlink('../@askwell/server/dist/cli.js', join(target, '.bin/askwell'));
}

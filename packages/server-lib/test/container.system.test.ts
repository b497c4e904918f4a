import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, rm, stat, symlink } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { parseYaml } from '@redocly/openapi-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { variableName } from '../src/cli/parsed-settings.js';
import { serveFlags } from '../src/cli/serve/settings/serve-settings.js';
import { readRoot, readStages, textsOf, wordsIn } from './support/processes/read-dockerfile.js';
import { temporaryFolder } from './support/temporary-folder.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const [build = [], final = [], ...more] = await readStages();

/** The environment of the image. */
const environment = Object.fromEntries(
  textsOf(final, 'ENV').flatMap((text) =>
    [...text.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value]) => [name, value]),
  ),
);

test('the stages use a Node image with a version and run existing files', () => {
  expect(more).toEqual([]);
  expect(textsOf(build, 'FROM')).toEqual(['node:24-slim AS build']);
  expect(textsOf(final, 'FROM')).toEqual(['node:24-slim']);
  const scripts = textsOf(build, 'RUN').flatMap((command) =>
    [...command.matchAll(/\bnode (\S+)/g)].map(([, file]) => file),
  );
  expect(scripts).toEqual(['scripts/turbo.mjs']);
  for (const file of scripts) expect(existsSync(join(root, file ?? ''))).toBe(true);
});

test('the build excludes secrets, databases and local build output', async () => {
  const lines = (await readRoot('.dockerignore')).split('\n');
  // Files that the build needs are not excluded.
  for (const line of lines) expect(line).not.toMatch(/^(packages|scripts|package|turbo|tsconfig|\.npmrc)/);
  expect(lines).toEqual(
    expect.arrayContaining(['.git', '**/node_modules', '**/dist', '**/*.db', '**/*.db-*', '**/*.secret', '**/.env']),
  );
});

test('the image runs as an unprivileged user and sets only existing settings', () => {
  expect(textsOf(final, 'USER')).toEqual(['node']);
  expect(textsOf(final, 'VOLUME')).toEqual(['/data']);
  expect(textsOf(final, 'STOPSIGNAL')).toEqual(['SIGTERM']);
  expect(final.findIndex(({ name }) => name === 'USER')).toBeGreaterThan(
    final.findLastIndex(({ name }) => name === 'RUN'),
  );
  const { NODE_ENV, PATH, ...settings } = environment;
  expect([NODE_ENV, PATH]).toEqual(['production', '/app/node_modules/.bin:$PATH']);
  expect(settings).toEqual({ HOST: '0.0.0.0', PORT: '3000', DATABASE_URL: '/data/askwell.db' });
  const known = serveFlags.map(({ name }) => variableName(name));
  expect(known).toEqual(expect.arrayContaining(Object.keys(settings)));
});

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

test('compose.yaml runs the image with existing settings and a volume', async () => {
  const text = await readRoot('compose.yaml');
  expect(parseYaml(text)).toMatchObject({
    services: {
      askwell: {
        build: '.',
        ports: [`127.0.0.1:\${PORT:-3000}:${environment['PORT']}`],
        environment: { BASE_URL: expect.any(String), SECRET: expect.any(String) },
        volumes: ['data:/data'],
        read_only: true,
        cap_drop: ['ALL'],
      },
    },
    volumes: { data: null },
  });
  const named = [...text.matchAll(/^ {6}([A-Z_]+): /gm)].map(([, name]) => name);
  expect(serveFlags.map(({ name }) => variableName(name))).toEqual(expect.arrayContaining(named));
  expect(named).toContain('BASE_URL');
});

test('the cluster of the example has three instances with existing settings behind its balancer', async () => {
  const text = await readRoot('examples/cluster/compose.yaml');
  const { services } = parseYaml(text) as { services: Record<string, { build?: string; environment?: object }> };
  const instances = Object.entries(services).filter(([, { build }]) => build === '../..');
  expect(instances.map(([name]) => name)).toEqual(['askwell1', 'askwell2', 'askwell3']);
  const known = serveFlags.map(({ name }) => variableName(name));
  for (const [, { environment = {} }] of instances) {
    expect(known).toEqual(expect.arrayContaining(Object.keys(environment)));
    expect(Object.keys(environment)).toEqual(
      expect.arrayContaining(['BASE_URL', 'SECRET', 'DATABASE_URL', 'TRUST_PROXY']),
    );
  }
  expect(services).toMatchObject({
    pgbouncer: { environment: { POOL_MODE: 'transaction' } },
    postgres: {},
    balancer: {},
  });
  const proxied = /reverse_proxy (.*) \{/.exec(await readRoot('examples/cluster/Caddyfile'))?.[1];
  expect(proxied?.split(' ')).toEqual(instances.map(([name]) => `${name}:${environment['PORT']}`));
  // The server has it as an optional peer, so that the image must add it.
  expect(textsOf(build, 'RUN').join()).toContain('"dependencies.pg=*"');
});

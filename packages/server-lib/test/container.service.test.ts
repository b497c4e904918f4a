import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseYaml } from '@redocly/openapi-core';
import { expect, test } from 'vitest';
import { variableName } from '../src/tools/cli/parsed-settings.js';
import { serveFlags } from '../src/tools/cli/serve-settings.js';
import { readRoot, readStages, textsOf } from './support/processes/read-dockerfile.js';

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

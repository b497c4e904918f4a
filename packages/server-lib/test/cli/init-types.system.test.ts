import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, expect, test } from 'vitest';
import { type App, createApp } from '../support/processes/developer-app.js';
import { runCli } from '../support/processes/run-cli.js';

const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc');

let apps: App;
afterEach(() => apps.remove());

/** Runs `askwell init` in several apps, and returns the compiler errors of all of them. */
async function compile(
  manifests: Readonly<Record<string, object>>,
  compilerOptions: object,
  declarations: string,
): Promise<string> {
  const strict = { strict: true, noEmit: true, skipLibCheck: true, types: ['node'], target: 'ES2022' };
  const config = { compilerOptions: { ...strict, ...compilerOptions }, exclude: ['node_modules'] };
  apps = await createApp({ 'tsconfig.json': config, 'framework.d.ts': declarations });
  for (const [name, manifest] of Object.entries(manifests)) {
    await apps.write(join(name, 'package.json'), JSON.stringify(manifest));
    await apps.write(join(name, 'tsconfig.json'), '{}');
    const { code, stdout } = await runCli(['init', '--yes'], { cwd: join(apps.folder, name) });
    expect([code, stdout]).toEqual([0, expect.stringContaining('TypeScript')]);
  }
  const run = promisify(execFile)(process.execPath, [compiler, '-p', apps.folder]);
  return (await run.catch((failed: { stdout: string }) => failed)).stdout;
}

test('the files for frameworks with a bundler compile as TypeScript', async () => {
  const manifests = {
    next: { dependencies: { next: '*' } },
    kit: { type: 'module', devDependencies: { '@sveltejs/kit': '*' } },
    nuxt: { type: 'module', dependencies: { nuxt: '*' } },
  };
  const options = {
    module: 'ESNext',
    moduleResolution: 'bundler',
    jsx: 'preserve',
    paths: { '$lib/*': ['./kit/src/lib/*'] },
  };
  // Declarations of the frameworks.
  const declarations = `
declare module '$env/dynamic/private' {
  export const env: Record<string, string | undefined>;
}
declare function defineEventHandler<T>(handler: (event: import('@askwell/server/h3').H3NodeEvent) => T): T;
declare function setResponseHeader(event: unknown, name: string, value: string): void;`;
  expect(await compile(manifests, options, declarations)).toBe('');
});

test('the files for Node compile as TypeScript, in ES modules and CommonJS', async () => {
  const manifests = {
    express: { type: 'module', dependencies: { express: '*' } },
    module: { type: 'module' },
    commonjs: { type: 'commonjs' },
  };
  const options = { module: 'nodenext', exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true };
  expect(await compile(manifests, options, '')).toBe('');
});

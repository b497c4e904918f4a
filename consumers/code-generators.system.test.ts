import { beforeAll, expect, test } from 'vitest';
import { copyProject, sharedFile } from './support/project.js';
import { run, tryRun } from './support/run.js';

let folder: string;
beforeAll(async () => {
  folder = await copyProject('code-generators', 'code-generators');
  await run('node', ['write-document.mjs'], { cwd: folder });
});

/** Generators that write a client from the OpenAPI document: the program, its arguments and the file that it writes. */
const generators = [
  {
    name: 'orval',
    program: 'orval/dist/bin/orval.js',
    args: ['--input', 'openapi.json', '--output', 'orval/api.ts', '--client', 'fetch'],
    output: 'orval/api.ts',
  },
  {
    name: 'openapi-ts',
    program: '@hey-api/openapi-ts/bin/run.js',
    args: ['--input', 'openapi.json', '--output', 'openapi-ts'],
    output: 'openapi-ts/index.ts',
  },
];

const compilerOptions = [
  ...['--strict', '--noEmit', '--target', 'es2022', '--module', 'preserve'],
  ...['--lib', 'es2022,dom,dom.iterable', '--types', 'node'],
];

test.each(generators)('the client that $name generates compiles', async ({ program, args, output }) => {
  await run('node', [sharedFile(program), ...args], { cwd: folder });
  const compiled = await tryRun('node', [sharedFile('ts7/bin/tsc'), ...compilerOptions, output], { cwd: folder });
  expect(compiled.output).toBe('');
  expect(compiled.code).toBe(0);
});

import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from './support/server.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const page = await readFile(join(root, 'README.md'), 'utf8');
const program = blocks('js').join('\n');

let server: TestServer;
/** Inside the package, so that programs can import the package by its name. */
let folder: string;

beforeAll(async () => {
  server = await startServer();
  folder = await mkdtemp(join(root, '.readme-'));
  await writeFile(join(folder, 'readme.mts'), program);
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Returns the code blocks of a language. */
function blocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block);
}

/** Runs Node in the folder and returns the output. */
async function run(args: readonly string[], env: Record<string, string> = {}, input = '') {
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, NO_COLOR: '1', ...env } });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
}

test('the programs of the README print the output that it shows', async () => {
  const env = { ASKWELL_API_KEY: await server.createKey('Readme'), ASKWELL_BASE_URL: server.url };
  expect(await run(['--input-type=module'], env, program)).toEqual({
    stdout: blocks('text').join(''),
    stderr: '',
  });
});

test('the programs of the README compile as TypeScript', async () => {
  const config = {
    extends: '../test/types/tsconfig.json',
    // The tests in `types` check the declarations.
    compilerOptions: { noUncheckedIndexedAccess: false, skipLibCheck: true },
    files: ['readme.mts'],
    include: [],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = fileURLToPath(new URL('../../../node_modules/typescript7/bin/tsc', import.meta.url));
  expect(await run([compiler, '--noEmit', '-p', '.'])).toEqual({ stdout: '', stderr: '' });
});

test('the README has an example for each resource', () => {
  for (const resource of ['sites', 'polls', 'quizzes', 'forms', 'votes', 'attempts', 'submissions', 'tickets'])
    expect(program).toMatch(new RegExp(`\\.${resource}\\.`));
});

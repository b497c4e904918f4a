import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Askwell } from '../src/index.js';
import { startServer, type TestServer } from './support/server.js';

const root = fileURLToPath(new URL('..', import.meta.url));

let server: TestServer;
let key: string;
/** Inside the package, so that programs can import the package by its name. */
let folder: string;

beforeAll(async () => {
  server = await startServer();
  key = await server.createKey('Guides');
  folder = await mkdtemp(join(root, '.guides-'));
  const askwell = new Askwell({ apiKey: key, baseUrl: server.url });
  await createVotedPoll(askwell);
  const form = await askwell.forms.create({ title: 'Contact', fields: [{ type: 'email', label: 'Email' }] });
  await askwell.forms.submissions.create(form.id, { answers: { f1: 'visitor@example.com' } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});

/** Creates a poll, which is then the newest. */
async function createVotedPoll(askwell: Askwell): Promise<void> {
  const poll = await askwell.polls.create({ title: 'Dinner?', options: ['Rice', 'Pasta'] });
  await askwell.polls.votes.create(poll.id, { choices: ['o1'] });
}

/** Returns the code blocks of a guide of the dashboard, by their IDs. */
async function blocksOf(guide: string): Promise<Record<string, string>> {
  const page = await server.openPage(`/dashboard/developers/guides/${guide}`);
  const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
  return Object.fromEntries(
    [...page.matchAll(/<code id="([\w-]+)">([^<]*)<\/code>/g)].map(([, id = '', code = '']) => [
      id,
      code.replace(/&(lt|gt|quot|#39|amp);/g, (_whole, name: string) => entities[name] ?? ''),
    ]),
  );
}

/** Runs Node in the folder and returns the output. */
async function run(args: readonly string[], input = '') {
  const env = { ...process.env, NO_COLOR: '1', ASKWELL_KEY: key };
  const child = spawn(process.execPath, args, { cwd: folder, env });
  child.stdin.end(input);
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { stdout, stderr };
}

/** Returns the program of the TypeScript guide. */
async function typescriptProgram(): Promise<string> {
  const { client, results, answers, create, errors } = await blocksOf('typescript');
  return [client, results, answers, create, errors].join('\n');
}

test('the programs of the TypeScript and the export guide compile', async () => {
  const { stream = '' } = await blocksOf('export');
  await writeFile(join(folder, 'typescript.mts'), await typescriptProgram());
  await writeFile(join(folder, 'export.mts'), stream);
  const config = {
    extends: '../test/types/tsconfig.json',
    // The tests in `types` check the declarations.
    compilerOptions: { skipLibCheck: true },
    files: ['typescript.mts', 'export.mts'],
    include: [],
  };
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(config));
  const compiler = fileURLToPath(new URL('../../../node_modules/typescript7/bin/tsc', import.meta.url));
  expect(await run([compiler, '--noEmit', '-p', '.'])).toEqual({ stdout: '', stderr: '' });
});

test('the TypeScript guide of the dashboard runs', async () => {
  const program = await typescriptProgram();
  const { stdout, stderr } = await run(['--input-type=module'], program);
  expect(stderr).toBe('');
  expect(stdout).toMatch(/^Rice 1\nPasta 0\n\{ f1: 'visitor@example\.com' \}\npoll_[a-z0-9]{20}\n\{\s+title: /);
});

test('the program of the export guide writes the file', async () => {
  await createVotedPoll(new Askwell({ apiKey: key, baseUrl: server.url }));
  const { stream = '' } = await blocksOf('export');
  expect(await run(['--input-type=module'], stream)).toEqual({ stdout: '', stderr: '' });
  expect(await readFile(join(folder, 'votes.csv'), 'utf8')).toMatch(/,o1\s*$/);
});

test('the markup of the server guide contains the definition of the poll, safely', async () => {
  const askwell = new Askwell({ apiKey: key, baseUrl: server.url });
  const { id } = await askwell.polls.create({ title: '</script>?', options: ['Yes', 'No'] });
  const { inline = '' } = await blocksOf('server-rendering');
  const { stdout, stderr } = await run(['--input-type=module'], `${inline}\nconsole.log(markup);`);
  expect(stderr).toBe('');
  const [, definition = ''] = /<askwell-poll>\s*<script type="application\/json">([^<]*)<\/script>/.exec(stdout) ?? [];
  expect(JSON.parse(definition)).toMatchObject({ poll: { id, title: '</script>?' } });
});

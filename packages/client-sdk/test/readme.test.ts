import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type TestServer } from './support/server.js';

const folder = fileURLToPath(new URL('..', import.meta.url));
const page = await readFile(`${folder}/README.md`, 'utf8');

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());

/** The blocks of a language, one after the other. */
function blocks(language: string): string[] {
  return [...page.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(([, block = '']) => block);
}

test('the programs of the README print what stands beneath them', async () => {
  const place = await mkdtemp(`${folder}/node_modules/readme-`);
  const env = {
    ...process.env,
    ASKWELL_API_KEY: await server.createKey('Readme'),
    ASKWELL_BASE_URL: server.url,
    NO_COLOR: '1',
  };
  const program = spawn(process.execPath, ['--input-type=module'], { cwd: place, env });
  program.stdin.end(blocks('js').join('\n'));
  const [printed, complaints] = await Promise.all([text(program.stdout), text(program.stderr)]);
  await rm(place, { recursive: true });
  expect(complaints).toBe('');
  expect(printed).toBe(blocks('text').join(''));
});

test('every resource has its recipe', () => {
  const recipes = blocks('js').join('\n');
  for (const resource of ['sites', 'polls', 'quizzes', 'forms', 'votes', 'attempts', 'submissions', 'tickets'])
    expect(recipes).toMatch(new RegExp(`\\.${resource}\\.`));
});

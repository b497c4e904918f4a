import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { variableName } from '../src/cli/parsed-settings.js';
import { serveFlags } from '../src/cli/serve/serve-settings.js';
import { asFarAs, examplesOf, exportsOf, pairsOf, read, readDocs, run } from './support/examples.js';
import { createFormBrowser, makeKey, register } from './support/forms.js';
import { startServer, type TestServer, temporaryFolder } from './support/server.js';

/** Every page that has commands, each run against a server of its own. */
const pages = await Promise.all(
  ['rest.md', 'asks.md', 'polls.md', 'quizzes.md', 'forms.md', 'embedding.md'].map(async (name) => {
    const text = await readDocs(name);
    return { name, text, examples: examplesOf(text) };
  }),
);

test('every setting of the command is described, and no other', async () => {
  const section = (await readDocs('configuration.md')).split(/^## /m)[1] ?? '';
  const described = [...section.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  const settings = serveFlags.filter(({ valueName }) => valueName !== undefined);
  expect(described).toEqual(settings.map(({ name }) => variableName(name)));
  const flags = [...section.matchAll(/^\| `--([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(flags).toEqual(serveFlags.filter(({ valueName }) => valueName === undefined).map(({ name }) => name));
});

describe.each(pages)('the replies in $name are what the server says', ({ text, examples }) => {
  let server: TestServer;
  let env: Record<string, string>;

  beforeAll(async () => {
    server = await startServer({ clock: clockFrom('2026-01-31T09:05:07Z') });
    const browser = createFormBrowser(server.url);
    await register(browser);
    env = { BASE_URL: server.url, API_KEY: await makeKey(browser, { name: 'Shop' }) };
  });
  afterAll(() => server.close());

  test('every command has its reply beneath it', () => {
    expect(examples).toHaveLength([...text.matchAll(/^```sh$/gm)].length);
    expect(examples.length).toBeGreaterThan(8);
  });

  // In the order of the page: what one command makes the next ones read, by its id in the environment.
  test.each(examples)('$title', async ({ command, reply }) => {
    const output = await run(command, env);
    Object.assign(env, exportsOf(output));
    const shown = read(reply);
    expect(asFarAs(shown, read(output))).toEqual(shown);
  });
});

test('what the program in in-process.md prints stands beneath it', async () => {
  const pieces = pairsOf(await readDocs('in-process.md'), 'js', 'text');
  const folder = await temporaryFolder();
  const program = join(folder, 'program.mjs');
  const code = pieces.map(({ given }) => given).join('\n');
  await writeFile(program, `export default async function ({ askwell, console }) {\n${code}\n}`);
  const { default: start } = await import(/* @vite-ignore */ pathToFileURL(program).href);

  const server = await startServer();
  let printed = '';
  const log = (...values: unknown[]): void => {
    printed += `${format(...values)}\n`;
  };
  try {
    await start({ askwell: server.askwell, console: { log } });
  } finally {
    await server.close();
    await rm(folder, { recursive: true });
  }
  expect(printed).toBe(pieces.map(({ told }) => told).join(''));
  expect(pieces.length).toBeGreaterThan(2);
});

/** A clock that is set and goes on: a page whose answers came in two different hours would read otherwise. */
function clockFrom(time: string): () => number {
  const ahead = Date.parse(time) - Date.now();
  return () => Date.now() + ahead;
}

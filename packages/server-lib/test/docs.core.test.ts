import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFormBrowser, makeKey, register } from './support/browser/form-browser.js';
import { examplesOf, exportsOf, parseReply, reduceTo, runInShell } from './support/docs/curl-examples.js';
import { pairsOf, readDocs } from './support/docs/read-docs.js';
import { type SocketServer, startServer } from './support/servers/start-server.js';
import { temporaryFolder } from './support/temporary-folder.js';

/** The pages with commands. Each page gets its own server. */
const pages = await Promise.all(
  ['rest.md', 'asks.md', 'polls.md', 'quizzes.md', 'forms.md', 'embedding.md', 'changes.md'].map(async (name) => {
    const text = await readDocs(name);
    return { name, text, examples: examplesOf(text) };
  }),
);

describe.each(pages)('the replies in $name equal the replies of the server', ({ text, examples }) => {
  let server: SocketServer;
  let env: Record<string, string>;

  beforeAll(async () => {
    server = await startServer({ clock: clockFrom('2026-01-31T09:05:07Z') });
    const browser = createFormBrowser(server);
    await register(browser);
    env = { BASE_URL: server.url, API_KEY: await makeKey(browser, { name: 'Shop' }) };
  });
  afterAll(() => server.close());

  test('every command has a reply below it', () => {
    expect(examples).toHaveLength([...text.matchAll(/^```sh$/gm)].length);
    expect(examples.length).toBeGreaterThan(3);
  });

  // In the order of the page, because later commands read the IDs of earlier ones from the environment.
  test.each(examples)('$title', async ({ command, reply }) => {
    const output = await runInShell(command, env);
    Object.assign(env, exportsOf(output));
    const shown = parseReply(reply);
    expect(reduceTo(shown, parseReply(output))).toEqual(shown);
  });
});

test('the program in in-process.md prints the text below it', async () => {
  const examples = pairsOf(await readDocs('in-process.md'), 'js', 'text');
  const folder = await temporaryFolder();
  const program = join(folder, 'program.mjs');
  const code = examples.map(({ upper }) => upper).join('\n');
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
  expect(printed).toBe(examples.map(({ lower }) => lower).join(''));
  expect(examples.length).toBeGreaterThan(2);
});

/** A clock that starts at a fixed time, so that all answers of a page are in the same hour. */
function clockFrom(time: string): () => number {
  const ahead = Date.parse(time) - Date.now();
  return () => Date.now() + ahead;
}
